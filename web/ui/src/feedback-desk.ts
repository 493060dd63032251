// Takes a person's verdicts on answers: right, wrong, or the right place. Stores them in this browser and sends them to
// the server only where that is allowed. Knows the panel's state and events, not how they are shown.

import type { Span } from "@wherein/anchoring/span.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import type { Judgement, Notebook, PageLink, ReaderLink, ServerLink, Verdict } from "./links.ts";
import type { PanelEvent, PanelState } from "./panel-state.ts";
import { feedbackOn } from "./take-away.ts";

const NOTHING_SELECTED = "Nothing is selected in the page: select the right words first.";
const FULL = "Not kept: the browser’s storage is full.";

export interface DeskOptions {
  readonly page: PageLink;
  readonly reader: ReaderLink;
  readonly server: ServerLink;
  readonly notebook: Notebook;
  readonly state: () => PanelState;
  readonly apply: (event: PanelEvent) => void;
}

export class FeedbackDesk {
  readonly #with: DeskOptions;
  /** The answer judged wrong, until the next selection, which may be the right words. */
  #dismissed: { readonly question: string; readonly shown: string } | null = null;

  constructor(options: DeskOptions) {
    this.#with = options;
  }

  async judge(answer: FoundAnswer, verdict: Verdict): Promise<void> {
    const { apply, state, reader, page, notebook } = this.#with;
    apply({ type: "verdict", answer, verdict });
    const { asked } = state();
    if (!asked) return;
    if (verdict === "right") {
      await this.#keep(answer.span, answer.text, "Kept as right.", "right");
      return;
    }
    reader.forget(asked.question);
    void this.#send("wrong", answer.span);
    if (!(await notebook.keepsWeak())) return;
    this.#dismissed = { question: asked.question, shown: answer.text };
    await page.watchSelection(true).catch(() => undefined);
  }

  /** Closes the correction form. The verdict "wrong" stays; no correct answer is stored. */
  leave(): void {
    this.#with.apply({ type: "corrected" });
  }

  /** "Wrong: the right one is here": stores the selection in the page as the right answer, or that there is none. */
  async correct(where: "selection" | "nowhere"): Promise<void> {
    const { apply, state, reader } = this.#with;
    const { correcting, asked } = state();
    if (!correcting) return;
    const span = where === "selection" ? await this.#selection() : null;
    if (where === "selection" && !span) return;
    this.#dismissed = null;
    apply({ type: "corrected" });
    if (asked && span) reader.learn(asked.question, span);
    const verdict = span ? "span" : "not_here";
    await this.#keep(span, correcting.text, "Thank you; kept in this browser.", verdict);
  }

  /** "Not on this page" was wrong: stores the selection as the answer. */
  async missed(): Promise<void> {
    const { state, reader } = this.#with;
    const { asked } = state();
    const span = await this.#selection();
    if (!asked || !span) return;
    reader.learn(asked.question, span);
    await this.#keep(span, null, "Thank you; kept in this browser.", "span");
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

  async #keep(
    right: Span | null,
    shown: string | null,
    done: string,
    verdict: Judgement["verdict"],
  ): Promise<void> {
    const { state, notebook, apply } = this.#with;
    const { page, asked } = state();
    if (page.kind !== "open" || !asked) return;
    const sending = this.#send(verdict, right);
    let note = done;
    try {
      await notebook.keep(feedbackOn(asked.question, page.content, right, shown));
    } catch {
      note = FULL;
    }
    apply({ type: "note", note });
    if (await sending) apply({ type: "note", note: `${note} Your server was told.` });
  }

  async #send(verdict: Judgement["verdict"], span: Span | null): Promise<boolean> {
    const { state, server } = this.#with;
    const { page, asked } = state();
    if (page.kind !== "open" || !asked) return false;
    const { question } = asked;
    return server.judge({ question, page: page.content, verdict, span }).catch(() => false);
  }
}
