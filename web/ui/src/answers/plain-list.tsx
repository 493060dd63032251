// The list of literal matches with the words around them.

import type { Span } from "@wherein/anchoring/span.ts";
import type { ReactElement } from "react";
import { t } from "../messages/messages.ts";
import type { PanelController } from "../state/panel-controller.ts";
import { type PanelState, same } from "../state/panel-state.ts";

// More rows than anyone reads; next and previous go through all.
const ROWS = 50;
const AROUND = 40;

export function PlainList({
  state,
  controller,
}: {
  readonly state: PanelState;
  readonly controller: PanelController;
}): ReactElement | null {
  const { plain, page } = state;
  if (plain.spans.length === 0 || page.kind !== "open") return null;
  const { text } = page.content;
  return (
    <section className="plain">
      {/* Alone, the status line has said so. */}
      {state.asked && <h2>{t.countedPlainMatches(plain.spans.length)}</h2>}
      <ol className="answers" aria-label={t.plainMatches}>
        {plain.spans.slice(0, ROWS).map((span) => {
          const current = { kind: "plain", span } as const;
          const { before, match, after } = context(text, span);
          return (
            <li key={span.start}>
              <button
                type="button"
                className="item"
                aria-current={same(state.current, current)}
                onClick={() => controller.go(current)}
              >
                <span className="quote" dir="auto">
                  {before}
                  <strong>{match}</strong>
                  {after}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {plain.spans.length > ROWS && <p className="note">{t.firstAreListed(ROWS)}</p>}
    </section>
  );
}

/** The words around a match within its line, cut between words. */
function context(text: string, { start, end }: Span): Record<"before" | "match" | "after", string> {
  const head =
    text
      .slice(Math.max(0, start - AROUND), start)
      .split("\n")
      .at(-1) ?? "";
  const tail = text.slice(end, end + AROUND).split("\n")[0] ?? "";
  return {
    before: head.length < AROUND ? head : `…${head.replace(/^\S*\s/u, "")}`,
    match: text.slice(start, end),
    after: tail.length < AROUND ? tail : `${tail.replace(/\s\S*$/u, "")}…`,
  };
}
