// What a person puts in: prompts, and commands for the shell.

/** `input`: changes chain; who handles or blocks it ends the walk. */
export function input({ event, record }) {
  let changed = false;
  let end;
  return {
    take(result) {
      if (result === undefined || result === null) return false;
      switch (typeof result === "object" ? (result.action ?? "continue") : undefined) {
        case "continue":
          return false;
        case "transform":
          changed = true;
          if (result.text !== undefined) event.text = String(result.text);
          if (result.images !== undefined) event.images = result.images;
          return false;
        case "handled":
          end = { action: "handled" };
          return true;
        case "block":
          // Whatever it gives as its reason, a gate that is shut stays shut.
          end = { action: "block", reason: typeof result.reason === "string" && result.reason.trim() ? result.reason : undefined };
          return true;
        default:
          record.failed("input", new Error(`an input cannot be answered with \`${String(result.action ?? result)}\`; there are the actions \`continue\`, \`transform\`, \`handled\` and \`block\``));
          return false;
      }
    },
    end: () => end ?? (changed ? { action: "transform", text: event.text, images: event.images } : undefined),
  };
}

/** `user_bash`: the first that brings a result, or a way to run it, counts; what is thrown fails the command. */
export function userBash({ event }) {
  let found;
  return {
    strict: true,
    take(result) {
      if (result === undefined || result === null) return false;
      if (typeof result.operations?.exec !== "function" && typeof result.result !== "object") {
        throw new TypeError("a handler of `user_bash` returned neither `operations` nor a `result`");
      }
      found = result;
      return true;
    },
    end() {
      if (found === undefined) return undefined;
      return found.result ? { result: found.result } : runBy(found.operations, event);
    },
  };
}

async function runBy(operations, { command, cwd }) {
  const chunks = [];
  const decoder = new TextDecoder();
  const onData = (data) => chunks.push(typeof data === "string" ? data : decoder.decode(data, { stream: true }));
  const { exitCode } = await operations.exec(command, cwd, { onData });
  return { result: { output: chunks.join("").trimEnd(), exitCode: exitCode ?? undefined, cancelled: false, truncated: false } };
}
