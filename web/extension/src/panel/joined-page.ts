// Joins several frames to one page: their texts one after another, with places mapped in both directions. Pure: knows
// snapshots and spans, no port.

import type { Span } from "@wherein/anchoring/span.ts";
import type { PageContent } from "@wherein/ui/links.ts";
import type { PageSnapshot } from "../messages.ts";

// A frame begins a block of its own.
const BETWEEN = "\n\n";

/** A frame's snapshot and where its text begins in the whole. */
export interface Part {
  readonly snapshot: PageSnapshot;
  readonly base: number;
}

export interface JoinedPage {
  readonly content: PageContent;
  /** In the order of the snapshots given. */
  readonly parts: readonly Part[];
}

/** The page's own snapshot first, then those of its frames. */
export function joinPage(revision: number, [top, ...frames]: readonly PageSnapshot[]): JoinedPage {
  if (!top) throw new Error("a page without a snapshot");
  const parts: Part[] = [];
  const blocks: PageContent["blocks"][number][] = [];
  let text = "";
  for (const snapshot of [top, ...frames]) {
    if (text !== "" && snapshot.text !== "") text += BETWEEN;
    const base = text.length;
    parts.push({ snapshot, base });
    for (const block of snapshot.blocks) {
      blocks.push({ ...block, start: block.start + base, end: block.end + base });
    }
    text += snapshot.text;
  }
  const unread = [top, ...frames].flatMap(({ unreadFrames }) => unreadFrames);
  for (const { url } of frames) {
    const at = unread.indexOf(hostOf(url));
    if (at >= 0) unread.splice(at, 1);
  }
  const { url, title, language } = top;
  const content = { revision, url, title, language, text, blocks, unreadFrames: unread };
  const tooDeep = [top, ...frames].some((snapshot) => snapshot.tooDeep);
  return { content: tooDeep ? { ...content, tooDeep } : content, parts };
}

/** The spans within one part, as places in that part. */
export function spansWithin({ snapshot, base }: Part, spans: readonly Span[]): Span[] {
  const end = base + snapshot.text.length;
  return spans
    .filter((span) => span.start >= base && span.end <= end)
    .map((span) => ({ start: span.start - base, end: span.end - base }));
}

/** A part's spans as places in the whole text. */
export function spansInWhole({ base }: Part, spans: readonly Span[]): Span[] {
  return spans.map(({ start, end }) => ({ start: start + base, end: end + base }));
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url : url;
}
