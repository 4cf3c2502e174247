// The answer to a request, as a readable stream.

import { Readable } from "../stream/readable.js";

export class IncomingMessage extends Readable {
  constructor(response) {
    const reader = response?.body?.getReader();
    super({
      read() {
        if (!reader) {
          this.push(null);
          return;
        }
        reader.read().then(
          ({ value, done }) => {
            if (done) this.complete = true;
            this.push(done ? null : value);
          },
          (error) => this.destroy(error.cause ?? error),
        );
      },
      destroy(error, done) {
        reader?.cancel().catch(() => {});
        done(error);
      },
    });
    this.httpVersion = "1.1";
    this.complete = false;
    this.statusCode = response?.status;
    this.statusMessage = response?.statusText;
    this.headers = {};
    this.rawHeaders = [];
    this.trailers = {};
    for (const [name, value] of response?.headers ?? []) {
      if (name === "set-cookie") (this.headers[name] ??= []).push(value);
      else this.headers[name] = value;
      this.rawHeaders.push(name, value);
    }
    this.url = "";
    this.socket = { remoteAddress: undefined, encrypted: String(response?.url).startsWith("https:"), setTimeout() {}, destroy() {} };
  }
  setTimeout() {
    return this;
  }
}
