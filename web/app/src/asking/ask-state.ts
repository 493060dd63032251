// The state of the ask view, one value, and values derived from it. Pure functions: they use no server, page or React.

import type { Span } from "@wherein/anchoring/span.ts";
import type {
  AskedQuestion,
  Completion,
  SearchHit,
  ShownDocument,
} from "@wherein/api-client/app-server.ts";
import type { AskResponse, ServerAnswer } from "@wherein/api-client/server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { isSameScope, type Scope } from "../scope.ts";
import type { Marks } from "../viewer.ts";

export interface Asked {
  readonly question: string;
  readonly scope: Scope;
  readonly answers: readonly ServerAnswer[];
  readonly perhaps: readonly ServerAnswer[];
  readonly fraction: number;
  /** Null while it is being read. */
  readonly result: AskResponse | null;
  readonly trouble: Trouble | null;
}

/** A place in a document, in code points. */
export interface Place extends Span {
  readonly document: string;
}

export type Opened =
  | { readonly kind: "nothing" }
  | { readonly kind: "opening"; readonly document: string }
  | { readonly kind: "open"; readonly shown: ShownDocument; readonly top: readonly AskedQuestion[] }
  | { readonly kind: "trouble"; readonly document: string; readonly trouble: Trouble };

export type Verdict = "right" | "wrong";

export interface AskState {
  readonly question: string;
  readonly scope: Scope;
  /** Passages of the library that hold the words typed; null while nobody looked. */
  readonly hits: readonly SearchHit[] | null;
  /** Whether the hits still belong to the previous words, while the typed words are searched. */
  readonly isLooking: boolean;
  /** The places of the typed words in the open document, in code points. */
  readonly found: readonly Span[];
  readonly completions: readonly Completion[];
  readonly completion: number;
  readonly asked: Asked | null;
  readonly opened: Opened;
  /** The place that the person is at. */
  readonly current: Place | null;
  /** What is read aloud now, in the open document. */
  readonly spoken: Span | null;
  /** Grows when the current place is to be brought into sight. */
  readonly reveal: number;
  /** The person chose the current place; else it is the best answer so far, and nothing jumps to it. */
  readonly chosen: boolean;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** The answer that was called wrong, while the right place is looked for. */
  readonly correcting: ServerAnswer | null;
  /** The right words are looked for though no answer was called wrong: there was none. */
  readonly finding: boolean;
  /** Why the right words were not taken, which is said where they are chosen. */
  readonly correctionNote: string;
  /** The answers to the question that is asked that were called wrong: they stay in sight, dim, until it is taken back. */
  readonly wrong: readonly ServerAnswer[];
  /** Said once, and heard by a screen reader. */
  readonly note: string;
  /** What was copied last, whose button says so. */
  readonly copied: { readonly what: "answer" | "link"; readonly key: string } | null;
}

export const AT_FIRST: AskState = {
  question: "",
  scope: null,
  hits: null,
  isLooking: false,
  found: [],
  completions: [],
  completion: -1,
  asked: null,
  opened: { kind: "nothing" },
  current: null,
  spoken: null,
  reveal: 0,
  chosen: false,
  verdicts: {},
  correcting: null,
  finding: false,
  correctionNote: "",
  wrong: [],
  note: "",
  copied: null,
};

/** Whether the right words are being said, of which the form is shown. */
export function isTelling({ correcting, finding }: AskState): boolean {
  return correcting !== null || finding;
}

/** Whether the answer was called wrong: it is dim where it stands. */
export function isCalledWrong({ correcting, wrong }: AskState, answer: Place): boolean {
  return isSame(correcting, answer) || wrong.some((each) => isSame(each, answer));
}

/** True while what is typed is what was asked, of the same scope: then its answers are stepped through. */
export function isAnswered({ asked, question, scope }: AskState): boolean {
  return asked !== null && asked.question === question.trim() && isSameScope(asked.scope, scope);
}

/** What the arrows go through: the answers, then perhaps; without either the passages, or the words found. */
export function placesOf(state: AskState): readonly Place[] {
  const { asked, hits, found, opened } = state;
  if (asked && isAnswered(state)) {
    const given = [...asked.answers, ...asked.perhaps];
    return given.length > 0 || !asked.result ? given : asked.result.nearest;
  }
  if (found.length > 0 && opened.kind === "open") {
    return found.map((span) => ({ ...span, document: opened.shown.document }));
  }
  return hits ?? [];
}

