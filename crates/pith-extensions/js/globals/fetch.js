// `fetch`: a request over the host's client, with an answer whose body arrives in pieces.
// Comes in: an address and options; goes out: a `Response`. Failures are `TypeError: fetch failed` with a cause, as in Node.

import { abort as abortNative, fetch as fetchNative, forget as forgetNative } from "pith:native/http";
import { blobAt } from "./url.js";
import { DOMException } from "./dom-exception.js";
import { bytesOfBody } from "./fetch/body.js";
import { bodySource, Request, Response } from "./fetch/message.js";
import { ReadableStream } from "./streams/readable.js";

export { Headers } from "./fetch/headers.js";
export { Request, Response };

let lastId = 0;
const noBody = new Set([101, 204, 205, 304]);

function failed(cause) {
  return new TypeError("fetch failed", { cause });
}

/** The body of an answer, pulled from the host piece by piece. */
function bodyStream(answer, signal, onEnd) {
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      signal.addEventListener("abort", () => {
        controller.error(signal.reason);
        answer.cancel();
      }, { once: true });
    },
    async pull(controller) {
      let bytes;
      try {
        bytes = await answer.read();
      } catch (error) {
        onEnd();
        throw signal.aborted ? signal.reason : new TypeError("terminated", { cause: error });
      }
      if (signal.aborted) return;
      if (bytes === null || bytes === undefined) {
        onEnd();
        controller.close();
      } else controller.enqueue(bytes);
    },
    cancel() {
      onEnd();
      answer.cancel();
    },
  });
}

async function dataUrl(url) {
  const match = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(url);
  if (!match) throw failed(new Error("invalid data URL"));
  const raw = decodeURIComponent(match[3]);
  const bytes = match[2] ? Uint8Array.from(atob(raw), (c) => c.charCodeAt(0)) : new TextEncoder().encode(raw);
  return new Response(bytes, { headers: { "content-type": match[1] || "text/plain;charset=US-ASCII" } });
}

export async function fetch(input, init) {
  const request = new Request(input, init);
  const { signal, url } = request;
  signal.throwIfAborted?.();
  if (url.startsWith("data:")) return dataUrl(url);
  if (url.startsWith("blob:")) {
    const blob = blobAt(url);
    if (!blob) throw failed(new Error("no such object"));
    return new Response(blob);
  }
  if (!/^https?:/.test(url)) throw failed(new Error(`unknown scheme`));
  const source = request[bodySource];
  const body = source ? await bytesOfBody(source) : null;
  const type = await source?.type;
  if (type && !request.headers.has("content-type")) request.headers.append("content-type", type);

  lastId += 1;
  const abortId = lastId;
  let onAbort;
  const aborted = new Promise((_, reject) => {
    onAbort = () => {
      abortNative(abortId);
      reject(signal.reason ?? new DOMException("This operation was aborted", "AbortError"));
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
  aborted.catch(() => {});
  const forget = () => {
    signal.removeEventListener("abort", onAbort);
    forgetNative(abortId);
  };
  let answer;
  try {
    const asked = fetchNative({ abortId, method: request.method, url, headers: [...request.headers], body, redirect: request.redirect });
    answer = await Promise.race([asked, aborted]);
  } catch (error) {
    forget();
    if (signal.aborted) throw signal.reason;
    throw failed(error);
  }
  const hasBody = !noBody.has(answer.status) && request.method !== "HEAD";
  if (!hasBody) {
    forget();
    answer.cancel();
  }
  const response = new Response(hasBody ? bodyStream(answer, signal, forget) : null, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
  return Object.assign(response, { url: answer.url, redirected: answer.redirected, type: "basic" });
}
