// What a request sends: messages, headers, payload.

const { stringify } = JSON;

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

/** `before_provider_request`: whatever is returned takes the payload's place; it may also be changed in place. */
export async function payload(walk) {
  const before = stringify(walk.event.payload);
  await walk.each((result) => {
    if (result !== undefined) walk.event.payload = result;
  });
  return stringify(walk.event.payload) === before ? undefined : { payload: walk.event.payload };
}
