// The page that lists the keys.

import { t } from "@wherein/ui/messages/messages.ts";
import type { ReactElement } from "react";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", t.toTheQuestionLine],
  [t.enter, t.askThenTheNextAnswer],
  [t.shiftEnter, t.theAnswerBefore],
  [t.f3CtrlGG, t.nextWithShiftPrevious],
  [t.alt1Alt9, t.toThatAnswer],
  ["↑ ↓", t.amongTheCompletionsAndAmongThe],
  ["F6", t.fromTheQuestionToItsAnswers],
  [t.ctrlCOnAnAnswer, t.copyItWithItsSentenceAnd],
  [t.ctrlFF, t.searchTheOpenDocumentPressedAgain],
  ["Alt+A", t.fromOneDocumentBackToThe],
  ["Alt+M", t.askByVoicePressItAgain],
  ["Alt+R", t.readTheAnswerAloudOrStop],
  [t.esc, t.stopListeningReadingAloudOrAnswering],
  [t.tab, t.toEveryListEveryButtonAnd],
  ["?", t.thisPage],
];

export function KeysView(): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys where it holds nothing to press.
    <main className="page" tabIndex={0}>
      <h1>{t.keys}</h1>
      <dl className="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
