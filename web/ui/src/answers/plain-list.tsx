// The list of literal matches with the words around them.

import type { Span } from "@wherein/anchoring/span.ts";
import type { ReactElement } from "react";
import type { PanelController } from "../state/panel-controller.ts";
import { type PanelState, same } from "../state/panel-state.ts";
import { count } from "../state/words.ts";

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
      {state.asked && <h2>{count(plain.spans.length, "plain match", "plain matches")}</h2>}
      <ol className="answers" aria-label="Plain matches">
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
      {plain.spans.length > ROWS && (
        <p className="note">The first {ROWS} are listed; next and previous go through all.</p>
      )}
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
