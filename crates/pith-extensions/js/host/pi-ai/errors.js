// What went wrong with an answer: too long, worth another try, or neither.

const tooLong = [
  /prompt is too long/i, /context[_ ]length[_ ]exceeded/i, /maximum context length/i, /exceeds the (?:context window|maximum number of tokens|limit of)/i,
  /input token count.*exceeds/i, /too many tokens/i, /token limit exceeded/i, /context window (?:exceeds|is full)/i, /request_too_large/i,
  /exceeded model token limit/i, /greater than the context length/i, /input is too long/i,
];
const passing = /overloaded|rate.?limit|too many requests|\b(?:408|429|500|502|503|504|520|522|524|529)\b|service.?unavailable|server error|internal error|timed? ?out|connection|network|socket hang up|fetch failed|terminated|ECONN|EPIPE/i;
const final = /quota|billing|insufficient|credit|usage limit/i;

export const getOverflowPatterns = () => [...tooLong];

export function isContextOverflow(message, contextWindow) {
  if (message.stopReason === "error") return tooLong.some((pattern) => pattern.test(message.errorMessage ?? ""));
  const used = (message.usage?.input ?? 0) + (message.usage?.cacheRead ?? 0);
  return Boolean(contextWindow) && message.stopReason === "stop" && used > contextWindow;
}
export const isRetryableAssistantError = (message) =>
  message.stopReason === "error" && !isContextOverflow(message) && passing.test(message.errorMessage ?? "") && !final.test(message.errorMessage ?? "");

/** Cut off below what it was meant to have: the conversation had no room, or the provider stopped it. */
export const isRecoverableLength = (message, desiredMaxOutput) => message.stopReason === "length" && message.usage.output < desiredMaxOutput;

export const DEFAULT_MAX_AGENT_RETRY_DELAY_MS = 60000;
export const retryDelayMs = ({ baseDelayMs, maxAgentDelayMs = DEFAULT_MAX_AGENT_RETRY_DELAY_MS }, attempt) => Math.min(maxAgentDelayMs, baseDelayMs * 2 ** (attempt - 1));

export function formatThrownValue(value) {
  if (value instanceof Error) return value.message || value.name;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
export function extractDiagnosticError(error) {
  if (!(error instanceof Error)) return { message: formatThrownValue(error) };
  return { name: error.name, message: error.message, stack: error.stack, ...(error.code === undefined ? {} : { code: error.code }) };
}
export const createAssistantMessageDiagnostic = (type, error, details) => ({
  type, timestamp: Date.now(), error: extractDiagnosticError(error), ...(details === undefined ? {} : { details }),
});
export function appendAssistantMessageDiagnostic(message, diagnostic) {
  message.diagnostics = [...(message.diagnostics ?? []), diagnostic];
}
