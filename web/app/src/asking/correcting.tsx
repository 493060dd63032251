// The form in which an answer that was called wrong is put right. Draws a state; decides nothing.

import { beginning } from "@wherein/ui/answers/clip.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useEffect, useRef, useState } from "react";
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
  const [words, setWords] = useState("");
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
        <form
          onSubmit={(event) => {
            event.preventDefault();
            then(
              words.trim() === "" ? controller.correct("selection") : controller.correctTo(words),
            );
          }}
        >
          <label>
            {t.orTypeTheWordsAsThey}{" "}
            <input
              type="text"
              dir="auto"
              spellCheck={false}
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>{" "}
          <button type="submit">
            {words.trim() === "" ? t.theRightOneIsSelected : t.theseWordsAreRight}
          </button>
        </form>
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
