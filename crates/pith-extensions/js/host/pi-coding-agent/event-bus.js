// Channels for events inside one extension.

/** Channels inside one extension; `pi.events` reaches the others. */
export function createEventBus() {
  const channels = new Map();
  return {
    emit(channel, data) {
      for (const handler of [...(channels.get(channel) ?? [])]) {
        Promise.resolve().then(() => handler(data));
      }
    },
    on(channel, handler) {
      channels.set(channel, [...(channels.get(channel) ?? []), handler]);
      return () => channels.set(channel, (channels.get(channel) ?? []).filter((one) => one !== handler));
    },
    clear: () => channels.clear(),
  };
}
