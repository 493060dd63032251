// Verdicts on answers that the server may not keep: they hold while the app is open. Asks nothing and draws nothing.

import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import { type AskedQuestion, holdsFor } from "@wherein/reader/question/judged-question.ts";

export interface SessionVerdict extends AskedQuestion {
  readonly verdict: "right" | "wrong" | "span" | "not_here";
  readonly document: string;
  readonly span: Span | null;
  /** The marked place as an answer, with the verdict "span". */
  readonly marked: ServerAnswer | null;
}

interface Found {
  readonly answers: readonly ServerAnswer[];
  readonly perhaps: readonly ServerAnswer[];
}

export class SessionVerdicts {
  #given: readonly SessionVerdict[] = [];

  /** Takes a verdict, in place of those on the same place and of a place that was marked before. */
  add(verdict: SessionVerdict): void {
    const others = this.#given.filter(
      (one) =>
        !holdsFor(one, verdict) || one.document !== verdict.document || !replaces(verdict, one),
    );
    this.#given = [...others, verdict];
  }

  withdraw(asked: AskedQuestion): void {
    this.#given = this.#given.filter((one) => !holdsFor(one, asked));
  }

  /** Takes back what was said of one place alone. */
  withdrawAt(asked: AskedQuestion, document: string, { start, end }: Span): void {
    this.#given = this.#given.filter(
      (one) =>
        !holdsFor(one, asked) ||
        one.document !== document ||
        one.span?.start !== start ||
        one.span.end !== end,
    );
  }

  /** Whether verdicts on the question are held here. */
  holdsFor(asked: AskedQuestion): boolean {
    return this.#given.some((one) => one.verdict !== "right" && holdsFor(one, asked));
  }

  /** What was found without the places that were judged wrong, and the marked place first. */
  applied<T extends Found>(asked: AskedQuestion, found: T): T {
    const given = this.#given.filter((one) => holdsFor(one, asked));
    if (given.length === 0) return found;
    const marked = given.findLast((one) => one.marked !== null)?.marked;
    const stays = (answer: ServerAnswer) =>
      !(marked && isThere(answer, marked.document, marked)) &&
      !given.some(
        ({ verdict, document, span }) =>
          (verdict === "not_here" && document === answer.document) ||
          (verdict === "wrong" && span !== null && isThere(answer, document, span)),
      );
    const answers = found.answers.filter(stays);
    return {
      ...found,
      answers: marked ? [marked, ...answers] : answers,
      perhaps: found.perhaps.filter(stays),
    };
  }
}

function replaces(next: SessionVerdict, before: SessionVerdict): boolean {
  if (next.verdict === "not_here") return before.verdict !== "wrong";
  if (next.verdict === "span" && before.verdict !== "wrong") return true;
  return next.span !== null && before.span !== null && overlaps(next.span, before.span);
}

function isThere(answer: ServerAnswer, document: string, span: Span): boolean {
  return answer.document === document && overlaps(answer, span);
}
