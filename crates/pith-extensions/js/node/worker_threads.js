// `node:worker_threads`: an extension is always on its main thread; workers cannot be started.

import { MessageChannel, MessagePort } from "../globals/messages.js";
import { missing } from "../runtime/missing.js";

export const isMainThread = true;
export const parentPort = null;
export const workerData = null;
export const threadId = 0;
export const resourceLimits = {};
export const SHARE_ENV = Symbol.for("nodejs.worker_threads.SHARE_ENV");
export const Worker = missing("worker_threads", "Worker");
export const BroadcastChannel = missing("worker_threads", "BroadcastChannel");
export const markAsUntransferable = () => {};
export const getEnvironmentData = () => undefined;
export const setEnvironmentData = () => {};
export const receiveMessageOnPort = (port) => port.take();
export { MessageChannel, MessagePort };
export default {
  BroadcastChannel, MessageChannel, MessagePort, SHARE_ENV, Worker, getEnvironmentData, isMainThread, markAsUntransferable, parentPort,
  receiveMessageOnPort, resourceLimits, setEnvironmentData, threadId, workerData,
};
