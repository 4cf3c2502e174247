// `DOMException`: the error of the web's interfaces, told apart by its name.

const codes = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NotFoundError: 8,
  NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13,
  NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20,
  URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
};

export class DOMException extends Error {
  #name;
  constructor(message = "", options = "Error") {
    const cause = typeof options === "object" && options && "cause" in options ? { cause: options.cause } : undefined;
    super(String(message), cause);
    this.#name = typeof options === "object" && options ? (options.name ?? "Error") : String(options);
  }
  get name() {
    return this.#name;
  }
  get code() {
    return codes[this.#name] ?? 0;
  }
  get [Symbol.toStringTag]() {
    return "DOMException";
  }
}
for (const [name, code] of Object.entries(codes)) {
  const constant = `${name.replace(/Error$/, "").replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase()}_ERR`;
  Object.defineProperty(DOMException, constant, { value: code, enumerable: true });
}
