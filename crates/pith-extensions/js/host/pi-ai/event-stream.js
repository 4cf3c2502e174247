// Streams of events with a result at their end: what a provider's `streamSimple` gives.

export class EventStream {
  #queue = [];
  #waiting = [];
  #complete;
  #extract;
  #settle;
  #result;
  done = false;

  constructor(isComplete, extractResult) {
    this.#complete = isComplete;
    this.#extract = extractResult;
    this.#result = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }
  push(event) {
    if (this.done) return;
    if (this.#complete(event)) {
      this.done = true;
      this.#settle(this.#extract(event));
    }
    if (this.#waiting.length) this.#waiting.shift()({ value: event, done: false });
    else this.#queue.push(event);
    if (this.done) this.#release();
  }
  end(result) {
    this.done = true;
    if (result !== undefined) this.#settle(result);
    this.#release();
  }
  #release() {
    for (const wake of this.#waiting.splice(0)) wake({ value: undefined, done: true });
  }
  [Symbol.asyncIterator]() {
    return {
      next: () => {
        if (this.#queue.length) return Promise.resolve({ value: this.#queue.shift(), done: false });
        if (this.done) return Promise.resolve({ value: undefined, done: true });
        return new Promise((resolve) => this.#waiting.push(resolve));
      },
      return: () => Promise.resolve({ value: undefined, done: true }),
    };
  }
  result() {
    return this.#result;
  }
}

/** One answer of a model; its last message gets the time that it took. */
export class AssistantMessageEventStream extends EventStream {
  #began = performance.now();
  #started = Date.now();

  constructor() {
    super(
      (event) => event.type === "done" || event.type === "error",
      (event) => (event.type === "done" ? event.message : event.error),
    );
  }
  #timed(message) {
    if (message && message.durationMs === undefined && !(message.timestamp < this.#started)) message.durationMs = Math.round(performance.now() - this.#began);
    return message;
  }
  push(event) {
    if (event.type === "done") this.#timed(event.message);
    else if (event.type === "error") this.#timed(event.error);
    super.push(event);
  }
  end(result) {
    super.end(this.#timed(result));
  }
}

export const createAssistantMessageEventStream = () => new AssistantMessageEventStream();
