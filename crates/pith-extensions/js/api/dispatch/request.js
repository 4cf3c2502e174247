// What a request sends: messages, headers, payload.

const { stringify } = JSON;

/** `context` and `context_with_system`: messages that are returned, or changed in place. */
export function context({ event, held }) {
  return {
    take(result) {
      if (Array.isArray(result?.messages)) event.messages = result.messages;
    },
    end: () => (held.changed ? { messages: event.messages } : undefined),
  };
}

/** `before_provider_headers`: changed in place; null takes one away. */
export function headers({ event }) {
  return { take: () => false, end: () => ({ headers: event.headers }) };
}

/** `before_provider_request`: whatever is returned takes the payload's place; it may also be changed in place. */
export function payload({ event }) {
  const before = stringify(event.payload);
  return {
    take(result) {
      if (result !== undefined) event.payload = result;
    },
    end: () => (stringify(event.payload) === before ? undefined : { payload: event.payload }),
  };
}
