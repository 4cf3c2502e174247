// `http.Agent`: connections are kept by the host, so an agent holds settings only.

import { EventEmitter } from "../events.js";

export class Agent extends EventEmitter {
  constructor(options = {}) {
    super();
    this.options = options;
    Object.assign(this, { keepAlive: Boolean(options.keepAlive), maxSockets: options.maxSockets ?? Number.POSITIVE_INFINITY, sockets: {}, requests: {}, freeSockets: {} });
  }
  destroy() {}
  getName({ host = "localhost", port = "" } = {}) {
    return `${host}:${port}:`;
  }
}
