// Questions asked before, with their answers: of this page, or of others.

import type { ReactElement } from "react";
import { beginning } from "../answers/clip.ts";
import type { AskedBefore } from "../links.ts";
import type { Current } from "../state/panel-state.ts";

/** Characters of an answer beside its question. */
const LONGEST = 160;

interface Props {
  readonly name: string;
  readonly asked: readonly AskedBefore[];
  readonly current: Current | null;
  /** The action of a click; null where the answer is on another page. */
  readonly take: ((asked: AskedBefore) => void) | null;
}

export function AskedList({ name, asked, current, take }: Props): ReactElement {
  return (
    <section>
      <h2>{name}</h2>
      <ol className="answers" aria-label={name}>
        {asked.map((each) => (
          <li key={`${each.question} ${each.url}`}>
            {take ? (
              <button
                type="button"
                className="item"
                aria-current={current?.span.start === each.span?.start && current !== null}
                onClick={() => take(each)}
              >
                <span dir="auto">{each.question}</span>
                <span className="meta" dir="auto">
                  <strong>{beginning(each.answer, LONGEST)}</strong>
                </span>
              </button>
            ) : (
              <div className="elsewhere">
                <div dir="auto">{each.question}</div>
                <div className="meta">
                  <strong>
                    <bdi>{beginning(each.answer, LONGEST)}</bdi>
                  </strong>
                  {" · "}
                  {each.url && /^https?:/.test(each.url) ? (
                    <a href={each.url} target="_blank" rel="noreferrer">
                      <bdi>{each.title || each.url}</bdi>
                    </a>
                  ) : (
                    <bdi>{each.title}</bdi>
                  )}
                </div>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
