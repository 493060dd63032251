// Takes what a person does in the ask view, keeps one state, and asks the server. Draws nothing.

import type { Span } from "@wherein/anchoring/span.ts";
import type { AppServer } from "@wherein/api-client/app-server.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import { BY_PERSON } from "@wherein/reader/answers/answer-facts.ts";
import type { AskedQuestion } from "@wherein/reader/question/judged-question.ts";
import type { Clipboard } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import type { Passage } from "@wherein/ui/voice/passages.ts";
import { VoiceDesk, type VoiceParts } from "@wherein/ui/voice/voice-desk.ts";
import type { Preferences } from "../preferences.ts";
import { type Asking, addressOf, type Route } from "../route.ts";
import { isSameScope, type Scope, within } from "../scope.ts";
import { Store } from "../store.ts";
import { isStopped, troubleOf } from "../troubles.ts";
import {
  type Asked,
  type AskState,
  AT_FIRST,
  inSaidOrder,
  isAnswered,
  isSame,
  isTelling,
  keyOf,
  type Opened,
  type Place,
  placesOf,
  position,
  spanOf,
  type Verdict,
} from "./ask-state.ts";
import type { ConversationController, Wording } from "./conversation-controller.ts";
import { foundIn, placesOfWords, saysNothing, withWords } from "./found-words.ts";
import { asText } from "./quote.ts";
import { passageOf } from "./read-aloud.ts";
import { SessionVerdicts } from "./session-verdicts.ts";

// A server that takes longer for the words typed keeps no later ones waiting.
const MOST_LOOKED_MS = 10_000;
// Going back and forward among so many questions asks none of them again.
const MOST_KEPT = 50;

const CLIPBOARD = {
  answer: t.copiedWithItsSentenceAndSource,
  link: t.theAddressOfThisPlaceIs,
  refused: t.theClipboardCannotBeWrittenTo,
} as const;

/** An address of the ask view. */
export type AskRoute = Extract<Route, { readonly view: "ask" | "document" }>;

type BeforeRephrasing = Pick<AskState, "question" | "scope" | "asked" | "current" | "chosen"> & {
  readonly wording: Wording | null;
};

interface HowAsked {
  /** A long document is read to its end. */
  readonly whole: boolean;
  /** The conversation is left out of it. */
  readonly alone: boolean;
  /** The visible part of the document stays in place while results arrive. */
  readonly stays: boolean;
}

/** What the controller needs from the page. */
export interface Surroundings {
  /**
   * The address of the page becomes that of `route`; `anew` makes an entry of its own in the history. `understood` is
   * kept with the entry: how its question was put where a conversation completed it.
   */
  navigate(route: AskRoute, anew: boolean, understood: string | null): void;
  /** What the person has selected in the open document. */
  selection(): Span | null;
  /** Whether any words of the page are selected, also such whose place in the document is not known. */
  selectsWords(): boolean;
  readonly clipboard: Clipboard;
  readonly origin: string;
  /** Without it nothing speaks of voice. */
  readonly voice?: VoiceParts;
}

export class AskController {
  readonly store = new Store<AskState>(AT_FIRST);
  #scopeBefore: Scope = null;
  readonly conversation: ConversationController;
  /** What is heard and read aloud. */
  readonly voice: VoiceDesk | null;
  readonly #server: AppServer;
  readonly #preferences: Store<Preferences>;
  readonly #around: Surroundings;
  #typing: AbortController | null = null;
  #isLookingUp = false;
  #asking: AbortController | null = null;
  #opening: AbortController | null = null;
  /** The last question was asked outside of the conversation. */
  #alone = false;
  /** The verdicts that the server does not keep. */
  readonly #session = new SessionVerdicts();
  /** What was answered since the page was opened, by its question and scope, the latest last. */
  readonly #answered = new Map<string, Asked>();
  /** The question and answers that were shown when the person began to rephrase an earlier question; Cancel restores them. */
  #beforeRephrasing: BeforeRephrasing | null = null;

