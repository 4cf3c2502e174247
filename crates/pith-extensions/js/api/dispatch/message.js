// `message_end`: another message of the same role may be kept; the next handler sees it.

export async function messageEnd(walk) {
  let changed = false;
  await walk.each((result) => {
    if (typeof result?.message !== "object" || result.message === null) return;
    if (result.message.role !== walk.event.message.role) {
      const { role } = walk.event.message;
      walk.record.failed("message_end", new Error(`a message of the role \`${role}\` cannot be replaced by one of the role \`${result.message.role}\``));
      return;
    }
    changed = true;
    walk.event.message = result.message;
  });
  return changed ? { message: walk.event.message } : undefined;
}
