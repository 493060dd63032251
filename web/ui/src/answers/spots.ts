// Places along a whole document, drawn as ticks: one for each spot. Values only.

export type TickKind = "ruled" | "plain" | "perhaps" | "answer" | "current";

/** A mark's place along the whole document: 0 at its top, 1 at its end. */
export interface Tick {
  readonly at: number;
  readonly kind: TickKind;
}

/** Of ticks on one spot the last kind is seen. */
const KINDS: readonly TickKind[] = ["ruled", "plain", "perhaps", "answer", "current"];
/** Closer ticks would be one line. */
const SPOTS = 250;

/** One tick for each spot, in no particular order. */
export function spread(ticks: readonly Tick[]): readonly Tick[] {
  const spots = new Map<number, Tick>();
  for (const { at, kind } of ticks) {
    const spot = Math.round(Math.min(1, Math.max(0, at)) * SPOTS);
    const before = spots.get(spot);
    if (before && KINDS.indexOf(before.kind) >= KINDS.indexOf(kind)) continue;
    spots.set(spot, { at: spot / SPOTS, kind });
  }
  return [...spots.values()];
}
