// What a request sends: messages, headers, payload.

/** `context` and `context_with_system`: messages that are returned, or changed in place. */
export async function context(walk) {
  await walk.each((result) => {
    if (Array.isArray(result?.messages)) walk.event.messages = result.messages;
  });
  return { messages: walk.event.messages };
}

/** `before_provider_headers`: changed in place; null takes one away. */
export async function headers(walk) {
  await walk.each(() => {});
  return { headers: walk.event.headers };
}

/** `before_provider_request`: whatever is returned takes the payload's place. */
export async function payload(walk) {
  let changed = false;
  await walk.each((result) => {
    if (result === undefined) return;
    changed = true;
    walk.event.payload = result;
  });
  return changed ? { payload: walk.event.payload } : undefined;
}
