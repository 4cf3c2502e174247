// `node:http`: requests over `fetch`, and servers over `net`.

import { Agent } from "./http/agent.js";
import { IncomingMessage } from "./http/incoming.js";
import { OutgoingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from "./http/outgoing.js";
import { ClientRequest, clientOf } from "./http/request.js";
import { Server, createServer } from "./http/server.js";
import { METHODS, STATUS_CODES } from "./http/statuses.js";

export const { request, get } = clientOf("http");
export const globalAgent = new Agent({ keepAlive: true });
export const maxHeaderSize = 16384;
export const setMaxIdleHTTPParsers = () => {};
export {
  Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, validateHeaderName,
  validateHeaderValue,
};
export default {
  Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, get, globalAgent,
  maxHeaderSize, request, setMaxIdleHTTPParsers, validateHeaderName, validateHeaderValue,
};
