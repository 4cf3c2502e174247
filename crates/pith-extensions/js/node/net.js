// `node:net`: connections over TCP and Unix sockets, and what can be known of an address.

import { BlockList, SocketAddress, isIP, isIPv4, isIPv6 } from "./net/address.js";
import { Server } from "./net/server.js";
import { Socket } from "./net/socket.js";

export function createConnection(...args) {
  const [options] = args;
  return new Socket(typeof options === "object" && options ? options : {}).connect(...args);
}
export const connect = createConnection;

export function createServer(options, listener) {
  return new Server(options, listener);
}

export const getDefaultAutoSelectFamily = () => true;
export const setDefaultAutoSelectFamily = () => {};
export const getDefaultAutoSelectFamilyAttemptTimeout = () => 250;
export const setDefaultAutoSelectFamilyAttemptTimeout = () => {};
export { BlockList, Server, Socket, Socket as Stream, SocketAddress, isIP, isIPv4, isIPv6 };
export default {
  BlockList, Server, Socket, SocketAddress, Stream: Socket, connect, createConnection, createServer, getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout, isIP, isIPv4, isIPv6, setDefaultAutoSelectFamily, setDefaultAutoSelectFamilyAttemptTimeout,
};
