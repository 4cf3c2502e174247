// Tools of extensions as an agent runs them: with the context of the runner.

const FIELDS = ["name", "label", "description", "parameters", "outputSchema", "constrainedSampling", "prepareArguments", "executionMode"];

export function wrapRegisteredTool({ definition }, runner) {
  const tool = Object.fromEntries(FIELDS.map((field) => [field, definition[field]]));
  tool.execute = (id, params, signal, onUpdate) => definition.execute(id, params, signal, onUpdate, runner.createToolContext(id, signal));
  return tool;
}
export const wrapRegisteredTools = (tools, runner) => tools.map((tool) => wrapRegisteredTool(tool, runner));