  constructor(
    server: AppServer,
    preferences: Store<Preferences>,
    conversation: ConversationController,
    around: Surroundings,
  ) {
    this.#server = server;
    this.conversation = conversation;
    this.#preferences = preferences;
    this.#around = around;
    this.voice = around.voice
      ? new VoiceDesk(around.voice, {
          // The server knows the names of its documents.
          names: () => [],
          fill: (words, ask) => {
            this.type(words);
            if (ask) void this.ask();
          },
          mark: (spoken) => this.store.set({ spoken }),
        })
      : null;
  }

  get #state(): AskState {
    return this.store.snapshot();
  }

  /** Words are looked for at once; the question is asked by `enter`. */
  type(question: string): void {
    if (question !== this.#state.question) this.voice?.dismiss();
    this.#typing?.abort();
    this.conversation.type(question);
    const nothingSaid = { finding: false, note: "", copied: null };
    this.store.set({ question, completions: [], completion: -1, ...nothingSaid });
    this.#findHere(true);
    if (question.trim() === "" || saysNothing(question) || isAnswered(this.#state)) {
      this.store.set({ hits: null, isLooking: false });
      return;
    }
    // The last results stay until new ones arrive: a list that changes with every key cannot be read.
    this.store.set({ isLooking: true });
    this.#typing = new AbortController();
    void this.#lookUpNext();
  }

  /** Looks up the words typed; while the server is busy with earlier ones, the latest wait. */
  async #lookUpNext(): Promise<void> {
    if (this.#isLookingUp) return;
    this.#isLookingUp = true;
    for (let typing = this.#typing; typing && !typing.signal.aborted; ) {
      await this.#lookUp(this.#state.question.trim(), typing.signal);
      typing = typing === this.#typing ? null : this.#typing;
    }
    this.#isLookingUp = false;
  }

  setScope(scope: Scope): void {
    const wasAnswered = isAnswered(this.#state);
    this.store.set({ scope, hits: null, isLooking: false });
    this.type(this.#state.question);
    this.#navigate(this.#state.current, wasAnswered);
  }

  /** The address of a document as the scope of the next question, which `takeScopeBack` undoes. */
  routeAsScope(document: string, title: string): AskRoute {
    const { scope } = this.#state;
    if (scope?.kind !== "document") this.#scopeBefore = scope;
    return {
      view: "document",
      document,
      span: null,
      scope: { kind: "document", name: document, title },
    };
  }

  get isOpen(): boolean {
    return this.#state.opened.kind === "open";
  }

  /** Whether the next question is put to the open document alone. */
  get asksOpenDocument(): boolean {
    const { scope, opened } = this.#state;
    return (
      scope?.kind === "document" && opened.kind === "open" && scope.name === opened.shown.document
    );
  }

  /** The next question is put to the open document alone, which `takeScopeBack` undoes. */
  askOpenDocument(): void {
    const { opened } = this.#state;
    if (opened.kind !== "open" || this.asksOpenDocument) return;
    const { document, title } = opened.shown;
    this.setScope(this.routeAsScope(document, title).scope ?? null);
  }

  /** From one document back to what was asked before it: the whole library, or a folder, tag or base. */
  takeScopeBack(): void {
    if (this.#state.scope?.kind !== "document") return;
    this.setScope(this.#scopeBefore);
    this.#scopeBefore = null;
  }

  /** Asks what is typed; asked already, goes on to the next answer, or back. */
  enter(step: 1 | -1): void {
    const { completions, completion, question } = this.#state;
    const chosen = completions[completion];
    if (!chosen && isAnswered(this.#state)) {
      this.move(step);
      return;
    }
    if (chosen) this.type(chosen.text);
    if (question.trim() !== "" || chosen) void this.ask();
  }

  /** Up and down among the completions. */
  choose(step: 1 | -1): void {
    const { completions, completion } = this.#state;
    if (completions.length === 0) return;
    const places = completions.length + 1;
    this.store.set({ completion: ((completion + 1 + step + places) % places) - 1 });
  }

  takeCompletion(text: string): void {
    this.type(text);
    void this.ask();
  }

  dismissCompletions(): void {
    if (this.#state.completions.length > 0) this.store.set({ completions: [], completion: -1 });
  }

  /** `whole` reads a long document to its end. */
  async ask(whole = false): Promise<void> {
    const { asked, scope } = this.#state;
    const question = this.#state.question.trim();
    if (question === "") return;
    const anew = asked?.question !== question || !isSameScope(asked.scope, scope);
    const asking = this.#ask(question, { whole });
    this.#navigate(null, anew);
    await asking;
  }

  async #ask(
    question: string,
    { whole = false, alone = false, stays = false }: Partial<HowAsked> = {},
  ): Promise<void> {
    const { scope } = this.#state;
    this.#typing?.abort();
    this.#asking?.abort();
    const { asked: before, opened } = this.#state;
    if (before && !before.result && before.question !== question) {
      this.conversation.interrupted(before.answers);
    }
    const asking = new AbortController();
    this.#asking = asking;
    this.#alone = alone;
    const asked = {
      question,
      scope,
      answers: [],
      perhaps: [],
      fraction: 0,
      result: null,
      trouble: null,
    };
    this.store.set({
      asked,
      completions: [],
      completion: -1,
      hits: null,
      isLooking: false,
      found: [],
      correcting: null,
      finding: false,
      wrong: before?.question === question ? this.#state.wrong : [],
      note: "",
      copied: null,
      current: null,
      chosen: stays,
    });
    const { caution, memory } = this.#preferences.snapshot();
    const request = {
      ...(alone ? { question } : this.conversation.toSend(question)),
      memory: memory ? ("on" as const) : ("off" as const),
      whole,
      ...(caution !== null && { caution }),
      ...within(scope),
    };
    try {
      const typed = { question, typed: question };
      const given = await this.#server.ask(
        request,
        (so) => {
          if (asking.signal.aborted) return;
          const { answers, perhaps, read } = this.#session.applied(typed, so);
          this.store.set({ asked: { ...asked, answers, perhaps, fraction: read.fraction } });
          this.#follow();
        },
        asking.signal,
      );
      if (asking.signal.aborted) return;
      const understood = { question: given.meant ?? given.question, typed: question };
      const result = this.#session.applied(understood, given);
      if (!alone) this.conversation.record(question, result);
      // The next question is being typed already.
      if (!isAnswered(this.#state)) this.type(this.#state.question);
      const { perhaps } = result;
      // Stepped through as they stand, those that say the same side by side.
      const answers = inSaidOrder(result.answers, result.agreement);
      const done = { ...asked, answers, perhaps, fraction: result.read.fraction, result };
      this.#keep(done);
      this.store.set({ asked: done });
      this.#follow();
      this.#leaveGuess(opened);
      // How it was understood is kept with the address.
      if (isAnswered(this.#state) && result.question !== question) {
        this.#navigate(this.#state.current, false);
      }
    } catch (error) {
      if (isStopped(error) || asking.signal.aborted) return;
      const now = this.#state.asked ?? asked;
      this.store.set({ asked: { ...now, trouble: troubleOf(error) } });
    }
  }

  /** Asks one document a question that belongs to no conversation, and shows it at a place where one is given. */
  async askAlone(scope: NonNullable<Scope>, question: string, span: Span | null): Promise<void> {
    this.conversation.endRephrasing();
    this.store.set({ scope });
    this.type(question);
    const asking = this.#ask(question, { alone: true, stays: span !== null });
    void this.open(scope.name, span);
    this.#navigate(span && { ...span, document: scope.name }, true);
    await asking;
  }

  /** Asks the question without what the conversation would add. */
  askAsTyped(): Promise<void> {
    this.conversation.completes(this.#state.question, false);
    return this.ask();
  }

  /** Asks the question with what the conversation adds. */
  askCompleted(): Promise<void> {
    this.conversation.completes(this.#state.question, true);
    return this.ask();
  }

  /** An earlier question, from 0, comes back into the line, to be asked in other words. */
  askAgain(turn: number): void {
    const { turns, editedTurn, wording } = this.conversation.store.snapshot();
    this.#asking?.abort();
    if (editedTurn === null) {
      const { question, scope, asked, current, chosen } = this.#state;
      this.#beforeRephrasing = { question, scope, asked, current, chosen, wording };
    }
    this.store.set({ asked: null, current: null });
    this.type(turns[turn]?.typed ?? "");
    this.conversation.askAgain(turn);
  }

  /** The earlier question is left as it was asked; the line and the answers are what they were before. */
  cancelRephrasing(): void {
    const before = this.#beforeRephrasing;
    this.#beforeRephrasing = null;
    this.#asking?.abort();
    this.conversation.endRephrasing();
    const { question = "", scope = this.#state.scope, asked = null, current = null } = before ?? {};
    this.store.set({ scope, asked });
    this.type(question);
    this.store.set({ current, chosen: before?.chosen ?? false });
    this.conversation.takeUp(before?.wording ?? null);
    this.#navigate(null, false);
    // It was being read, which asking in other words ended.
    if (asked && !asked.result && !asked.trouble) {
      void this.#ask(asked.question, { alone: this.#alone, stays: before?.chosen === true });
    }
  }

  forgetConversation(): void {
    this.conversation.forget();
    // The question is no longer in the address either, where a reload would ask it again.
    this.#asking?.abort();
    this.#answered.clear();
    this.store.set({ asked: null, current: null, wrong: [] });
    this.type("");
    this.#navigate(null, false);
    this.store.set({ copied: null, note: t.theConversationIsCleared });
  }

  /** The conversation that was cleared last is back. */
  restoreConversation(): void {
    this.conversation.restore();
    this.store.set({ copied: null, note: t.theConversationIsBack });
  }

  /** Says what went wrong where something could not be exported. */
  async exported(exporting: () => Promise<void>): Promise<void> {
    try {
      await exporting();
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({ copied: null, note: `${what} ${next}` });
    }
  }

  stop(): void {
    this.#asking?.abort();
    const { asked } = this.#state;
    if (asked && !asked.result) this.store.set({ asked: null, copied: null, note: t.stopped });
  }

  /** To a place, which is marked and brought into sight; its document is opened where it is not. */
  go(place: Place): void {
    this.store.set({ chosen: true });
    this.#show(place);
  }

  goTo(number: number): void {
    const place = placesOf(this.#state)[number - 1];
    if (place) this.go(place);
  }

  move(step: 1 | -1): void {
    const { n, of } = position(this.#state);
    if (of === 0) return;
    const next = n === 0 ? (step > 0 ? 1 : of) : ((n - 1 + step + of) % of) + 1;
    if (n > 0 && next === (step > 0 ? 1 : of) && of > 1) {
      this.store.set({ copied: null, note: step > 0 ? t.fromTheTop : t.fromTheEnd });
    }
    this.goTo(next);
  }

  /** The document that is asked, or shown: its names are those that a spoken question may say. */
  get documentAsked(): string | null {
    const { scope, opened } = this.#state;
    if (scope) return scope.kind === "document" ? scope.name : null;
    return opened.kind === "open" ? opened.shown.document : null;
  }

  /** What is read aloud of an answer: its sentence, and then its section where its document is open. */
  passage(answer: ServerAnswer): Passage {
    return passageOf(answer, this.#state.opened);
  }

  /** Of the answer that the person is at, else of the best one; null where there is none. */
  currentPassage(): Passage | null {
    const { asked, current } = this.#state;
    if (!asked || !isAnswered(this.#state)) return null;
    const answers = [...asked.answers, ...asked.perhaps];
    const answer = answers.find((each) => isSame(each, current)) ?? answers[0];
    return answer ? this.passage(answer) : null;
  }

  /** Esc: first what is heard or said, then a correction, the completions, what is asked, the words. */
  escape(): void {
    if (this.voice?.cancel()) return;
    const { completions, asked, correcting, finding } = this.#state;
    if (correcting || finding) void this.cancelCorrection();
    else if (completions.length > 0) this.dismissCompletions();
    else if (asked && !asked.result && !asked.trouble) this.stop();
    else if (this.conversation.isRephrasing) this.cancelRephrasing();
    else {
      this.#asking?.abort();
      this.conversation.endRephrasing();
      this.store.set({ asked: null, current: null });
      this.type("");
      if (asked) this.#navigate(null, true);
    }
  }

  /**
   * Shows what an address says: the question asked of its scope, the document at the place. What was answered since the
   * page was opened is not asked again; any other question is, as it was `understood` then. What is only typed stays.
   */
  restore(route: AskRoute, understood: string | null): void {
    const { question = "", scope = null } = route;
    const span = route.view === "document" ? route.span : null;
    const now = this.routeNow();
    if ((now.question ?? "") !== question || !isSameScope(now.scope ?? null, scope)) {
      this.#restoreQuestion(question, scope, understood, span !== null);
    }
    if (route.view === "document") void this.open(route.document, span);
    else this.#shut();
  }

  #restoreQuestion(
    question: string,
    scope: Scope,
    understood: string | null,
    stays: boolean,
  ): void {
    this.#asking?.abort();
    this.conversation.endRephrasing();
    const asked = this.#answered.get(answeredKey(question, scope)) ?? null;
    this.store.set({
      scope,
      hits: null,
      isLooking: false,
      asked,
      current: null,
      chosen: stays,
      correcting: null,
      wrong: [],
      note: "",
    });
    this.type(question);
    if (asked?.result) this.conversation.recall(question, asked.result);
    else if (question !== "") {
      if (understood !== null) this.conversation.reword(question, understood);
      void this.#ask(question, { stays });
    }
  }

  /** Opens a document, at a place in it where one is given. */
  async open(document: string, span: Span | null = null): Promise<void> {
    const current = span && { ...spanOf(span), document };
    this.store.set({ current, reveal: this.#state.reveal + 1 });
    const { opened } = this.#state;
    if (opened.kind === "open" && opened.shown.document === document) return;
    if (opened.kind === "opening" && opened.document === document) return;
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    this.store.set({ opened: { kind: "opening", document } });
    try {
      const shown = await this.#server.document(document, opening.signal);
      if (opening.signal.aborted) return;
      this.store.set({ opened: { kind: "open", shown, top: [] }, reveal: this.#state.reveal + 1 });
      this.#findHere(span === null);
      const top = await this.#server.top(document);
      const now = this.#state.opened;
      if (now.kind === "open" && now.shown === shown) this.store.set({ opened: { ...now, top } });
    } catch (error) {
      if (isStopped(error) || opening.signal.aborted) return;
      const now = this.#state.opened;
      // Its popular questions are an extra: without them the document is there all the same.
      if (now.kind === "open") return;
      this.store.set({ opened: { kind: "trouble", document, trouble: troubleOf(error) } });
    }
  }

  close(): void {
    this.#shut();
    this.#navigate(null, true);
  }

  #shut(): void {
    this.#opening?.abort();
    if (this.#state.opened.kind === "nothing") return;
    this.store.set({ opened: { kind: "nothing" }, current: null });
  }

  /** The address of a document at a place, with the question that is answered now and the scope. */
  routeTo(document: string, span: Span | null): AskRoute {
    return { view: "document", document, span, ...this.#askingNow() };
  }

  /** The address of what is shown now. */
  routeNow(): AskRoute {
    const { opened, current } = this.#state;
    if (opened.kind === "nothing") return { view: "ask", ...this.#askingNow() };
    const document = opened.kind === "open" ? opened.shown.document : opened.document;
    return this.routeTo(document, current?.document === document ? spanOf(current) : null);
  }

  #askingNow(): Asking {
    const { asked, scope } = this.#state;
    return {
      ...(asked && isAnswered(this.#state) && { question: asked.question }),
      ...(scope && { scope }),
    };
  }

  /** The address becomes that of a place with the question and scope of now; without one, of the open document. */
  #navigate(place: Place | null, anew: boolean): void {
    const { asked } = this.#state;
    const put = asked && isAnswered(this.#state) ? asked.result?.question : undefined;
    const understood = put === undefined || put === asked?.question ? null : put;
    const route = place ? this.routeTo(place.document, spanOf(place)) : this.routeNow();
    this.#around.navigate(route, anew, understood);
  }

  #keep(asked: Asked): void {
    const key = answeredKey(asked.question, asked.scope);
    this.#answered.delete(key);
    this.#answered.set(key, asked);
    for (const oldest of this.#answered.keys()) {
      if (this.#answered.size <= MOST_KEPT) break;
      this.#answered.delete(oldest);
    }
  }

  /** Asks the open document alone. */
  askHere(question: string): void {
    const { opened } = this.#state;
    if (opened.kind !== "open") return;
    const { document, title } = opened.shown;
    this.conversation.endRephrasing();
    this.store.set({ scope: { kind: "document", name: document, title }, question });
    void this.ask();
  }

  async copy(answer: ServerAnswer): Promise<void> {
    const copied = { what: "answer", key: keyOf(answer) } as const;
    await this.#copied(asText(answer, this.addressOf(answer)), CLIPBOARD.answer, copied);
  }

  async copyLink(place: Place): Promise<void> {
    const copied = { what: "link", key: keyOf(place) } as const;
    await this.#copied(this.addressOf(place), CLIPBOARD.link, copied);
  }

  async #copied(text: string, note: string, copied: AskState["copied"]): Promise<void> {
    try {
      await this.#around.clipboard.write(text);
      this.store.set({ note, copied });
    } catch {
      this.store.set({ copied: null, note: CLIPBOARD.refused });
    }
  }

  addressOf(place: Place): string {
    const route = { view: "document" as const, document: place.document, span: spanOf(place) };
    return `${this.#around.origin}${addressOf(route)}`;
  }

  /**
   * Judges an answer; the same verdict a second time takes it back. After "wrong" its correction is waited for: until
   * that is over, the answers stay as they are.
   */
  async judge(answer: ServerAnswer, verdict: Verdict): Promise<void> {
    const key = keyOf(answer);
    if (verdict === "wrong" && isSame(this.#state.correcting, answer)) {
      await this.cancelCorrection();
      return;
    }
    if (this.#state.verdicts[key] === verdict) {
      await this.takeBack();
      return;
    }
    const said = await this.#tell(verdict, answer.document, spanOf(answer));
    if (said === null) return;
    if (verdict === "right") {
      const verdicts = { ...this.#state.verdicts, [key]: verdict };
      this.store.set({ verdicts, note: said, copied: null, correcting: null });
      return;
    }
    this.#settle();
    this.store.set({ correcting: answer, correctionNote: "", note: said, copied: null });
    // The right words are selected in a document; one that is open is likely to be where they are.
    if (this.#state.opened.kind === "nothing") {
      this.store.set({ chosen: true });
      void this.open(answer.document, spanOf(answer));
    }
  }

  /** Nothing was found, or only what is wrong: the person says which words are right. */
  find(): void {
    const { asked, opened, wrong } = this.#state;
    const near = placesOf(this.#state)[0] ?? wrong[0];
    if (!asked?.result) return;
    this.store.set({ finding: true, correctionNote: "", note: "", copied: null });
    if (opened.kind !== "nothing" || !near) return;
    this.store.set({ chosen: true });
    void this.open(near.document, spanOf(near));
  }

  /** What is selected in the document is right, or the document does not answer at all. */
  async correct(by: "selection" | "nowhere"): Promise<void> {
    const { opened, correcting } = this.#state;
    const shown = opened.kind === "open" ? opened.shown.document : null;
    const about = by === "nowhere" && correcting ? correcting.document : shown;
    if (about === null) return;
    const span = by === "selection" ? this.#around.selection() : null;
    if (by === "selection" && !span) {
      const isSelected = this.#around.selectsWords();
      this.store.set({
        correctionNote: isSelected ? t.theSelectedWordsAreNotIn : t.selectTheRightWordsFirst,
      });
      return;
    }
    await this.#correctTo(about, span);
  }

  /** The words typed are right, where they stand once in the open document. */
  async correctTo(words: string): Promise<void> {
    const { opened } = this.#state;
    if (opened.kind !== "open") return;
    const { document, text } = opened.shown;
    const places = placesOfWords(text, words);
    const [place, another] = places;
    if (place && !another) await this.#correctTo(document, place);
    else {
      const correctionNote = another ? t.theWordsAreThereMoreThan : t.theWordsAreNotInThe;
      this.store.set({ correctionNote });
    }
  }

  async #correctTo(document: string, span: Span | null): Promise<void> {
    const said = await this.#tell(span ? "span" : "not_here", document, span);
    if (said === null) {
      // The question line's note may be out of sight.
      this.store.set({ correctionNote: this.#state.note });
      return;
    }
    this.#settle();
    await this.#askAgain(said);
    if (span) this.go({ ...span, document });
  }

  /** The answer stays called wrong, without the right words; the question is asked again without it. */
  async leaveCorrection(): Promise<void> {
    const { note } = this.#state;
    this.#settle();
    await this.#askAgain(note);
  }

  /** Takes the verdict back that began the correction: the answer is there as before. */
  async cancelCorrection(): Promise<void> {
    const { correcting, wrong } = this.#state;
    this.store.set({ finding: false, correctionNote: "" });
    if (!correcting) return;
    const question = this.#askedQuestion();
    const { document } = correcting;
    this.store.set({ correcting: null });
    this.#session.withdrawAt(question, document, correcting);
    const verdict = { ...question, verdict: "withdrawn" as const, title: "", url: "" };
    try {
      const refused = await this.#server.judge({ ...verdict, document, ...spanOf(correcting) });
      const note = refused === null ? t.takenBack : refused || t.itWasNotKept;
      // Another one was called wrong before, and was not left out yet.
      if (wrong.some((each) => this.#isListed(each))) await this.#askAgain(note);
      else this.store.set({ note, copied: null });
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({ copied: null, note: `${what} ${next}` });
    }
  }

  /** The correction is over: its answer is one of those that were called wrong. */
  #settle(): void {
    const { correcting, wrong } = this.#state;
    this.store.set({ finding: false });
    if (!correcting) return;
    const others = wrong.filter((each) => !isSame(each, correcting));
    this.store.set({ correcting: null, correctionNote: "", wrong: [...others, correcting] });
  }

  #isListed(answer: ServerAnswer): boolean {
    const { asked } = this.#state;
    return [...(asked?.answers ?? []), ...(asked?.perhaps ?? [])].some((each) =>
      isSame(each, answer),
    );
  }

  /** Takes back all that was said of the answers to this question, and asks it again. */
  async takeBack(): Promise<void> {
    const question = this.#askedQuestion();
    this.#session.withdraw(question);
    this.store.set({ wrong: [] });
    try {
      const refused = await this.#server.judge({
        ...question,
        verdict: "withdrawn",
        title: "",
        url: "",
      });
      this.conversation.takenBack(question);
      await this.#askAgain(refused === null ? t.takenBack : refused || t.itWasNotKept);
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({ copied: null, note: `${what} ${next}` });
    }
  }

  /** Whether verdicts on the question change what is shown, so that they can be taken back. */
  get isJudged(): boolean {
    const { asked } = this.#state;
    if (!asked?.result || isTelling(this.#state)) return false;
    const { steps } = asked.result;
    return (
      steps.some(({ step }) => step === "verdicts") || this.#session.holdsFor(this.#askedQuestion())
    );
  }

  /** The question as it was understood and as it was typed. */
  #askedQuestion(): AskedQuestion {
    const { asked } = this.#state;
    const typed = asked?.question ?? this.#state.question.trim();
    return { question: asked?.result?.meant ?? asked?.result?.question ?? typed, typed };
  }

  /** Asks the question that is answered again, after a verdict on its answers; `note` stays. */
  async #askAgain(note: string): Promise<void> {
    // What was answered before does not know the verdict.
    this.#answered.clear();
    this.store.set({ correcting: null, verdicts: {} });
    const { asked } = this.#state;
    if (asked) {
      await this.#ask(asked.question, { stays: this.#state.chosen, alone: this.#alone });
    }
    this.store.set({ copied: null, note });
  }

  /** Null when the server could not be reached. */
  async #tell(
    verdict: "right" | "wrong" | "span" | "not_here",
    document: string,
    span: Span | null,
  ): Promise<string | null> {
    const question = this.#askedQuestion();
    this.#answered.clear();
    const judged = { ...question, verdict, document };
    try {
      const refused = this.#preferences.snapshot().memory
        ? await this.#server.judge({ ...judged, title: "", url: "", ...(span && spanOf(span)) })
        : t.notKeptTheMemoryIsOff;
      if (refused === null) return t.savedForNextTime;
      const marked = verdict === "span" && span ? this.#marked(document, span) : null;
      this.#session.add({ ...judged, span: span && spanOf(span), marked });
      return t.itCountsWhileThisPageIs(refused || t.itWasNotKept);
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({ copied: null, note: `${what} ${next}` });
      return null;
    }
  }

  /** The words that the person marked in the open document, as an answer. */
  #marked(document: string, span: Span): ServerAnswer | null {
    const { opened } = this.#state;
    if (opened.kind !== "open") return null;
    const { title, text: whole } = opened.shown;
    const text = [...whole].slice(span.start, span.end).join("");
    const of = { document, title, ...spanOf(span), quote: text, quote_start: span.start };
    return { ...of, text, section: [], confidence: 1, found_by: BY_PERSON };
  }

  /**
   * While nobody has chosen, the best answer found so far is the one that is shown. What is only perhaps one, and the
   * nearest passages, are shown when they are chosen: a guess replaces no document that somebody reads.
   */
  #follow(): void {
    if (this.#state.chosen || !isAnswered(this.#state)) return;
    const best = this.#state.asked?.answers[0];
    if (best && !isSame(best, this.#state.current)) this.#show(best);
  }

  /** What was shown as an answer while the reading went on and is none in the end is left again. */
  #leaveGuess(before: Opened): void {
    const { asked, chosen, current } = this.#state;
    if (chosen || current === null || !asked || asked.answers.length > 0) return;
    this.#opening?.abort();
    this.store.set({ current: null, opened: before });
    if (before.kind === "opening") {
      this.store.set({ opened: { kind: "nothing" } });
      void this.open(before.document);
    }
    this.#navigate(null, false);
  }

  #show(place: Place): void {
    const span = spanOf(place);
    const { opened } = this.#state;
    const another = opened.kind !== "open" || opened.shown.document !== place.document;
    this.#navigate(place, another && this.#state.chosen);
    void this.open(place.document, span);
  }

  /** Marks the words typed in the open document; where `reveals` is true, the first place comes into sight. */
  #findHere(reveals: boolean): void {
    const { opened, question, found: before, current } = this.#state;
    if (opened.kind !== "open" || isAnswered(this.#state)) {
      this.store.set({ found: [] });
      return;
    }
    const { document, text } = opened.shown;
    const found = foundIn(text, question);
    const [first] = found;
    const wasFound = before.some((span) => isSame(current, { ...span, document }));
    if (first && reveals) {
      const { reveal } = this.#state;
      this.store.set({ found, current: { ...first, document }, chosen: false, reveal: reveal + 1 });
    } else this.store.set({ found, ...(wasFound && { current: null }) });
  }

  async #lookUp(words: string, typing: AbortSignal): Promise<void> {
    const { scope } = this.#state;
    const take = (found: Partial<AskState>) => {
      if (!typing.aborted) this.store.set(found);
    };
    // The server finishes what it has begun, even if nobody waits for it.
    const signal = AbortSignal.timeout(MOST_LOOKED_MS);
    // Requests do not wait for each other. They only help while typing, so failures are reported by asking.
    await Promise.all([
      this.#server.search(words, within(scope), signal).then(
        (hits) => take({ hits: withWords(hits, words), isLooking: false }),
        () => take({ hits: null, isLooking: false }),
      ),
      scope?.kind === "document" &&
        this.#server.complete(words, scope.name, signal).then(
          (completions) => take({ completions }),
          () => undefined,
        ),
      this.conversation.lookAhead(words, typing).catch(() => undefined),
    ]);
  }
}

function answeredKey(question: string, scope: Scope): string {
  return JSON.stringify([question, scope?.kind, scope?.name]);
}
