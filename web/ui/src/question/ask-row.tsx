// "Ask: …" below the question line: asks the typed text, and shows the key for it.

import type { ReactElement } from "react";
import { t } from "../messages/messages.ts";
import { enterDoes } from "../state/enter.ts";
import type { PanelController } from "../state/panel-controller.ts";
import type { PanelState } from "../state/panel-state.ts";

const CONTROL = /Mac/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

export function AskRow({
  state,
  controller,
}: {
  readonly state: PanelState;
  readonly controller: PanelController;
}): ReactElement {
  // Enter takes a chosen completion first.
  const byEnter = state.completion < 0 && enterDoes(state) === "ask";
  return (
    <button type="button" className="ask-row" onClick={() => controller.ask()}>
      <span className="asked-text">
        {t.askRow} <bdi>{state.question.trim()}</bdi>
      </span>{" "}
      <kbd>{byEnter ? "Enter" : t.withEnter(CONTROL)}</kbd>
    </button>
  );
}
