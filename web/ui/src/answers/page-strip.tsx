// A strip with ticks: where in the page's text the matches and answers are. The page itself is not changed for it.

import type { ReactElement } from "react";
import { t } from "../messages/messages.ts";
import { answersOf, type PanelState, perhapsOf } from "../state/panel-state.ts";
import { spread, type Tick } from "./spots.ts";

export function PageStrip({ state }: { readonly state: PanelState }): ReactElement | null {
  const { page, plain, current } = state;
  if (page.kind !== "open") return null;
  const length = Math.max(1, page.content.text.length);
  const ticks: Tick[] = [
    ...plain.spans.map(({ start }) => ({ at: start / length, kind: "plain" as const })),
    ...perhapsOf(state).map(({ span }) => ({ at: span.start / length, kind: "perhaps" as const })),
    ...answersOf(state).map(({ span }) => ({ at: span.start / length, kind: "answer" as const })),
  ];
  if (ticks.length === 0) return null;
  if (current) ticks.push({ at: current.span.start / length, kind: "current" });
  return (
    <div className="strip" aria-hidden="true" title={t.whereTheyAreFromThePage}>
      {spread(ticks).map(({ at, kind }) => (
        <span key={at} data-kind={kind} style={{ insetInlineStart: `${at * 100}%` }} />
      ))}
    </div>
  );
}
