// Takes a person's verdicts on answers: right, wrong, or the right place; and takes them back. Keeps them in the book and
// sends them to the server only where that is allowed. Knows the panel's state and events, not how they are shown.

import { findAsTyped } from "@wherein/anchoring/places/find-literal.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import { holdsFor } from "@wherein/reader/question/judged-question.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import type {
  Judgement,
  Notebook,
  PageContent,
  PageLink,
  ReaderLink,
  ServerLink,
  Verdict,
} from "../links.ts";
import { t } from "../messages/messages.ts";
import { keyOf, type PanelEvent, type PanelState, putOf } from "./panel-state.ts";
import { feedbackOn } from "./take-away.ts";
import type { VerdictBook } from "./verdict-book.ts";

const NOTHING_SELECTED = t.nothingIsSelectedInThePage;
const FULL = t.notKeptTheBrowserSStorage;
const THIS_PANEL = t.notKeptSinceNothingOfThis;

export interface DeskOptions {
  readonly page: PageLink;
  readonly reader: ReaderLink;
  readonly server: ServerLink;
  readonly notebook: Notebook;
  readonly book: VerdictBook;
  readonly state: () => PanelState;
  readonly apply: (event: PanelEvent) => void;
  /** Asks the question again, after a verdict on its answers. */
  readonly askAgain: () => void;
}

/** The question that is judged, on the page as it was then. */
interface Judged {
  readonly content: PageContent;
  readonly question: string;
  readonly typed: string;
}

export class FeedbackDesk {
  readonly #with: DeskOptions;
  /** The answer judged wrong, until the next selection, which may be the right words. */
  #dismissed: { readonly question: string; readonly shown: string } | null = null;

  constructor(options: DeskOptions) {
    this.#with = options;
  }

  /** Judges an answer; the same verdict a second time takes it back. */
  async judge(answer: FoundAnswer, verdict: Verdict): Promise<void> {
    const { apply, state, reader, page, notebook } = this.#with;
    const judged = this.#judged();
    const { verdicts, correcting } = state();
    const isAgain = verdict === "right" || (correcting && keyOf(correcting) === keyOf(answer));
    if (verdicts[keyOf(answer)] === verdict && isAgain && judged) {
      await this.#takeBack(judged, answer.span);
      return;
    }
    apply({ type: "verdict", answer, verdict });
    if (!judged) return;
    if (verdict === "right") {
      await this.#keep(judged, answer.span, answer.text, t.keptAsRight, "right");
      return;
    }
    reader.forget(judged.typed);
    void this.#send(judged, "wrong", answer.span);
    const note = await this.#write(judged, "wrong", answer.span);
    if (note !== "") apply({ type: "note", note });
    if (!(await notebook.keepsWeak())) return;
    this.#dismissed = { question: judged.typed, shown: answer.text };
    await page.watchSelection(true).catch(() => undefined);
  }

  /** Closes the correction form. The verdict "wrong" stays; no correct answer is stored. */
  leave(): void {
    this.#with.apply({ type: "corrected" });
    this.#with.askAgain();
  }

  /** Closes the correction form and withdraws the verdict "wrong", as though it had not been given. */
  async cancel(): Promise<void> {
    const { correcting } = this.#with.state();
    const judged = this.#judged();
    if (correcting && judged) await this.#takeBack(judged, correcting.span);
    else this.leave();
  }

  /** "Wrong: the right one is here": stores the selection in the page as the right answer, or that there is none. */
  async correct(where: "selection" | "nowhere"): Promise<void> {
    if (!this.#with.state().correcting) return;
    const span = where === "selection" ? await this.#selection() : null;
    if (where === "selection" && !span) return;
    await this.#correctTo(span);
    if (span) await this.#letSelectionGo();
  }

  /** "Wrong: these are right": stores the words typed, where they stand once in the page. */
  async correctTo(words: string): Promise<void> {
    const { apply, state } = this.#with;
    const { page } = state();
    if (page.kind !== "open") return;
    const [span, another] = findAsTyped(page.content.text, words);
    if (span && !another) await this.#correctTo(span);
    else {
      const note = another ? t.theWordsAreThereMoreThan : t.theWordsAreNotInThePage;
      apply({ type: "note", note });
    }
  }

  async #correctTo(span: Span | null): Promise<void> {
    const { apply, state, reader } = this.#with;
    const { correcting } = state();
    if (!correcting) return;
    const judged = this.#judged();
    this.#dismissed = null;
    if (judged && span) reader.learn(judged.typed, span);
    const verdict = span ? "span" : "not_here";
    if (judged) {
      await this.#keep(judged, span, correcting.text, t.thankYouKeptInThisBrowser, verdict);
    }
    apply({ type: "corrected" });
    this.#goTo(span);
  }

