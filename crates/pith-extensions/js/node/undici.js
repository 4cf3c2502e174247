// The package `undici`: its requests over the host's `fetch`. Dispatchers are accepted and hold settings only.

import { fetch, Headers, Request, Response } from "../globals/fetch.js";
import { FormData } from "../globals/form-data.js";
import { CloseEvent, ErrorEvent, WebSocket } from "../globals/websocket.js";
import { missing } from "../runtime/missing.js";
import { EventEmitter } from "./events.js";
import { Readable } from "./stream/readable.js";

export { CloseEvent, ErrorEvent, fetch, FormData, Headers, Request, Response, WebSocket };

export class Dispatcher extends EventEmitter {
  constructor(options) {
    super();
    this.options = options;
  }
  compose() {
    return this;
  }
  async close() {}
  async destroy() {}
  request(options) {
    return request(new URL(options.path, options.origin ?? this.options), options);
  }
}
export class Agent extends Dispatcher {}
export class Client extends Dispatcher {}
export class Pool extends Dispatcher {}
export class ProxyAgent extends Dispatcher {}
export class EnvHttpProxyAgent extends Dispatcher {}
export class RetryAgent extends Dispatcher {}

let dispatcher = new Agent();
export const getGlobalDispatcher = () => dispatcher;
export const setGlobalDispatcher = (given) => {
  dispatcher = given;
};

/** Status, headers and a body that is a stream with `text()` and `json()`. */
export async function request(url, { method = "GET", headers, body, signal, query, maxRedirections = 0 } = {}) {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.append(name, value);
  const response = await fetch(address, { method, headers, body, signal, redirect: maxRedirections > 0 ? "follow" : "manual" });
  const stream = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
  const whole = async () => {
    const parts = [];
    for await (const part of stream) parts.push(part);
    return new Blob(parts);
  };
  Object.assign(stream, {
    text: async () => (await whole()).text(),
    json: async () => JSON.parse(await (await whole()).text()),
    arrayBuffer: async () => (await whole()).arrayBuffer(),
    bytes: async () => (await whole()).bytes(),
    blob: whole,
    dump: async () => {
      stream.destroy();
    },
  });
  return { statusCode: response.status, statusText: response.statusText, headers: Object.fromEntries(response.headers), trailers: {}, body: stream, context: {} };
}

export const errors = Object.fromEntries([
  "UndiciError", "ConnectTimeoutError", "HeadersTimeoutError", "BodyTimeoutError", "RequestAbortedError", "SocketError", "InvalidArgumentError",
].map((name) => [name, class extends Error {
  name = name;
}]));
export const interceptors = { redirect: () => (dispatch) => dispatch, retry: () => (dispatch) => dispatch, dump: () => (dispatch) => dispatch, dns: () => (dispatch) => dispatch };
export const buildConnector = missing("undici", "buildConnector");
export const MockAgent = missing("undici", "MockAgent");
export const stream = missing("undici", "stream");
export const pipeline = missing("undici", "pipeline");
export const install = () => {};
export default {
  Agent, Client, CloseEvent, Dispatcher, EnvHttpProxyAgent, ErrorEvent, FormData, Headers, MockAgent, Pool, ProxyAgent, Request, Response, RetryAgent, WebSocket, buildConnector,
  errors, fetch, getGlobalDispatcher, install, interceptors, pipeline, request, setGlobalDispatcher, stream,
};
