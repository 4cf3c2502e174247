// The gate before a tool, and the patches after it.

/** `tool_call`: arguments are changed in place; the first that blocks ends the walk; what is thrown blocks. */
export function toolCall({ event }) {
  let verdict = {};
  return {
    strict: true,
    take(result) {
      if (result) verdict = result;
      return result?.block === true;
    },
    end() {
      const { block, reason, terminate } = verdict;
      return { block: block === true, reason, terminate: terminate === true, input: event.input };
    },
  };
}

const PATCHED = ["content", "details", "structuredContent", "isError", "usage"];

const { stringify } = JSON;

/**
 * `tool_result`: fields that are returned replace the old ones, and what is changed in place counts as well; new content
 * without structured content drops that.
 */
export function toolResult({ event }) {
  const patch = {};
  const before = PATCHED.map((field) => stringify(event[field]));
  return {
    take(result) {
      if (typeof result !== "object" || result === null) return;
      if (result.content !== undefined && result.structuredContent === undefined) {
        delete event.structuredContent;
        delete patch.structuredContent;
      }
      for (const field of PATCHED) {
        if (result[field] === undefined) continue;
        event[field] = result[field];
        patch[field] = result[field];
      }
    },
    end() {
      PATCHED.forEach((field, at) => {
        if (!(field in patch) && event[field] !== undefined && stringify(event[field]) !== before[at]) patch[field] = event[field];
      });
      return Object.keys(patch).length > 0 ? patch : undefined;
    },
  };
}
