// The person's verdicts on answers: stored in this browser where that is allowed, else kept while the panel is open.
// Finds them on a page by their sentence and block, so that a verdict moves with its text and ends when it changes.

import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import { findBlock, placeOf } from "@wherein/reader/page/block-place.ts";
import { sentenceAround } from "@wherein/reader/page/sentences.ts";
import { blockAt } from "@wherein/reader/page/table-cell.ts";
import { type AskedQuestion, holdsFor } from "@wherein/reader/question/judged-question.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import type { JudgedRow, PageContent, VerdictStore } from "../links.ts";

/** A verdict on the open page; `span` is its current place, null with "not_here". */
export interface JudgedPlace {
  readonly row: JudgedRow;
  readonly span: Span | null;
  /** The marked words as an answer, with the verdict "span". */
  readonly marked: FoundAnswer | null;
  /** The words that were judged wrong as an answer, to be shown dim. */
  readonly wrong: FoundAnswer | null;
}

export class VerdictBook {
  readonly #store: VerdictStore;
  /** Verdicts that may not be stored. */
  #session: readonly JudgedRow[] = [];
  /** Verdicts that the server keeps. */
  #ofServer: readonly JudgedRow[] = [];

  constructor(store: VerdictStore) {
    this.#store = store;
  }

  /** The verdicts that hold on a page, oldest first. */
  async on(page: PageContent): Promise<readonly JudgedPlace[]> {
    const url = addressOf(page);
    const rows = [...(await this.#store.load()), ...this.#session, ...this.#ofServer]
      .filter((row) => row.url === url)
      .toSorted((a, b) => a.when - b.when);
    const places = await Promise.all(rows.map((row) => placed(row, page)));
    return places.filter((place) => place !== null);
  }

  /** Takes what the server keeps of a page; true where that is anything. */
  learn(rows: readonly JudgedRow[]): boolean {
    this.#ofServer = rows;
    return rows.length > 0;
  }

  /** Takes a verdict, in place of those that it contradicts. False where it holds only while the panel is open. */
  async add(
    page: PageContent,
    { question, typed }: AskedQuestion,
    verdict: JudgedRow["verdict"],
    span: Span | null,
    when: number,
  ): Promise<boolean> {
    const of = { url: addressOf(page), question, typed, verdict, when };
    const row = { ...of, ...(await placeIn(page, verdict === "not_here" ? null : span)) };
    const known = await this.on(page);
    const contradicted = known
      .filter((place) => holdsFor(place.row, row) && contradicts(verdict, span, place))
      .map((place) => place.row);
    await this.#remove(contradicted);
    if (!(await this.#store.keeps())) {
      this.#session = [...this.#session, row];
      return false;
    }
    await this.#store.save([...(await this.#store.load()), row]);
    return true;
  }

  /** Takes back all verdicts on a question, or those on one place; true where the server keeps one of them. */
  async withdraw(page: PageContent, asked: AskedQuestion, span: Span | null): Promise<boolean> {
    const known = await this.on(page);
    const gone = known.filter(
      (place) =>
        holdsFor(place.row, asked) &&
        (span === null || place.span === null || overlaps(place.span, span)),
    );
    await this.#remove(gone.map((place) => place.row));
    return gone.some(({ row }) => row.isOfServer);
  }

  async #remove(rows: readonly JudgedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const gone = new Set(rows.map((row) => JSON.stringify(row)));
    const stays = (row: JudgedRow) => !gone.has(JSON.stringify(row));
    this.#session = this.#session.filter(stays);
    this.#ofServer = this.#ofServer.filter(stays);
    const stored = await this.#store.load();
    if (!stored.every(stays)) await this.#store.save(stored.filter(stays));
  }
}

function contradicts(verdict: JudgedRow["verdict"], span: Span | null, old: JudgedPlace): boolean {
  const same = span !== null && old.span !== null && overlaps(span, old.span);
  if (verdict === "not_here") return old.row.verdict !== "wrong";
  if (verdict === "span") return same || ["span", "not_here"].includes(old.row.verdict);
  return same || (verdict === "right" && old.row.verdict === "not_here");
}

/** The address of a page without its fragment. */
function addressOf({ url }: PageContent): string {
  return url.split("#")[0] ?? url;
}

type Place = Pick<JudgedRow, "block" | "quote" | "quoteStart" | "start" | "length">;

async function placeIn(page: PageContent, span: Span | null): Promise<Place> {
  if (span === null) {
    return { block: await hashOf(page.text), quote: "", quoteStart: 0, start: 0, length: 0 };
  }
  const quote = quoteOf(page, span);
  const place = await placeOf(page.text, page.blocks, quote);
  return {
    block: place?.block ?? "",
    quote: page.text.slice(quote.start, quote.end),
    quoteStart: place?.quoteStart ?? 0,
    start: span.start - quote.start,
    length: span.end - span.start,
  };
}

async function placed(row: JudgedRow, page: PageContent): Promise<JudgedPlace | null> {
  if (row.verdict === "not_here") {
    return row.block === (await hashOf(page.text))
      ? { row, span: null, marked: null, wrong: null }
      : null;
  }
  const { block, quoteStart, quote, start, length } = row;
  const quoteSpan =
    block === ""
      ? foundAlone(page.text, quote)
      : await findBlock(page.text, page.blocks, { block, quoteStart }, quote);
  if (!quoteSpan) return null;
  const span = { start: quoteSpan.start + start, end: quoteSpan.start + start + length };
  return {
    row,
    span,
    marked: row.verdict === "span" ? answerAt(page, span) : null,
    wrong: row.verdict === "wrong" ? answerAt(page, span) : null,
  };
}

function foundAlone(text: string, quote: string): Span | null {
  const start = text.indexOf(quote);
  return quote === "" || start < 0 ? null : { start, end: start + quote.length };
}

function answerAt(page: PageContent, span: Span): FoundAnswer {
  const quoteSpan = quoteOf(page, span);
  const { text } = page;
  return {
    text: text.slice(span.start, span.end),
    span,
    quote: text.slice(quoteSpan.start, quoteSpan.end),
    quoteSpan,
    section: headingsAbove(page, span.start),
    confidence: 1,
    evidence: false,
    ...(blockAt(page.blocks, span.start)?.main === false && { main: false }),
  };
}

function quoteOf({ text, blocks }: PageContent, span: Span): Span {
  const around = sentenceAround(text, span, blockAt(blocks, span.start));
  return { start: Math.min(around.start, span.start), end: Math.max(around.end, span.end) };
}

/** The headings above a place, outermost first. */
function headingsAbove({ text, blocks }: PageContent, at: number): readonly string[] {
  const above: string[] = [];
  let level = Number.POSITIVE_INFINITY;
  for (const block of blocks.filter(({ start }) => start <= at).reverse()) {
    if (block.kind !== "heading" || (block.level ?? 1) >= level) continue;
    level = block.level ?? 1;
    above.unshift(text.slice(block.start, block.end).trim());
  }
  return above;
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