export function isSame(a: Place | null, b: Place | null): boolean {
  return a?.document === b?.document && a?.start === b?.start && a?.end === b?.end;
}

/** The place of the current one among those that can be stepped through; 0 when it is none of them. */
export function position(state: AskState): { readonly n: number; readonly of: number } {
  const places = placesOf(state);
  return { n: places.findIndex((place) => isSame(place, state.current)) + 1, of: places.length };
}

/**
 * What is marked in the open document: all answers there, what is perhaps one, or the words typed. A nearest passage
 * is no answer, so it is ruled and not painted.
 */
export function marksOf(state: AskState): Marks {
  const { opened, asked, current, found } = state;
  if (opened.kind !== "open") return { spans: [], current: null };
  const id = opened.shown.document;
  const here = ({ document }: { readonly document: string }) => document === id;
  const answers = isAnswered(state) && asked ? asked : null;
  const spans: Marks["spans"][number][] = answers
    ? [
        ...answers.perhaps
          .filter(here)
          .map((each) => ({ ...spanOf(each), kind: "perhaps" as const })),
        ...answers.answers
          .filter(here)
          .map((each) => ({ ...spanOf(each), kind: "answer" as const })),
      ]
    : found.map((span) => ({ ...span, kind: "plain" as const }));
  if (state.spoken) spans.push({ ...state.spoken, kind: "ruled" as const });
  if (!current || !here(current)) return { spans, current: null };
  const isNearest = answers?.result?.nearest.some((each) => isSame(each, current));
  if (!isNearest) return { spans, current: spanOf(current) };
  return { spans: [...spans, { ...spanOf(current), kind: "ruled" as const }], current: null };
}

export function spanOf({ start, end }: Span): Span {
  return { start, end };
}

export function keyOf({ document, start, end }: Place): string {
  return `${document} ${start}-${end}`;
}

type Agreed = AskResponse["agreement"][number];

/** What several documents say alike: the answers of the list that say so, and the documents that say so besides. */
export interface SaidGroup {
  readonly text: string;
  readonly newest: boolean;
  /** How many documents say it. */
  readonly documents: number;
  readonly answers: readonly ServerAnswer[];
  readonly others: Agreed["answers"];
}

export interface SaidGroups {
  /** Answers of no group that are better than every group's. */
  readonly before: readonly ServerAnswer[];
  /** The group of the best answer first. */
  readonly groups: readonly SaidGroup[];
  /** The other answers of no group. */
  readonly after: readonly ServerAnswer[];
}

/** Each answer once: in the first group that has it, else before or after the groups. Groups without an answer come last. */
export function saidGroups(
  answers: readonly ServerAnswer[],
  agreement: readonly Agreed[],
): SaidGroups {
  const groupOf = (answer: ServerAnswer) =>
    agreement.find((group) => group.answers.some((agreed) => isSame(agreed, answer)));
  const first = answers.findIndex((answer) => groupOf(answer) !== undefined);
  const ordered = new Set([...answers.flatMap((answer) => groupOf(answer) ?? []), ...agreement]);
  const groups = [...ordered].map((group) => {
    const listed = answers.filter((answer) => groupOf(answer) === group);
    return {
      text: group.text,
      newest: group.newest,
      documents: group.answers.length,
      answers: listed,
      others: group.answers.filter((agreed) => !listed.some((answer) => isSame(answer, agreed))),
    };
  });
  const alone = (answer: ServerAnswer, at: number) => groupOf(answer) === undefined && at > first;
  return {
    before: first < 0 ? answers : answers.slice(0, first),
    groups,
    after: first < 0 ? [] : answers.filter(alone),
  };
}

/** The answers in the order in which they stand in their groups: so they are numbered and stepped through. */
export function inSaidOrder(
  answers: readonly ServerAnswer[],
  agreement: readonly Agreed[],
): readonly ServerAnswer[] {
  const { before, groups, after } = saidGroups(answers, agreement);
  return [...before, ...groups.flatMap((group) => group.answers), ...after];
}