  /** "Not on this page" was wrong: stores the selection as the answer. */
  async missed(): Promise<void> {
    const { reader } = this.#with;
    const span = await this.#selection();
    const judged = this.#judged();
    if (!judged || !span) return;
    reader.learn(judged.typed, span);
    await this.#keep(judged, span, null, t.thankYouKeptInThisBrowser, "span");
    this.#goTo(span);
    await this.#letSelectionGo();
  }

  /** Takes back all that was said of the answers to this question, which is then read again. */
  async undo(): Promise<void> {
    const judged = this.#judged();
    if (judged) await this.#takeBack(judged, null);
  }

  /** Words selected or copied after an answer was judged wrong. */
  async selected(span: Span): Promise<void> {
    const { state, notebook } = this.#with;
    const { page, asked } = state();
    const dismissed = this.#dismissed;
    this.#dismissed = null;
    if (!dismissed || page.kind !== "open" || asked?.question !== dismissed.question) return;
    const feedback = feedbackOn(dismissed.question, page.content, span, dismissed.shown);
    // Nobody waits for it, and a full storage loses nothing else.
    await notebook.keep({ ...feedback, weak: true }).catch(() => undefined);
  }

  async #selection(): Promise<Span | null> {
    const span = await this.#with.page.selection().catch(() => null);
    if (!span) this.#with.apply({ type: "note", note: NOTHING_SELECTED });
    return span;
  }

  /** A page that cannot be reached now keeps its selection. */
  async #letSelectionGo(): Promise<void> {
    await this.#with.page.letSelectionGo().catch(() => undefined);
  }

  #judged(): Judged | null {
    const { page, asked } = this.#with.state();
    if (page.kind !== "open" || !asked) return null;
    return { content: page.content, ...putOf(asked) };
  }

  /** The marked place is shown at once. */
  #goTo(span: Span | null): void {
    if (span) this.#with.apply({ type: "go", current: { kind: "answer", span } });
  }

  async #takeBack(judged: Judged, span: Span | null): Promise<void> {
    const { apply, book, reader, askAgain } = this.#with;
    this.#dismissed = null;
    for (const question of this.#wordingsOf(judged)) reader.forget(question);
    const isOfServer = await book.withdraw(judged.content, judged, span).catch(() => false);
    const sending = this.#send(judged, "withdrawn", span, isOfServer);
    apply({ type: "taken back" });
    await this.#place(judged);
    apply({ type: "note", note: t.takenBack });
    if (await sending) apply({ type: "note", note: t.takenBackYourServerWasTold });
    askAgain();
  }

  /** The question as it is typed now, and as it was when a verdict was given that holds for it. */
  #wordingsOf(judged: Judged): ReadonlySet<string> {
    const held = this.#with.state().judged.filter(({ row }) => holdsFor(row, judged));
    return new Set([judged.typed, ...held.map(({ row }) => row.typed || row.question)]);
  }

  async #keep(
    judged: Judged,
    right: Span | null,
    shown: string | null,
    done: string,
    verdict: "right" | "span" | "not_here",
  ): Promise<void> {
    const { notebook, apply } = this.#with;
    const sending = this.#send(judged, verdict, right);
    let note = (await this.#write(judged, verdict, right)) || done;
    try {
      await notebook.keep(feedbackOn(judged.typed, judged.content, right, shown));
    } catch {
      note = FULL;
    }
    apply({ type: "note", note });
    if (await sending) apply({ type: "note", note: t.yourServerWasTold(note) });
  }

  /** Writes a verdict into the book; the note where it is not kept, else "". */
  async #write(
    judged: Judged,
    verdict: "right" | "wrong" | "span" | "not_here",
    span: Span | null,
  ): Promise<string> {
    const { book } = this.#with;
    let note = "";
    try {
      const kept = await book.add(judged.content, judged, verdict, span, Date.now());
      if (!kept) note = THIS_PANEL;
    } catch {
      note = FULL;
    }
    await this.#place(judged);
    return note;
  }

  async #place({ content }: Judged): Promise<void> {
    const { state, apply, book } = this.#with;
    const placed = await book.on(content);
    const { page } = state();
    if (page.kind === "open" && page.content === content) apply({ type: "judged", judged: placed });
  }

  async #send(
    { content: page, question, typed }: Judged,
    verdict: Judgement["verdict"],
    span: Span | null,
    isOfServer = false,
  ): Promise<boolean> {
    const judgement = { question, typed, page, verdict, span, ...(isOfServer && { isOfServer }) };
    return this.#with.server.judge(judgement).catch(() => false);
  }
}
