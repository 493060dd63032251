// Draws what several documents say to one question, equal answers grouped, each answer once in its sentence.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import { ClippedItem } from "@wherein/ui/answers/clipped-item.tsx";
import { quoted } from "@wherein/ui/answers/quoted.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useId, useState } from "react";
import type { AskController } from "./ask-controller.ts";
import { isSame, keyOf, type Place, type SaidGroup } from "./ask-state.ts";

const SHOWN = 3;

interface Props {
  readonly groups: readonly SaidGroup[];
  readonly current: Place | null;
  readonly controller: AskController;
  /** One of the answers that can be copied and judged. */
  readonly draw: (answer: ServerAnswer) => ReactElement;
}

export function Agreement({ groups, ...props }: Props): ReactElement {
  return (
    <section className="agreement" aria-label={t.whatTheDocumentsSay}>
      {groups.map((group) => (
        <Group key={group.text} group={group} {...props} />
      ))}
    </section>
  );
}

function Group({
  group,
  current,
  controller,
  draw,
}: Omit<Props, "groups"> & { readonly group: SaidGroup }): ReactElement {
  const [all, setAll] = useState(false);
  const heading = useId();
  const { text, newest, documents, answers, others } = group;
  const shown = others.slice(0, all ? undefined : Math.max(0, SHOWN - answers.length));
  return (
    <>
      <h3 id={heading}>
        {t.countedDocumentsSay(documents)} <span dir="auto">“{squeezed(text)}”</span>
        {newest && t.theNewest}
      </h3>
      <ol className="answers" aria-labelledby={heading}>
        {answers.map(draw)}
        {shown.map((agreed) => (
          <li key={keyOf(agreed)}>
            <ClippedItem
              {...quoted(agreed.quote, agreed.text, agreed.start - agreed.quote_start)}
              kind="sentence"
              isCurrent={isSame(current, agreed)}
              go={() => controller.go(agreed)}
              facts={
                <span className="meta">
                  <span className="title" dir="auto">
                    {agreed.title}
                  </span>
                  {agreed.page != null && <span>{t.onPage(agreed.page)}</span>}
                  {agreed.date && <span>{day(agreed.date)}</span>}
                </span>
              }
            />
          </li>
        ))}
      </ol>
      {others.length > shown.length && (
        <button type="button" onClick={() => setAll(true)}>
          {t.showMoreOf(others.length - shown.length)}
        </button>
      )}
    </>
  );
}
