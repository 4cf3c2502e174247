// A tool by which the model asks the person: a list that is drawn where there is a screen, a question where there is none.
import { DynamicBorder, type ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Container, SelectList, Text } from "@earendil-works/pi-tui";
import { Type } from "typebox";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "ask",
    label: "Ask",
    description: "Asks the person to choose one of several answers",
    promptSnippet: "Ask the person to choose",
    parameters: Type.Object({
      question: Type.String(),
      answers: Type.Array(Type.String(), { minItems: 2 }),
    }),

    async execute(_id, { question, answers }, _signal, _update, ctx) {
      const drawn = await ctx.ui.custom<{ answer?: string }>((_tui, theme, _keys, done) => {
        const list = new SelectList(answers.map((value) => ({ value, label: value })), 8, {
          selectedPrefix: (text) => theme.fg("accent", text),
          selectedText: (text) => theme.fg("accent", text),
          description: (text) => theme.fg("muted", text),
          scrollInfo: (text) => theme.fg("dim", text),
          noMatch: (text) => theme.fg("warning", text),
        });
        list.onSelect = (item) => done({ answer: item.value });
        list.onCancel = () => done({});
        const frame = new Container();
        frame.addChild(new DynamicBorder((text: string) => theme.fg("accent", text)));
        frame.addChild(new Text(theme.bold(question), 1, 0));
        frame.addChild(list);
        return {
          render: (width: number) => frame.render(width),
          invalidate: () => frame.invalidate(),
          handleInput: (keys: string) => list.handleInput(keys),
        };
      });
      // Nothing at all is the answer of a face without a screen.
      const answer = drawn === undefined ? await ctx.ui.select(question, answers) : drawn.answer;
      const text = answer === undefined ? "The person did not choose." : `The person chose: ${answer}`;
      return { content: [{ type: "text", text }], details: { answer } };
    },

    renderCall: (args, theme) => new Text(`${theme.fg("accent", "?")} ${args.question}`, 0, 0),
    renderResult: (result, _options, theme) => new Text(`${theme.fg("success", "→")} ${result.details?.answer ?? "no answer"}`, 0, 0),
  });
}
