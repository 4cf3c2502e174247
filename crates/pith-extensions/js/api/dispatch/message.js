// `message_end`: another message of the same role may be kept; the next handler sees it.

export function messageEnd({ event, record }) {
  let changed = false;
  return {
    take(result) {
      if (typeof result?.message !== "object" || result.message === null) return;
      if (result.message.role !== event.message.role) {
        const { role } = event.message;
        record.failed("message_end", new Error(`a message of the role \`${role}\` cannot be replaced by one of the role \`${result.message.role}\``));
        return;
      }
      changed = true;
      event.message = result.message;
    },
    end: () => (changed ? { message: event.message } : undefined),
  };
}
