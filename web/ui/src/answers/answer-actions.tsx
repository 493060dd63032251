// The actions on an answer: copy, link, right, wrong, and marking the right place.

import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { type ReactElement, useRef } from "react";
import { Icon } from "../icons.tsx";
import type { PanelController } from "../state/panel-controller.ts";
import { type Copied, keyOf, type PanelState } from "../state/panel-state.ts";
import { ReadAloud } from "../voice/voice-places.tsx";

interface Props {
  readonly answer: FoundAnswer;
  readonly state: PanelState;
  readonly controller: PanelController;
}

export function AnswerActions({ answer, state, controller }: Props): ReactElement {
  const isCopied = (what: Copied["what"]) =>
    state.copied?.what === what && state.copied.key === keyOf(answer);
  const verdict = state.verdicts[keyOf(answer)];
  const correcting = state.correcting && keyOf(state.correcting) === keyOf(answer);
  const wrong = useRef<HTMLButtonElement>(null);
  // The buttons go; the focus would be lost with them.
  const done = (does: () => unknown) => () => {
    wrong.current?.focus();
    void does();
  };
  return (
    <>
      <div className="actions">
        <button type="button" onClick={() => void controller.copy(answer)}>
          <Icon name="copy" /> {isCopied("answer") ? "Copied" : "Copy"}
        </button>
        <button type="button" onClick={() => void controller.copyLink(answer)}>
          <Icon name="link" /> {isCopied("link") ? "Link copied" : "Link"}
        </button>
        <ReadAloud
          desk={controller.voice}
          answer={keyOf(answer)}
          passage={() => controller.passage(answer)}
        />
        {controller.keepsFeedback && (
          <>
            <button
              type="button"
              aria-pressed={verdict === "right"}
              onClick={() => void controller.feedback.judge(answer, "right")}
            >
              <Icon name="right" /> Right
            </button>
            <button
              ref={wrong}
              type="button"
              aria-pressed={verdict === "wrong"}
              onClick={() => void controller.feedback.judge(answer, "wrong")}
            >
              <Icon name="wrong" /> Wrong
            </button>
          </>
        )}
      </div>
      {correcting && (
        <div className="correcting">
          <p>Select the right words in the page, then press the first button.</p>
          <button type="button" onClick={() => void controller.feedback.correct("selection")}>
            The right one is selected
          </button>
          <button type="button" onClick={done(() => controller.feedback.correct("nowhere"))}>
            It isn’t on this page
          </button>
          <button type="button" title="Esc" onClick={done(() => controller.feedback.leave())}>
            Cancel
          </button>
        </div>
      )}
    </>
  );
}
