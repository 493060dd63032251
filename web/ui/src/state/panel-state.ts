// The panel's state, one value, and values derived from it. Pure functions: they use no page, reader or React.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { type FindOptions, PLAIN } from "@wherein/anchoring/places/find-literal.ts";
import { describe, findQuote } from "@wherein/anchoring/places/find-quote.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import { confirmedFirst } from "@wherein/reader/answers/confirmed-first.ts";
import type { Completion } from "@wherein/reader/page/completions.ts";
import { type AskedQuestion, holdsFor } from "@wherein/reader/question/judged-question.ts";
import { questionKey } from "@wherein/reader/question/question-key.ts";
import { haveWordsInCommon } from "@wherein/reader/question/question-wording.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import type {
  AskedBefore,
  PageContent,
  PageMarksWanted,
  ReadingState,
  Suggested,
  Trouble,
  Verdict,
} from "../links.ts";
import type { JudgedPlace } from "./verdict-book.ts";

/** More would hide the answers. */
const MOST_ALIKE = 2;

export type PageState =
  | { readonly kind: "attaching" }
  | { readonly kind: "open"; readonly content: PageContent }
  | { readonly kind: "closed"; readonly trouble: Trouble };

export interface PlainState {
  readonly spans: readonly Span[];
  readonly more: boolean;
  /** The error of an invalid regular expression. */
  readonly invalid: string | null;
  /** False until the page has been searched; before that, no matches do not mean "no match". */
  readonly looked: boolean;
}

/** The outcome of asking the server. */
export type ServerState =
  | { readonly kind: "asking" }
  | {
      readonly kind: "answered";
      readonly answers: readonly FoundAnswer[];
      readonly milliseconds: number;
    }
  | { readonly kind: "trouble"; readonly trouble: Trouble };

export interface Asked {
  readonly number: number;
  readonly question: string;
  /**
   * A pause in typing only reads ahead: it may be a fragment, so nothing scrolls before all is read, and no server is
   * told.
   */
  readonly by: "person" | "pause";
  /** Null until a passage was read. */
  readonly reading: ReadingState | null;
  readonly trouble: Trouble | null;
  /**
   * The corrected question: offered, and also read for where the question as typed has no answer, which is then
   * stated.
   */
  readonly meant: string | null;
  /** Null when the server was not asked. */
  readonly server: ServerState | null;
  /**
   * The best confidence of the small reader, because of which the server was asked; null where the person requested
   * it.
   */
  readonly unsure: number | null;
}

/** Nearest passages are shown when clicked; next and previous skip them. */
export type ItemKind = "answer" | "perhaps" | "plain" | "nearest";

/** The current item of the list. */
export interface Current {
  readonly kind: ItemKind;
  readonly span: Span;
}

/** The copied item: an answer or its link, named by `keyOf`, or all answers in one format. */
export interface Copied {
  readonly what: "answer" | "link" | "Markdown" | "annotations";
  /** Empty for all answers. */
  readonly key: string;
}

export interface PanelState {
  readonly question: string;
  readonly options: FindOptions;
  readonly page: PageState;
  readonly readerReady: boolean;
  readonly readerTrouble: Trouble | null;
  /** True where a server is paired and switched on, so that it may be asked. */
  readonly paired: boolean;
  readonly plain: PlainState;
  readonly asked: Asked | null;
  readonly current: Current | null;
  /** True where the person chose the current item, which a better answer then does not replace. */
  readonly chosen: boolean;
  /** The page's popular questions, shown before a question, and similar questions of other pages, shown after. */
  readonly top: readonly AskedBefore[];
  readonly similar: readonly AskedBefore[];
  /** What this browser remembers of the page; null until that is known. */
  readonly recalled: readonly Suggested[] | null;
  /** Questions that the page answers, for a page without earlier questions. */
  readonly suggested: readonly Suggested[];
  /** The completions of the half-typed question, and the index of the current one (-1: none). */
  readonly completions: readonly Completion[];
  readonly completion: number;
  /** The person's verdicts on answers, by place ("start-end"). */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** The answer judged wrong, while the person selects the right one. */
  readonly correcting: FoundAnswer | null;
  /** The person's verdicts that hold on the page, on any question. */
  readonly judged: readonly JudgedPlace[];
  /** The note on the last action ("Copied."), shown until the next action. */
  readonly note: string;
  /** The copied item, whose button shows it. */
  readonly copied: Copied | null;
  /** What is read aloud now. */
  readonly spoken: Span | null;
  /** True after moving from the last item to the first or back. */
  readonly wrapped: boolean;
}

