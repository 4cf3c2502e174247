// An answer is asked for again while what failed is passing.

import { isRetryableAssistantError, retryDelayMs } from "./errors.js";

/** Returns whether the time has passed; not so when the signal came before. */
const slept = (ms, signal) =>
  new Promise((resolve) => {
    const abort = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve(true);
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });

export async function retryAssistantCall(produce, policy, signal, callbacks = {}) {
  let message = await produce();
  if (!policy?.enabled) return message;
  let attempt = 0;
  while (attempt < policy.maxRetries && isRetryableAssistantError(message)) {
    attempt += 1;
    const delay = retryDelayMs(policy, attempt);
    await callbacks.onRetryScheduled?.(attempt, policy.maxRetries, delay, message.errorMessage ?? "");
    if (!(await slept(delay, signal))) {
      await callbacks.onRetryFinished?.(false, attempt, message.errorMessage);
      return { ...message, stopReason: "aborted", errorMessage: undefined };
    }
    await callbacks.onRetryAttemptStart?.();
    message = await produce();
  }
  if (attempt > 0) {
    const failed = message.stopReason === "error" || message.stopReason === "aborted";
    if (failed) await callbacks.onRetryFinished?.(false, attempt, message.stopReason === "error" ? message.errorMessage : undefined);
    else await callbacks.onRetryFinished?.(true, attempt);
  }
  return message;
}
