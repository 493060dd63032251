// The actions on an answer: copy, link, right, wrong, and marking the right place.

import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { t } from "../messages/messages.ts";
import { RightWords } from "../right-words.tsx";
import type { PanelController } from "../state/panel-controller.ts";
import { keyOf, type PanelState } from "../state/panel-state.ts";
import { ReadAloud } from "../voice/voice-places.tsx";
import { AnswerButtons } from "./answer-buttons.tsx";

interface Props {
  readonly answer: FoundAnswer;
  readonly number: number;
  readonly state: PanelState;
  readonly controller: PanelController;
}

export function AnswerActions({ answer, number, state, controller }: Props): ReactElement {
  const { what, key } = state.copied ?? {};
  const isOwn = key === keyOf(answer) && (what === "answer" || what === "link");
  const copied = isOwn ? what : null;
  const correcting = state.correcting && keyOf(state.correcting) === keyOf(answer);
  const wrong = useRef<HTMLButtonElement>(null);
  // The buttons go; the focus would be lost with them.
  const done = (does: () => unknown) => () => {
    wrong.current?.focus();
    void does();
  };
  return (
    <>
      <AnswerButtons
        number={number}
        copied={copied}
        verdict={state.verdicts[keyOf(answer)]}
        copy={() => void controller.copy(answer)}
        copyLink={() => void controller.copyLink(answer)}
        judge={
          controller.keepsFeedback
            ? (verdict) => void controller.feedback.judge(answer, verdict)
            : null
        }
        wrong={wrong}
        readAloud={
          <ReadAloud
            desk={controller.voice}
            answer={keyOf(answer)}
            number={number}
            passage={() => controller.passage(answer)}
          />
        }
      />
      {correcting && (
        <Correcting controller={controller}>
          <button type="button" onClick={done(() => controller.feedback.correct("nowhere"))}>
            {t.itIsnTOnThisPage}
          </button>
          <button type="button" onClick={done(() => controller.feedback.leave())}>
            {t.onlyMarkItWrong}
          </button>
          <button type="button" title="Esc" onClick={done(() => controller.feedback.cancel())}>
            {t.cancel}
          </button>
        </Correcting>
      )}
    </>
  );
}

/** The form in which the right words are selected or typed; `children` are the ways out of it. */
function Correcting({
  controller,
  children,
}: Pick<Props, "controller"> & { readonly children: ReactNode }): ReactElement {
  const { feedback } = controller;
  const form = useRef<HTMLElement>(null);
  // The next step is here.
  useEffect(() => form.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={form} tabIndex={-1} className="correcting" aria-label={t.correction}>
      <p>{t.selectTheRightWordsInThePage}</p>
      <RightWords
        onGiven={(words) =>
          void (words ? feedback.correctTo(words) : feedback.correct("selection"))
        }
      />
      {children}
    </section>
  );
}