const NO_PLAIN: PlainState = { spans: [], more: false, invalid: null, looked: false };

export const START: PanelState = {
  question: "",
  options: PLAIN,
  page: { kind: "attaching" },
  readerReady: false,
  readerTrouble: null,
  paired: false,
  plain: NO_PLAIN,
  asked: null,
  current: null,
  chosen: false,
  top: [],
  similar: [],
  recalled: null,
  suggested: [],
  completions: [],
  completion: -1,
  verdicts: {},
  correcting: null,
  judged: [],
  note: "",
  copied: null,
  spoken: null,
  wrapped: false,
};

export type PanelEvent =
  | { readonly type: "page"; readonly page: PageState }
  | { readonly type: "ready" }
  | { readonly type: "reader trouble"; readonly trouble: Trouble }
  | { readonly type: "paired"; readonly paired: boolean }
  | { readonly type: "typed"; readonly question: string }
  | { readonly type: "options"; readonly options: FindOptions }
  | { readonly type: "plain"; readonly question: string; readonly plain: PlainState }
  | { readonly type: "asked"; readonly number: number; readonly by: Asked["by"] }
  | { readonly type: "confirmed" }
  | { readonly type: "reading"; readonly number: number; readonly reading: ReadingState }
  | { readonly type: "meant"; readonly number: number; readonly meant: string }
  | { readonly type: "ask failed"; readonly number: number; readonly trouble: Trouble }
  | {
      readonly type: "server";
      readonly number: number;
      readonly server: ServerState;
      readonly unsure: number | null;
    }
  | { readonly type: "move"; readonly by: 1 | -1 }
  | { readonly type: "go"; readonly current: Current }
  | { readonly type: "verdict"; readonly answer: FoundAnswer; readonly verdict: Verdict }
  | { readonly type: "corrected" }
  | { readonly type: "judged"; readonly judged: readonly JudgedPlace[] }
  | { readonly type: "taken back" }
  | { readonly type: "top"; readonly top: readonly AskedBefore[] }
  | { readonly type: "similar"; readonly number: number; readonly similar: readonly AskedBefore[] }
  | { readonly type: "recalled"; readonly recalled: readonly Suggested[] }
  | { readonly type: "suggested"; readonly suggested: readonly Suggested[] }
  | { readonly type: "completions"; readonly completions: readonly Completion[] }
  | { readonly type: "choose completion"; readonly by: 1 | -1 }
  | { readonly type: "spoken"; readonly span: Span | null }
  | { readonly type: "note"; readonly note: string; readonly copied?: Copied };

export function reduce(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "page":
      return onPage(state, event.page);
    case "ready":
      return { ...state, readerReady: true, readerTrouble: null };
    case "reader trouble":
      return { ...state, readerTrouble: event.trouble };
    case "paired":
      return { ...state, paired: event.paired };
    case "typed":
      if (event.question === state.question) return state;
      return {
        ...state,
        question: event.question,
        plain: NO_PLAIN,
        asked: null,
        current: null,
        chosen: false,
        similar: [],
        completions: [],
        completion: -1,
        verdicts: {},
        correcting: null,
        note: "",
        copied: null,
        wrapped: false,
      };
    case "options":
      return { ...state, options: event.options, plain: NO_PLAIN, current: null };
    case "plain": {
      if (event.question !== state.question) return state;
      const first = event.plain.spans[0];
      const current = state.current ?? (first ? ({ kind: "plain", span: first } as const) : null);
      return { ...state, plain: event.plain, current };
    }
    case "asked":
      return {
        ...state,
        asked: {
          number: event.number,
          question: state.question,
          by: event.by,
          // Asked again because the page changed: answers that are still there are shown until better ones are found.
          reading: state.asked?.reading ?? null,
          trouble: null,
          meant: null,
          server: null,
          unsure: null,
        },
        readerTrouble: null,
        // A match chosen before the question was asked gives way to its answer.
        chosen: state.asked !== null && state.chosen,
        copied: null,
      };
    case "confirmed":
      return state.asked ? { ...state, asked: { ...state.asked, by: "person" } } : state;
    case "reading": {
      if (event.number !== state.asked?.number) return state;
      const next = { ...state, asked: { ...state.asked, reading: event.reading } };
      const answered = event.reading.answers.length > 0;
      // The question is whole, it seems; one that the person is choosing now stays.
      const closed = answered && state.completion < 0 ? { completions: [] } : {};
      return { ...next, ...closed, current: currentAfter(next) };
    }
    case "meant":
      if (event.number !== state.asked?.number) return state;
      return { ...state, asked: { ...state.asked, meant: event.meant } };
    case "ask failed":
      if (event.number !== state.asked?.number) return state;
      return { ...state, asked: { ...state.asked, trouble: event.trouble } };
    case "server": {
      if (event.number !== state.asked?.number) return state;
      const { server, unsure } = event;
      const next = { ...state, asked: { ...state.asked, server, unsure } };
      return server.kind === "answered" ? { ...next, current: currentAfter(next) } : next;
    }
    case "move":
      return moved(state, event.by);
    case "go":
      return { ...state, current: event.current, chosen: true, wrapped: false };
    case "verdict": {
      const { answer, verdict } = event;
      return {
        ...state,
        verdicts: { ...state.verdicts, [keyOf(answer)]: verdict },
        correcting: verdict === "wrong" ? answer : null,
        note: "",
        copied: null,
      };
    }
    case "corrected": {
      const next = { ...state, correcting: null };
      return { ...next, current: currentAfter(next) };
    }
    case "judged": {
      const next = { ...state, judged: event.judged };
      return { ...next, current: currentAfter(next) };
    }
    case "taken back":
      return { ...state, verdicts: {}, correcting: null };
    case "top":
      return { ...state, top: event.top };
    case "similar":
      return event.number === state.asked?.number ? { ...state, similar: event.similar } : state;
    case "recalled":
      return { ...state, recalled: event.recalled };
    case "suggested":
      return { ...state, suggested: event.suggested };
    case "completions":
      return { ...state, completions: event.completions, completion: -1 };
    case "choose completion": {
      // After the last completion and before the first one comes the typed text.
      const places = state.completions.length + 1;
      const completion = ((state.completion + 1 + event.by + places) % places) - 1;
      return { ...state, completion };
    }
    case "spoken":
      return { ...state, spoken: event.span };
    case "note":
      return { ...state, note: event.note, copied: event.copied ?? null };
  }
}

