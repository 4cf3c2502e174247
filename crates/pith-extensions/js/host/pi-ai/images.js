// Pictures made by a model: the wire of OpenRouter, and whatever an extension registers.

import { fetch } from "../../globals/fetch.js";
import { getIdentityHeaders } from "./attribution.js";
import { calculateCost } from "./models.js";
import { ownImages } from "./registry.js";

/** An answer without pictures. */
export const noImages = (model, error, stopReason = "error") => ({
  api: model.api, provider: model.provider, model: model.id, output: [], stopReason, errorMessage: error, timestamp: Date.now(),
});

const part = (item) => (item.type === "text" ? { type: "text", text: item.text } : { type: "image_url", image_url: { url: `data:${item.mimeType};base64,${item.data}` } });

function usageOf(model, told) {
  if (!told) return undefined;
  const cacheRead = told.prompt_tokens_details?.cached_tokens ?? 0;
  const cacheWrite = told.prompt_tokens_details?.cache_write_tokens ?? 0;
  const input = Math.max(0, (told.prompt_tokens ?? 0) - cacheRead - cacheWrite);
  const output = told.completion_tokens ?? 0;
  const usage = { input, output, cacheRead, cacheWrite, totalTokens: told.total_tokens ?? input + output + cacheRead + cacheWrite };
  calculateCost(model, usage);
  return usage;
}

/** Never rejects: what went wrong is said in the answer. */
export async function generateImagesOpenRouter(model, context, options = {}) {
  const { apiKey, signal } = options;
  try {
    if (!apiKey) return noImages(model, `No API key for provider: ${model.provider}`);
    if (signal?.aborted) return noImages(model, "Request aborted", "aborted");
    let payload = {
      model: model.id,
      messages: [{ role: "user", content: context.input.map(part) }],
      stream: false,
      modalities: model.output?.includes("text") ? ["image", "text"] : ["image"],
    };
    payload = (await options.onPayload?.(payload, model)) ?? payload;
    const headers = new globalThis.Headers({ authorization: `Bearer ${apiKey}`, accept: "application/json", "content-type": "application/json" });
    for (const set of [getIdentityHeaders(model, options.identity), model.headers, options.headers]) {
      for (const [name, value] of Object.entries(set ?? {})) value === null ? headers.delete(name) : headers.set(name, value);
    }
    const response = await fetch(`${model.baseUrl.replace(/\/+$/, "")}/chat/completions`, { method: "POST", headers, body: JSON.stringify(payload), signal });
    const body = await response.text();
    if (!response.ok) return noImages(model, `${response.status}: ${body.slice(0, 4000)}`);
    await options.onResponse?.({ status: response.status, headers: Object.fromEntries(response.headers) }, model);
    const { id, choices, usage } = JSON.parse(body);
    const message = choices?.[0]?.message ?? {};
    const output = typeof message.content === "string" && message.content ? [{ type: "text", text: message.content }] : [];
    for (const { image_url: given } of message.images ?? []) {
      const found = /^data:([^;,]+);base64,(.*)$/s.exec(typeof given === "string" ? given : (given?.url ?? ""));
      if (found) output.push({ type: "image", mimeType: found[1], data: found[2] });
    }
    const told = usageOf(model, usage);
    return {
      api: model.api, provider: model.provider, model: model.id, output, stopReason: "stop", timestamp: Date.now(),
      ...(id === undefined ? {} : { responseId: id }), ...(told === undefined ? {} : { usage: told }),
    };
  } catch (error) {
    if (signal?.aborted) return noImages(model, "Request aborted", "aborted");
    return noImages(model, error instanceof Error ? error.message : String(error));
  }
}

export function getImagesApiProvider(api) {
  return ownImages(api) ?? (api === "openrouter-images" ? { api, generateImages: generateImagesOpenRouter } : undefined);
}
export async function generateImages(model, context, options) {
  const provider = getImagesApiProvider(model.api);
  if (!provider) throw new Error(`No API provider registered for api: ${model.api}`);
  return provider.generateImages(model, context, options);
}
