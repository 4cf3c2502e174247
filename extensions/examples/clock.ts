// How long this conversation and its last run have taken: a widget that draws itself, and a key that hides it.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const words = (ms: number) => {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

export default function (pi: ExtensionAPI) {
  const begun = Date.now();
  let runBegun = 0;
  let last = "nothing yet";
  let shown = true;

  pi.on("session_start", (_event, ctx) => show(ctx.ui));
  pi.on("agent_start", () => {
    runBegun = Date.now();
  });
  pi.on("agent_settled", () => {
    last = words(Date.now() - runBegun);
  });
  pi.registerShortcut("ctrl+alt+t", {
    description: "Show or hide the clock",
    handler: (ctx) => {
      shown = !shown;
      show(ctx.ui);
    },
  });

  function show(ui: any) {
    if (!shown) return ui.setWidget("clock", undefined);
    return ui.setWidget("clock", (tui: any, theme: any) => {
      const tick = setInterval(() => tui.requestRender(), 1000);
      return {
        render: (width: number) => [theme.fg("dim", `${words(Date.now() - begun)} here, last run ${last}`.slice(0, width))],
        invalidate() {},
        dispose: () => clearInterval(tick),
      };
    });
  }
}