/**
 * The state after the page changed: another page keeps nothing of the old one; on a changed page, unchanged words are
 * located again.
 */
function onPage(state: PanelState, page: PageState): PanelState {
  const before = state.page;
  const same = page.kind === "open" && before.kind === "open";
  // Only its address, or what could not be read, is another: every place is where it was.
  if (same && page.content.text === before.content.text) return { ...state, page };
  if (!same || page.content.url !== before.content.url) {
    return {
      ...state,
      page,
      judged: [],
      plain: NO_PLAIN,
      asked: null,
      current: null,
      chosen: false,
      top: [],
      similar: [],
      recalled: null,
      suggested: [],
      completions: [],
      completion: -1,
    };
  }
  const now = page.content.text;
  const again = (span: Span) => findQuote(now, describe(before.content.text, span));
  const standing = (answers: readonly FoundAnswer[]) =>
    answers.flatMap((answer) => {
      const span = again(answer.span);
      return span ? [{ ...answer, span }] : [];
    });
  const relocated = (each: Suggested) =>
    standing([each.answer]).map((answer) => ({ ...each, answer }));
  const reading = state.asked?.reading;
  const currentSpan = state.current && again(state.current.span);
  return {
    ...state,
    page,
    plain: NO_PLAIN,
    recalled: state.recalled?.flatMap(relocated) ?? null,
    suggested: state.suggested.flatMap(relocated),
    asked:
      state.asked && reading
        ? {
            ...state.asked,
            server: null,
            reading: {
              ...reading,
              answers: standing(reading.answers),
              perhaps: standing(reading.perhaps),
              nearest: [],
              ...(reading.evidence && {
                evidence: reading.evidence.flatMap((one) => {
                  const span = again(one.span);
                  return span ? [{ ...one, span }] : [];
                }),
              }),
            },
          }
        : state.asked,
    current: state.current && currentSpan ? { ...state.current, span: currentSpan } : null,
  };
}

/**
 * The current item after new results: the best answer replaces a plain match, and a worse answer that the person did
 * not choose.
 */
function currentAfter(state: PanelState): Current | null {
  const best = answersOf(state)[0];
  const { current } = state;
  if (state.chosen && current) {
    const listed = current.kind === "plain" || current.kind === "nearest";
    const stands = listed || items(state).some((item) => same(item, current));
    if (stands) return current;
  }
  if (best) return { kind: "answer", span: best.span };
  return current?.kind === "plain" ? current : null;
}

/** What is shown of the questions that the page was asked: as many as help. */
const MOST_ASKED = 5;

