// Errors as Node makes them: a `code`, a message in its words, and checks of arguments that throw them.
// Comes in: names and values; goes out: errors. Knows no module of the host.

/** Makes an error of `Base` that carries a Node error code. */
export function coded(Base, code, message) {
  const error = new Base(message);
  Object.defineProperty(error, "code", { value: code, enumerable: true, writable: true, configurable: true });
  if (typeof error.stack === "string" && !error.stack.startsWith(error.name)) {
    // The engine's stack holds frames only; Node's begins with the header line that people look for.
    error.stack = `${error.name} [${code}]: ${message}\n${error.stack}`;
  }
  return error;
}

/** Describes a value as Node does at the end of its argument errors. */
export function received(value) {
  if (value == null) return ` Received ${value}`;
  if (typeof value === "function") return ` Received function ${value.name}`;
  if (typeof value === "object") {
    return value.constructor?.name ? ` Received an instance of ${value.constructor.name}` : " Received an object";
  }
  let text = String(value);
  if (typeof value === "string") text = text.length > 28 ? `'${text.slice(0, 25)}...'` : `'${text}'`;
  if (typeof value === "bigint") text += "n";
  return ` Received type ${typeof value} (${text})`;
}

export function invalidArgType(name, expected, value) {
  const what = name.includes(".") ? "property" : "argument";
  const subject = name.endsWith(" argument") ? `The ${name}` : `The "${name}" ${what}`;
  return coded(TypeError, "ERR_INVALID_ARG_TYPE", `${subject} must be ${expected}.${received(value)}`);
}

export function invalidArgValue(name, value, reason = "is invalid") {
  const what = name.includes(".") ? "property" : "argument";
  const shown = typeof value === "string" ? ` Received '${value}'` : received(value);
  return coded(TypeError, "ERR_INVALID_ARG_VALUE", `The ${what} '${name}' ${reason}.${shown}`);
}

export function outOfRange(name, range, value) {
  const shown = typeof value === "bigint" ? `${value}n` : String(value);
  return coded(RangeError, "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`);
}

export function checkString(value, name) {
  if (typeof value !== "string") throw invalidArgType(name, "of type string", value);
  return value;
}

export function checkFunction(value, name) {
  if (typeof value !== "function") throw invalidArgType(name, "of type function", value);
  return value;
}

export function checkObject(value, name) {
  if (value === null || typeof value !== "object") throw invalidArgType(name, "of type object", value);
  return value;
}

export function checkInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== "number") throw invalidArgType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
  return value;
}

/** The error of an aborted operation; `reason` becomes its cause. */
export function abortError(reason) {
  const error = new Error("The operation was aborted", reason === undefined ? undefined : { cause: reason });
  error.name = "AbortError";
  error.code = "ABORT_ERR";
  return error;
}
