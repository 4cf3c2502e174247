// Lines out of a stream: `readline.Interface`. There is no editing here; a terminal's line belongs to the program.

import { abortError, coded } from "../errors.js";
import { EventEmitter } from "../events.js";
import { StringDecoder } from "../string_decoder.js";

export class Interface extends EventEmitter {
  #rest = "";
  #asked = [];
  #decoder = new StringDecoder("utf8");
  #onData;
  #onEnd;
  closed = false;
  terminal = false;
  line = "";
  cursor = 0;

  constructor(input, output) {
    super();
    const given = input?.input ? input : { input, output };
    this.input = given.input;
    this.output = given.output;
    this.prompted = given.prompt ?? "> ";
    this.crlfDelay = given.crlfDelay ?? 100;
    this.#onData = (chunk) => this.#take(typeof chunk === "string" ? chunk : this.#decoder.write(chunk));
    this.#onEnd = () => {
      this.#take(this.#decoder.end());
      if (this.#rest !== "") this.#line(this.#rest);
      this.#rest = "";
      this.close();
    };
    this.input.on("data", this.#onData);
    this.input.on("end", this.#onEnd);
    this.input.on("error", (error) => {
      if (this.listenerCount("error") > 0) this.emit("error", error);
    });
    given.signal?.addEventListener("abort", () => this.close(), { once: true });
    this.input.resume?.();
  }

  #take(text) {
    // A carriage return at the end may belong to a line feed that has not come yet.
    const all = this.#rest + text;
    const held = all.endsWith("\r") ? "\r" : "";
    const lines = (held ? all.slice(0, -1) : all).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() + held;
    for (const line of lines) this.#line(line);
  }

  #line(line) {
    const asked = this.#asked.shift();
    if (asked) asked(line);
    else this.emit("line", line);
  }

  setPrompt(prompt) {
    this.prompted = String(prompt);
  }
  getPrompt() {
    return this.prompted;
  }
  prompt() {
    this.output?.write(this.prompted);
  }
  question(query, options, callback) {
    const done = typeof options === "function" ? options : callback;
    if (this.closed) throw coded(Error, "ERR_USE_AFTER_CLOSE", "readline was closed");
    this.output?.write(query);
    this.#asked.push(done);
    options?.signal?.addEventListener("abort", () => {
      this.#asked = this.#asked.filter((one) => one !== done);
    }, { once: true });
  }
  write(data) {
    if (data) this.#take(String(data));
  }
  pause() {
    this.input.pause?.();
    this.emit("pause");
    return this;
  }
  resume() {
    this.input.resume?.();
    this.emit("resume");
    return this;
  }
  close() {
    if (this.closed) return;
    this.closed = true;
    this.input.removeListener("data", this.#onData);
    this.input.removeListener("end", this.#onEnd);
    this.input.pause?.();
    this.emit("close");
  }
  getCursorPos() {
    return { rows: 0, cols: this.cursor };
  }

  async *[Symbol.asyncIterator]() {
    const queue = [];
    let wake = () => {};
    const onLine = (line) => {
      queue.push(line);
      wake();
    };
    this.on("line", onLine);
    this.once("close", () => wake());
    try {
      for (;;) {
        if (queue.length) yield queue.shift();
        else if (this.closed) return;
        else await new Promise((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      this.removeListener("line", onLine);
      this.close();
    }
  }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}

/** A question as a promise. */
export function ask(face, query, options = {}) {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) {
      reject(abortError(options.signal.reason));
      return;
    }
    options.signal?.addEventListener("abort", () => reject(abortError(options.signal.reason)), { once: true });
    face.once("close", () => reject(abortError(new Error("readline was closed"))));
    Interface.prototype.question.call(face, query, options, resolve);
  });
}