/** What was asked of this page, as the server knows it and as this browser does, each question once. */
export function askedHere({ top, recalled }: PanelState): readonly AskedBefore[] {
  const own = (recalled ?? []).map(asAsked);
  const all = new Map([...own, ...top].map((asked) => [questionKey(asked.question), asked]));
  const order = new Set([...top, ...own].map(({ question }) => questionKey(question)));
  return [...order].flatMap((key) => all.get(key) ?? []).slice(0, MOST_ASKED);
}

export function asAsked({ question, answer }: Suggested): AskedBefore {
  return { question, answer: squeezed(answer.text), span: answer.span, title: "", url: null };
}

/** The key of an answer on a page: its place. */
export function keyOf({ span }: FoundAnswer): string {
  return `${span.start}-${span.end}`;
}

/** The place that the person marked or called right, then the server's answers, then those of this reader with other words. */
export function answersOf(state: PanelState): readonly FoundAnswer[] {
  return shownOf(state).answers;
}

export function perhapsOf(state: PanelState): readonly FoundAnswer[] {
  return shownOf(state).perhaps;
}

function shownOf(state: PanelState): {
  readonly answers: readonly FoundAnswer[];
  readonly perhaps: readonly FoundAnswer[];
} {
  const marked = markedOf(state);
  const own = marked ? [marked] : [];
  const there = withoutWrong(state, serverAnswers(state), own);
  const reading = state.asked?.reading;
  const here = withoutWrong(state, reading?.answers ?? [], [...own, ...there]);
  const perhaps = withoutWrong(state, reading?.perhaps ?? [], [...own, ...serverAnswers(state)]);
  const shown = { answers: [...own, ...there, ...here], perhaps };
  return marked || reading?.several ? shown : confirmedFirst(shown, rightOf(state));
}

/** The places that the person called right for this question. */
export function rightOf(state: PanelState): readonly Span[] {
  const right = verdictsOf(state).filter(({ row }) => row.verdict === "right");
  return right.flatMap(({ span }) => (span ? [span] : []));
}

/** The answers that the person did not judge wrong for this question, and that overlap none of the `others`. */
function withoutWrong(
  state: PanelState,
  answers: readonly FoundAnswer[],
  others: readonly FoundAnswer[],
): readonly FoundAnswer[] {
  const { spans, everything } = wrongOf(state);
  // While it is corrected, the answer and its form stay in sight.
  const stays = state.correcting ? keyOf(state.correcting) : null;
  return answers.filter(
    (answer) =>
      !others.some((other) => overlaps(answer.span, other.span)) &&
      (keyOf(answer) === stays ||
        (!everything && !spans.some((wrong) => overlaps(answer.span, wrong)))),
  );
}

/** The verdicts on the question that is asked. */
function verdictsOf({ asked, judged }: PanelState): readonly JudgedPlace[] {
  if (!asked || judged.length === 0) return [];
  const put = putOf(asked);
  return judged.filter(({ row }) => holdsFor(row, put));
}

/** The question as it was typed, and as it was understood. */
export function putOf({ question, reading }: Asked): AskedQuestion {
  return { question: reading?.meant ?? question, typed: question };
}

/** The place that the person marked as the answer to this question; null without one. */
export function markedOf(state: PanelState): FoundAnswer | null {
  return markedPlace(state)?.marked ?? null;
}

/** The newest marked place that the person has not called wrong since. */
function markedPlace(state: PanelState): JudgedPlace | null {
  const verdicts = verdictsOf(state);
  const isWrongSince = (span: Span, at: number) =>
    verdicts.slice(at + 1).some(({ wrong }) => wrong !== null && overlaps(wrong.span, span));
  return (
    verdicts.findLast(({ marked }, at) => marked !== null && !isWrongSince(marked.span, at)) ?? null
  );
}

/** The answers to this question that the person judged wrong, newest first. */
export function judgedWrong(state: PanelState): readonly FoundAnswer[] {
  const stays = state.correcting ? keyOf(state.correcting) : null;
  const marked = markedOf(state);
  return verdictsOf(state)
    .flatMap(({ wrong }) => (wrong && keyOf(wrong) !== stays ? [wrong] : []))
    .filter(({ span }) => !marked || !overlaps(span, marked.span))
    .toReversed();
}

/**
 * What the person marked as the answer to another question that this one may be, in other words: its place is in the
 * sentence of an answer or a perhaps, or in a passage and the questions have a word in common. Newest first.
 * The server's doors do the same.
 */
