// Reads a live page once: its canonical text, its blocks, and the DOM ranges of any span.

import { type Block, CanonicalText } from "./canonical/canonical-text.ts";
import { blocksOf } from "./page/blocks.ts";
import { findMainElements } from "./page/main-text.ts";
import type { Span } from "./span.ts";
import type { Steps } from "./steps.ts";
import { type LiveTree, liveTree, type Reach, type Unread } from "./tree/live-tree.ts";
import { SourceMap, type SourceNode, type SourceNodes } from "./tree/source-map.ts";

const NOTHING_UNREAD: Unread = { frames: [], tooDeep: false };

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

  /** Reads all visible text of `document`, in steps; the blocks state which of it is main text. */
  static *reading(document: Document, reach: Reach): Steps<PageText> {
    const tree = yield* liveTree(document, reach);
    const canonical = new CanonicalText();
    const main = yield* findMainElements(tree.root);
    yield* blocksOf(canonical, [tree.root], main);
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
   * One range per text node that `span` touches, in order; around the field where the words are what a form field shows.
   * The joined texts of the others equal the span's text, apart from white space. Returns null where a node has left the page or its text has changed length; the page must then be read
   * again.
   */
  ranges(span: Span): Range[] | null {
    const found: { node: SourceNode; start: number; end: number }[] = [];
    for (const stretch of this.#map.sources(span)) {
      let place = stretch.start;
      while (place < stretch.end) {
        const { node, offset, length: whole } = this.#sources.at(place);
        if (!node.isConnected || (isText(node) && node.length < offset + 1)) return null;
        const length = Math.min(stretch.end - place, (isText(node) ? node.length : whole) - offset);
        const last = found.at(-1);
        if (last && last.node === node) last.end = offset + length;
        else found.push({ node, start: offset, end: offset + length });
        place += length;
      }
    }
    return found.map(({ node, start, end }) => {
      const range = node.ownerDocument.createRange();
      // What a field shows is no part of the document: the range is around the field.
      if (!isText(node)) range.selectNode(node);
      else {
        range.setStart(node, start);
        range.setEnd(node, end);
      }
      return range;
    });
  }

  /** The span that a range of the page covers; null where it covers no text that was read. */
  spanOf(range: Range): Span | null {
    const sources = this.#sources.within(range);
    return sources && this.#map.covering(sources);
  }
}

function isText(node: SourceNode): node is Text {
  return node.nodeType === Node.TEXT_NODE;
}
