// A conversation: its turns, how the question at hand is understood, and whether the browser keeps it. Draws nothing.

import type { AppServer, ExportForm } from "@wherein/api-client/app-server.ts";
import {
  MOST_TURNS,
  type Turn,
  turnOf,
  turnsFrom,
  type WireTurn,
  wireExchange,
  wireTurn,
} from "@wherein/api-client/conversation.ts";
import type { AskResponse, ServerAnswer } from "@wherein/api-client/server.ts";
import { BY_PERSON } from "@wherein/reader/answers/answer-facts.ts";
import { type AskedQuestion, holdsFor } from "@wherein/reader/question/judged-question.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { Store } from "../store.ts";

const NAME = "wherein-conversation";

/**
 * How the question in the line is put: completed from the turns before it, in a person's own words, or as typed though
 * it could be completed.
 */
export interface Wording {
  readonly typed: string;
  readonly understood: string;
  readonly by: "turns" | "person" | "typed";
}

export interface ConversationState {
  readonly turns: readonly Turn[];
  /** Also after the page is closed. */
  readonly kept: boolean;
  /** Null where the question is put as it is typed. */
  readonly wording: Wording | null;
  /** The question in the line with its "he" or "she" of whom the turns name nobody; null where they do. */
  readonly unclear: { readonly typed: string; readonly pronoun: string } | null;
  /** What was cleared last and can come back, until the next question is answered. */
  readonly cleared: readonly Turn[];
  /** The turn, from 0, that is asked again in other words: it and all after it are forgotten then. */
  readonly editedTurn: number | null;
}

/** How a question is sent. */
export interface SentQuestion {
  readonly question: string;
  readonly turns: WireTurn[];
  readonly as_typed: boolean;
}

export class ConversationController {
  readonly store: Store<ConversationState>;
  readonly #server: AppServer;
  readonly #storage: Storage;
  /** What was sent last. */
  #sent: { readonly typed: string; readonly understood: string } | null = null;

  constructor(server: AppServer, storage: Storage) {
    this.#server = server;
    this.#storage = storage;
    const turns = turnsIn(storage);
    this.store = new Store<ConversationState>({
      turns: turns ?? [],
      kept: turns !== null,
      wording: null,
      unclear: null,
      cleared: [],
      editedTurn: null,
    });
  }

