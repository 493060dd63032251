// Draws the answers of several documents to one question, equal ones grouped, each with its sentence.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { AskResponse } from "@wherein/api-client/server.ts";
import { ClippedItem } from "@wherein/ui/answers/clipped-item.tsx";
import { quoted } from "@wherein/ui/answers/quoted.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useState } from "react";
import type { AskController } from "./ask-controller.ts";
import { isSame, keyOf, type Place } from "./ask-state.ts";

const SHOWN = 3;

interface Props {
  readonly agreement: AskResponse["agreement"];
  readonly current: Place | null;
  readonly controller: AskController;
}

export function Agreement({ agreement, current, controller }: Props): ReactElement | null {
  if (agreement.length === 0) return null;
  return (
    <section className="agreement" aria-label={t.whatTheDocumentsSay}>
      {agreement.map((group) => (
        <Group key={group.text} group={group} current={current} controller={controller} />
      ))}
    </section>
  );
}

function Group({
  group,
  current,
  controller,
}: Omit<Props, "agreement"> & {
  readonly group: AskResponse["agreement"][number];
}): ReactElement {
  const [all, setAll] = useState(false);
  const { text, newest, answers } = group;
  const shown = answers.slice(0, all ? undefined : SHOWN);
  return (
    <>
      <h3>
        {t.countedDocumentsSay(answers.length)} <span dir="auto">“{squeezed(text)}”</span>
        {newest && t.theNewest}
      </h3>
      <ul>
        {shown.map((answer) => (
          <li key={keyOf(answer)}>
            <ClippedItem
              {...quoted(answer.quote, answer.text, answer.start - answer.quote_start)}
              kind="sentence"
              isCurrent={isSame(current, answer)}
              go={() => controller.go(answer)}
              facts={
                <span className="meta">
                  <span className="title" dir="auto">
                    {answer.title}
                  </span>
                  {answer.page != null && <span>{t.onPage(answer.page)}</span>}
                  {answer.date && <span>{day(answer.date)}</span>}
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {answers.length > shown.length && (
        <button type="button" onClick={() => setAll(true)}>
          {t.showMoreOf(answers.length - shown.length)}
        </button>
      )}
    </>
  );
}
