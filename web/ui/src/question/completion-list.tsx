// Completions of the half-typed question: a list below the question line, which keeps the focus.

import type { ReactElement } from "react";
import { t } from "../messages/messages.ts";
import type { PanelController } from "../state/panel-controller.ts";
import type { PanelState } from "../state/panel-state.ts";

export const COMPLETIONS = "completions";

const FROM = { question: t.askedHere, heading: t.headingSource, entity: t.onThisPage } as const;

/** The id of the current completion, for `aria-activedescendant`; undefined when none is. */
export function currentCompletion({ completion }: PanelState): string | undefined {
  return completion < 0 ? undefined : `${COMPLETIONS}-${completion}`;
}

export function CompletionList({
  state,
  controller,
}: {
  readonly state: PanelState;
  readonly controller: PanelController;
}): ReactElement | null {
  const { completions, completion } = state;
  if (completions.length === 0) return null;
  return (
    <div className="completions" id={COMPLETIONS} role="listbox" aria-label={t.completions}>
      {completions.map((each, i) => (
        // The question line has the focus and the keys (`aria-activedescendant`).
        <div
          key={each.text}
          id={`${COMPLETIONS}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === completion}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => controller.takeCompletion(each)}
          onKeyDown={(event) => event.key === "Enter" && controller.takeCompletion(each)}
        >
          <bdi>{each.text}</bdi> <span className="from">{FROM[each.from]}</span>
        </div>
      ))}
    </div>
  );
}
