// Reads a live page once: its canonical text, its blocks, and the DOM ranges of any span.

import { addBlocks } from "./blocks.ts";
import { type Block, CanonicalText } from "./canonical-text.ts";
import { type LiveTree, liveTree, type Reach, type Unread } from "./live-tree.ts";
import { mainElements } from "./main-text.ts";
import { SourceMap, type SourceNodes } from "./source-map.ts";
import type { Span } from "./span.ts";

const NOTHING_UNREAD: Unread = { frames: [], drafts: 0 };

export class PageText {
  readonly #map: SourceMap;
  readonly #sources: SourceNodes;

  private constructor(
    readonly text: string,
    readonly blocks: readonly Block[],
    readonly unread: Unread,
    /** The documents and shadow roots that were read. */
    readonly roots: readonly Node[],
    map: SourceMap,
    sources: SourceNodes,
  ) {
    this.#map = map;
    this.#sources = sources;
  }

  /** Reads all visible text of `document` now; the blocks state which of it is main text. */
  static read(document: Document, reach: Reach): PageText {
    const tree = liveTree(document, reach);
    const canonical = new CanonicalText();
    addBlocks(canonical, [tree.root], mainElements(tree.root));
    return PageText.of(canonical, tree.sources, tree);
  }

  /** A text that was assembled elsewhere, from nodes in `sources`. */
  static of(
    canonical: CanonicalText,
    sources: SourceNodes,
    { unread, roots }: Pick<LiveTree, "unread" | "roots"> = { unread: NOTHING_UNREAD, roots: [] },
  ): PageText {
    const traced = canonical.traced();
    return new PageText(
      traced.text,
      canonical.blocks,
      unread,
      roots,
      new SourceMap(traced),
      sources,
    );
  }

  /**
   * One range per text node that `span` touches, in order. Their joined texts equal the span's text, apart from white
   * space. Returns null where a node has left the page or its text has changed length; the page must then be read
   * again.
   */
  ranges(span: Span): Range[] | null {
    const found: { node: Text; start: number; end: number }[] = [];
    for (const stretch of this.#map.sources(span)) {
      let place = stretch.start;
      while (place < stretch.end) {
        const { node, offset } = this.#sources.at(place);
        // `at` gives the last node that begins at or before the place, so at least one unit is left.
        const length = Math.min(stretch.end - place, node.data.length - offset);
        if (!node.isConnected || length <= 0) return null;
        const last = found.at(-1);
        if (last && last.node === node) last.end = offset + length;
        else found.push({ node, start: offset, end: offset + length });
        place += length;
      }
    }
    return found.map(({ node, start, end }) => {
      const range = node.ownerDocument.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range;
    });
  }

  /** The span that a range of the page covers; null where it covers no text that was read. */
  spanOf(range: Range): Span | null {
    const sources = this.#sources.within(range);
    return sources && this.#map.covering(sources);
  }
}
