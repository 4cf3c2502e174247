// `node:https`: requests over `fetch`. Servers are not offered.

import { missing } from "../runtime/missing.js";
import { Agent } from "./http/agent.js";
import { IncomingMessage } from "./http/incoming.js";
import { ClientRequest, clientOf } from "./http/request.js";
import { METHODS, STATUS_CODES } from "./http/statuses.js";

export const { request, get } = clientOf("https");
export const globalAgent = new Agent({ keepAlive: true });
export const createServer = missing("https", "createServer");
export const Server = missing("https", "Server");
export const ServerResponse = missing("https", "ServerResponse");
export const OutgoingMessage = missing("https", "OutgoingMessage");
export const maxHeaderSize = 16384;
export { Agent, ClientRequest, IncomingMessage, METHODS, STATUS_CODES };
export default {
  Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, get, globalAgent, maxHeaderSize, request,
};
