// What extensions give to calls: checked here, so that what is wrong is said in the words of the call.

/** Throws, in the words of a call, what is wrong with what it was given. */
function wrong(call, what) {
  throw new TypeError(`${call}: ${what}`);
}

/** A text. */
export function text(call, what, value) {
  return typeof value === "string" ? value : wrong(call, `${what} must be a text`);
}

/** A list of texts and nothing else. */
export function texts(call, what, value) {
  const good = Array.isArray(value) && value.every((one) => typeof one === "string");
  return good ? value : wrong(call, `${what} must be a list of texts`);
}

/** A list of anything that has a text. */
export function list(call, what, value) {
  return Array.isArray(value) ? value.map(String) : wrong(call, `${what} must be a list of texts`);
}

/** A whole number that is not negative, or nothing. */
export function count(call, what, value) {
  if (value === undefined || value === null) return undefined;
  return typeof value === "number" ? Math.max(0, Math.ceil(value)) : wrong(call, `${what} must be a number`);
}

const isPart = (part) =>
  (part?.type === "text" && typeof part.text === "string") ||
  (part?.type === "image" && typeof part.data === "string" && typeof part.mimeType === "string");

/** What a message says. */
export function content(call, value) {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) wrong(call, "the content must be a text or a list of parts");
  const at = value.findIndex((part) => !isPart(part));
  if (at >= 0) wrong(call, `part ${at + 1} of the content is neither \`{ type: "text", text }\` nor \`{ type: "image", data, mimeType }\``);
  return value;
}

/** A message of an extension's own kind. */
export function message(call, value) {
  if (typeof value !== "object" || value === null) wrong(call, "the message must be an object with `customType`");
  text(call, "the `customType` of the message", value.customType);
  if (value.content !== undefined && value.content !== null) content(call, value.content);
  return value;
}