  get #state(): ConversationState {
    return this.store.snapshot();
  }

  /** The question in the line is this one now. */
  type(question: string): void {
    const { wording } = this.#state;
    if (wording && wording.typed !== question.trim()) this.store.set({ wording: null });
    if (this.#state.unclear) this.store.set({ unclear: null });
  }

  /** Asks the server how the question would be understood; what a person decided about it stays. */
  async lookAhead(question: string, signal: AbortSignal): Promise<void> {
    if (this.#before(question).length === 0 || this.#state.wording !== null) return;
    const turns = this.#before(question).map(wireTurn);
    const { typed, understood, added, unclear } = await this.#server.understand(
      question,
      turns,
      signal,
    );
    if (signal.aborted) return;
    if (unclear) this.store.set({ unclear: { typed: question, pronoun: unclear } });
    // An ellipsis ("and in 2019?") may be completed without a word being added.
    if (added.length === 0 && understood === typed) return;
    this.store.set({ wording: { typed: question, understood, by: "turns" } });
  }

  /** The question is put in these words, whatever the line says. */
  reword(typed: string, understood: string): void {
    this.store.set({ wording: { typed: typed.trim(), understood, by: "person" } });
  }

  /** The question is put as it is typed, or is completed again. */
  completes(typed: string, completed: boolean): void {
    const question = typed.trim();
    this.store.set({
      wording: completed ? null : { typed: question, understood: question, by: "typed" },
    });
  }

  /** How the question is sent. */
  toSend(question: string): SentQuestion {
    const { wording } = this.#state;
    const turns = this.#before(question).map(wireTurn);
    const own = wording?.typed === question && wording.understood.trim() !== "" ? wording : null;
    this.#sent = { typed: question, understood: own?.understood ?? question };
    return own && own.by !== "turns"
      ? { question: own.understood, turns, as_typed: true }
      : { question, turns, as_typed: false };
  }

  /** The next question came before the last one was read to its end: what was found of it so far is its answer. */
  interrupted(answers: readonly ServerAnswer[]): void {
    if (!this.#sent || answers.length === 0) return;
    const { typed, understood } = this.#sent;
    const turns = [
      ...this.#before(typed),
      { typed, understood, answers: [...answers], perhaps: [], nearest: [] },
    ];
    this.store.set({ turns: turns.slice(-MOST_TURNS), editedTurn: null });
    this.#keep();
  }

  /** The question was answered, or refused: it is the last turn. Thanks and the like are no turn. */
  record(typed: string, result: AskResponse): void {
    if (result.no_question === true) return;
    const { wording } = this.#state;
    const turns = [...this.#before(typed), turnOf(typed, result)].slice(-MOST_TURNS);
    const mayBeCompleted = wording === null || (wording.typed === typed && wording.by === "turns");
    const completed =
      result.typed != null ? { typed, understood: result.question, by: "turns" as const } : null;
    const now = mayBeCompleted ? completed : wording;
    this.store.set({ turns, cleared: [], wording: now, editedTurn: null });
    this.#keep();
  }

  /** The question is shown again with its answers, understood as it was. */
  recall(typed: string, { question, typed: completed }: AskResponse): void {
    if (completed != null)
      this.store.set({ wording: { typed, understood: question, by: "turns" } });
  }

  /** The question in the line is put in this way again. */
  takeUp(wording: Wording | null): void {
    this.store.set({ wording });
  }

  get isRephrasing(): boolean {
    return this.#state.editedTurn !== null;
  }

  /** An earlier question is asked in other words; null leaves everything as it is. */
  askAgain(turn: number | null): void {
    this.store.set({ editedTurn: turn, wording: null });
  }

  /** What was to be asked in other words is not: the next question comes after all the others. */
  endRephrasing(): void {
    if (this.#state.editedTurn !== null) this.askAgain(null);
  }

  /** Removes the answer that the person marked, and has taken back, from all earlier turns of this question. */
  takenBack(asked: AskedQuestion): void {
    const turns = this.#state.turns.map((turn) => {
      const answers = turn.answers.filter(({ found_by }) => found_by !== BY_PERSON);
      const held = holdsFor({ question: turn.understood, typed: turn.typed }, asked);
      const isGone = held && answers.length < turn.answers.length;
      return isGone ? { ...turn, answers, takenBack: true } : turn;
    });
    this.store.set({ turns });
    this.#keep();
  }

  forget(): void {
    const { turns } = this.#state;
    this.store.set({ turns: [], cleared: turns, wording: null, unclear: null, editedTurn: null });
    this.#keep();
  }

  /** What was cleared last is the conversation again. */
  restore(): void {
    const { cleared } = this.#state;
    if (cleared.length === 0) return;
    this.store.set({ turns: cleared, cleared: [] });
    this.#keep();
  }

  keep(kept: boolean): void {
    this.store.set({ kept });
    this.#keep();
  }

  /** All of it as a text, or its sources. */
  exported(form: ExportForm): Promise<string> {
    // One without its answer would be given as not found.
    const turns = this.#state.turns.filter(({ takenBack, answers }) => !takenBack || answers[0]);
    return this.#server.exported(form, t.conversation, turns.map(wireExchange));
  }

  /** The turns that this question comes after. Asked twice in a row, it is one turn. */
  #before(question: string): readonly Turn[] {
    const { turns, editedTurn } = this.#state;
    if (editedTurn !== null) return turns.slice(0, editedTurn);
    return turns.at(-1)?.typed === question.trim() ? turns.slice(0, -1) : turns;
  }

  #keep(): void {
    const { turns, kept } = this.#state;
    if (kept) this.#storage.setItem(NAME, JSON.stringify(turns));
    else this.#storage.removeItem(NAME);
  }
}

/** The turns that were kept; null where nobody wanted them kept. */
function turnsIn(storage: Storage): readonly Turn[] | null {
  const kept = storage.getItem(NAME);
  if (kept === null) return null;
  try {
    return turnsFrom(JSON.parse(kept));
  } catch {
    // Written by something else.
    return [];
  }
}
