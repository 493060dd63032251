// The form in which an answer that was called wrong is put right. Draws a state; decides nothing.

import { beginning } from "@wherein/ui/answers/clip.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { RightWords } from "@wherein/ui/right-words.tsx";
import { type ReactElement, useEffect, useRef } from "react";
import type { AskController } from "./ask-controller.ts";
import { type AskState, isTelling } from "./ask-state.ts";
import { focusShown, toAnswers } from "./focus.ts";

interface Props {
  readonly state: AskState;
  readonly controller: AskController;
}

/** What can be said of an answer that was called wrong, or where none was found, until it is said or left. */
export function Correcting({ state, controller }: Props): ReactElement {
  const { correcting, correctionNote, opened } = state;
  const form = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer that is wrong is the reason to run again.
  useEffect(() => {
    const { activeElement } = document;
    // Whoever went on to something else meanwhile is not taken from it.
    const isFree = !activeElement || activeElement === document.body;
    if (isFree || activeElement.closest(".answer .actions")) focusShown(form.current);
  }, [correcting]);
  const then = (does: Promise<void>) =>
    void does.then(() => {
      if (isTelling(controller.store.snapshot())) return;
      // What is selected would cover the new mark.
      document.getSelection()?.removeAllRanges();
      toAnswers();
    });
  const isOpen = opened.kind === "open";
  return (
    <section ref={form} tabIndex={-1} className="correcting" aria-label={t.correction}>
      {correcting && <p dir="auto">{t.thisIsWrong(beginning(correcting.text, 120))}</p>}
      <p>{isOpen ? t.selectTheRightWordsInThe : t.openTheDocumentThatHasThe}</p>
      {isOpen && (
        <RightWords
          onGiven={(words) =>
            then(words ? controller.correctTo(words) : controller.correct("selection"))
          }
        />
      )}
      {correctionNote !== "" && <p role="alert">{correctionNote}</p>}
      {(correcting || isOpen) && (
        <button type="button" onClick={() => then(controller.correct("nowhere"))}>
          {t.itIsnTInThisDocument}
        </button>
      )}
      {correcting && (
        <button type="button" onClick={() => then(controller.leaveCorrection())}>
          {t.onlyMarkItWrong}
        </button>
      )}
      <button type="button" title="Esc" onClick={() => then(controller.cancelCorrection())}>
        {t.cancel}
      </button>
    </section>
  );
}