export function markedAlike(state: PanelState): readonly JudgedPlace[] {
  const { asked, judged } = state;
  if (!asked || markedOf(state)) return [];
  const put = putOf(asked);
  const answers = [...answersOf(state), ...perhapsOf(state)];
  const nearest = answers.length > 0 ? [] : (asked.reading?.nearest ?? []);
  return judged
    .filter(({ row, marked }) => {
      if (!marked || holdsFor(row, put)) return false;
      const isIn = (spans: readonly Span[]) => spans.some((span) => overlaps(span, marked.span));
      if (isIn(answers.map(({ quoteSpan }) => quoteSpan))) return true;
      return haveWordsInCommon(row.question, put.question) && isIn(nearest.map(({ span }) => span));
    })
    .toReversed()
    .slice(0, MOST_ALIKE);
}

/** When the person marked it, in milliseconds since 1970. */
export function markedWhen(state: PanelState): number {
  return markedPlace(state)?.row.when ?? 0;
}

/** The places that the person judged wrong for this question; `everything` where the page has no answer. */
export function wrongOf(state: PanelState): {
  readonly spans: readonly Span[];
  readonly everything: boolean;
} {
  const verdicts = verdictsOf(state);
  const of = (verdict: string) => verdicts.filter(({ row }) => row.verdict === verdict);
  return {
    spans: of("wrong").flatMap(({ span }) => (span ? [span] : [])),
    everything: of("not_here").length > 0,
  };
}

/** Whether verdicts on this question change what is shown, so that they can be taken back. */
export function isJudged(state: PanelState): boolean {
  return !state.correcting && verdictsOf(state).some(({ row }) => row.verdict !== "right");
}

export function serverAnswers(state: PanelState): readonly FoundAnswer[] {
  const server = state.asked?.server;
  return server?.kind === "answered" ? server.answers : [];
}

/** The items that next and previous go through, in the order of the list. */
export function items(state: PanelState): readonly Current[] {
  const of = (kind: ItemKind, answers: readonly FoundAnswer[]) =>
    answers.map(({ span }): Current => ({ kind, span }));
  return [
    ...of("answer", answersOf(state)),
    ...of("perhaps", perhapsOf(state)),
    ...state.plain.spans.map((span): Current => ({ kind: "plain", span })),
  ];
}

export function same(a: Current | null, b: Current | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.kind === b.kind &&
    a.span.start === b.span.start &&
    a.span.end === b.span.end
  );
}

/** Place of the current item and the number of items; the place is 0 when none is current. */
export function place(state: PanelState): { readonly n: number; readonly of: number } {
  const all = items(state);
  return { n: all.findIndex((item) => same(item, state.current)) + 1, of: all.length };
}

function moved(state: PanelState, by: 1 | -1): PanelState {
  const all = items(state);
  if (all.length === 0) return state;
  const at = all.findIndex((item) => same(item, state.current));
  const to = at < 0 ? (by === 1 ? 0 : all.length - 1) : at + by;
  const wrapped = to < 0 || to >= all.length;
  const current = all[(to + all.length) % all.length] as Current;
  return { ...state, current, chosen: true, wrapped };
}

/** The words between quotation marks, which force a literal search; else null. */
export function literal(question: string): string | null {
  return /^\s*(["“”„])([^"“”„]+)["“”„]?\s*$/u.exec(question)?.[2] ?? null;
}

/** The text that plain find searches for. */
export function plainQuery(state: PanelState): string {
  return literal(state.question) ?? state.question;
}

/** Whether the question is for the reader and not a forced literal search. */
export function isForReader(state: PanelState): boolean {
  return (
    squeezed(state.question) !== "" &&
    literal(state.question) === null &&
    !state.options.regularExpression
  );
}

/** What belongs to this reader's answers, but for what the person judged wrong; none beside a place that they marked. */
function evidenceOf(state: PanelState): readonly Span[] {
  const { spans, everything } = wrongOf(state);
  if (everything || markedOf(state)) return [];
  return (state.asked?.reading?.evidence ?? [])
    .map(({ span }) => span)
    .filter((span) => !spans.some((wrong) => overlaps(span, wrong)));
}

/** The marks that the page should have now; null without a page. */
export function marks(state: PanelState, scroll: boolean): PageMarksWanted | null {
  if (state.page.kind !== "open") return null;
  const { current } = state;
  const spansOf = (answers: readonly FoundAnswer[]) => answers.map(({ span }) => span);
  const evidence = evidenceOf(state);
  return {
    revision: state.page.content.revision,
    answers: spansOf(answersOf(state)),
    perhaps: spansOf(perhapsOf(state)),
    ...(evidence.length > 0 && { evidence }),
    plain: state.plain.spans,
    current: current?.span ?? null,
    outlined: current?.kind === "nearest",
    spoken: state.spoken,
    scroll,
  };
}
