// The gate before a tool, and the patches after it.

/** `tool_call`: arguments are changed in place; the first that blocks ends the walk; what is thrown blocks. */
export async function toolCall(walk) {
  let verdict = {};
  await walk.strictly((result) => {
    if (result) verdict = result;
    return result?.block === true;
  });
  const { block, reason, terminate } = verdict;
  return { block: block === true, reason, terminate: terminate === true, input: walk.event.input };
}

const PATCHED = ["content", "details", "structuredContent", "isError", "usage"];

/** `tool_result`: fields that are returned replace the old ones; new content without structured content drops that. */
export async function toolResult(walk) {
  const patch = {};
  await walk.each((result) => {
    if (typeof result !== "object" || result === null) return;
    if (result.content !== undefined && result.structuredContent === undefined) {
      delete walk.event.structuredContent;
      delete patch.structuredContent;
    }
    for (const field of PATCHED) {
      if (result[field] === undefined) continue;
      walk.event[field] = result[field];
      patch[field] = result[field];
    }
  });
  return Object.keys(patch).length > 0 ? patch : undefined;
}
