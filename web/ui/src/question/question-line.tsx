// The question line: as high as its text, up to three lines. The panel handles its keys.

import { type ReactElement, type Ref, useRef } from "react";
import { t } from "../messages/messages.ts";
import type { PanelController } from "../state/panel-controller.ts";
import type { PanelState } from "../state/panel-state.ts";
import { useAfterPress } from "./after-press.ts";
import { COMPLETIONS, currentCompletion } from "./completion-list.tsx";
import { useFittedHeight } from "./fitted-height.ts";

const NAME = t.findOrAskOnThisPage;

interface Props {
  readonly state: PanelState;
  readonly controller: PanelController;
  readonly field: Ref<HTMLTextAreaElement>;
}

export function QuestionLine({ state, controller, field }: Props): ReactElement {
  const own = useRef<HTMLTextAreaElement>(null);
  const { question } = state;

  useFittedHeight(own, question);
  const left = useAfterPress(() => {
    if (document.activeElement !== own.current) controller.dismissCompletions();
  });

  return (
    <textarea
      ref={(line) => {
        own.current = line;
        if (typeof field === "function") field(line);
        else if (field) field.current = line;
      }}
      className="question-line"
      rows={1}
      dir="auto"
      aria-label={NAME}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={state.completions.length > 0 ? COMPLETIONS : undefined}
      aria-activedescendant={currentCompletion(state)}
      placeholder={NAME}
      autoComplete="off"
      spellCheck={false}
      value={question}
      // What is pasted may have lines; a question is one.
      onChange={(event) => controller.type(event.target.value.replace(/\s*[\r\n]+\s*/g, " "))}
      onBlur={left}
    />
  );
}
