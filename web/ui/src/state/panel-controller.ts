// Controls the panel: handles the person's actions, asks the page and the reader, and keeps one state. Knows page and
// reader only by their interfaces.

import { words } from "@wherein/anchoring/canonical/white-space.ts";
import type { FindOptions } from "@wherein/anchoring/places/find-literal.ts";
import { linkTo } from "@wherein/anchoring/places/text-fragment.ts";
import { type Completion, completionsOf } from "@wherein/reader/page/completions.ts";
import { namesOf, type PageNames } from "@wherein/reader/page/page-names.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { expectedNames } from "@wherein/speech/expected.ts";
import {
  type AskedBefore,
  type Clipboard,
  LinkTrouble,
  type Notebook,
  type PageContent,
  type PageLink,
  type ReaderLink,
  type ServerLink,
  type Trouble,
  type VerdictStore,
} from "../links.ts";
import { t } from "../messages/messages.ts";
import { type Passage, sectionAt, sentencesIn } from "../voice/passages.ts";
import { VoiceDesk, type VoiceParts } from "../voice/voice-desk.ts";
import { enterDoes, pauseAsks } from "./enter.ts";
import { FeedbackDesk } from "./feedback-desk.ts";
import {
  type Asked,
  answersOf,
  askedHere,
  type Copied,
  type Current,
  isForReader,
  keyOf,
  markedOf,
  markedWhen,
  marks,
  type PanelEvent,
  type PanelState,
  perhapsOf,
  plainQuery,
  reduce,
  type ServerState,
  START,
  same,
  wrongOf,
} from "./panel-state.ts";
import { asAnnotations, asMarkdown, asText } from "./take-away.ts";
import { VerdictBook } from "./verdict-book.ts";
import { cellNames } from "./words.ts";
import { worthShowing } from "./worth-showing.ts";

// Long enough for the next key, short enough not to be noticed.
const PAUSE_MS = 450;
// Whoever has typed nothing for so long looks at the page again.
const STILL_MS = 1200;

const UNREACHABLE: Trouble = {
  what: t.thisPageCannotBeRead,
  next: t.reloadItThenTryAgain,
};

const LOST_SERVER: Trouble = {
  what: t.theServerCouldNotBeAsked,
  next: t.tryAgainSentence,
};

const NO_SERVER = t.thisQuestionWasAskedAlreadyAnd;
const UNKEPT = t.notRememberedTheBrowserSStorage;

export interface PanelOptions {
  readonly page: PageLink;
  readonly reader: ReaderLink;
  readonly server: ServerLink;
  readonly notebook: Notebook;
  readonly verdicts: VerdictStore;
  readonly clipboard: Clipboard;
  /** Without it nothing in the panel speaks of voice. */
  readonly voice?: VoiceParts;
  /** Closes the panel. */
  readonly close: () => void;
}

export class PanelController {
  readonly #page: PageLink;
  readonly #reader: ReaderLink;
  readonly #server: ServerLink;
  readonly #notebook: Notebook;
  readonly #book: VerdictBook;
  readonly #clipboard: Clipboard;
  readonly #close: () => void;
  readonly #subscribers = new Set<() => void>();
  #state: PanelState = START;
  #questions = 0;
  /** The action that was requested before the page was ready; it runs once the page is ready. */
  #wanted: "enter" | "reader" | "server" | null = null;
  /** The search of the page for the current text. */
  #finding: Promise<void> = Promise.resolve();
  /** The search of the page for places that the person judged. */
  #judging: Promise<void> = Promise.resolve();
  /** The current request to the server. */
  #asking: AbortController | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Brings the answer of a question that a pause asked into sight. */
  #showing: ReturnType<typeof setTimeout> | undefined;
  #typedAt = 0;
  /** The names of the read pages, computed when first needed. */
  readonly #names = new WeakMap<PageContent, PageNames>();
  /** True where permission was given while the page was being opened, possibly too late for this attempt. */
  #granted = false;
  /** The page whose questions the server was asked for. */
  #topOf: PageContent | null = null;
  /** The last marks sent to the page, so that the same are not sent again. */
  #marked = "";

  constructor({ page, reader, server, notebook, verdicts, clipboard, voice, close }: PanelOptions) {
    this.#page = page;
    this.#reader = reader;
    this.#server = server;
    this.#notebook = notebook;
    this.#clipboard = clipboard;
    this.#close = close;
    const state = this.snapshot;
    const apply = (event: PanelEvent) => this.#apply(event);
    this.#book = new VerdictBook(verdicts);
    this.feedback = new FeedbackDesk({
      page,
      reader,
      server,
      notebook,
      book: this.#book,
      state,
      apply,
      askAgain: () => this.#ask(),
    });
    this.voice = voice
      ? new VoiceDesk(voice, {
          names: () => this.#expected(),
          fill: (words, ask) => this.#fill(words, ask),
          mark: (span) => this.#apply({ type: "spoken", span }),
        })
      : null;
    reader.listen({
      ready: () => this.#apply({ type: "ready" }),
      suggested: (content, suggested) => {
        const { page } = this.#state;
        if (page.kind === "open" && page.content === content)
          this.#apply({ type: "suggested", suggested });
      },
      recalled: (content, recalled) => {
        const { page } = this.#state;
        if (page.kind !== "open" || page.content !== content) return;
        this.#apply({ type: "recalled", recalled });
        if (this.#topOf === content) this.#suggest();
      },
      unkept: (number) => {
        if (number === this.#state.asked?.number) this.#apply({ type: "note", note: UNKEPT });
      },
      meant: (number, meant) => this.#apply({ type: "meant", number, meant }),
      reading: (number, all) => {
        const { page } = this.#state;
        if (page.kind !== "open") return;
        const reading = worthShowing(all, page.content);
        this.#apply({ type: "reading", number, reading });
        if (reading.done && number === this.#state.asked?.number) this.#readAll();
      },
      failed: (number, trouble) =>
        this.#apply(
          number === null
            ? { type: "reader trouble", trouble }
            : { type: "ask failed", number, trouble },
        ),
    });
  }

  // -- for React's useSyncExternalStore -----------------------------------------------------------

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  readonly snapshot = (): PanelState => this.#state;

  // -- what the person does -----------------------------------------------------------------------

  /** Reads the page. Called at the start, and by "try again". */
  async open(): Promise<void> {
    this.#granted = false;
    this.#apply({ type: "page", page: { kind: "attaching" } });
    try {
      this.#opened(
        await this.#page.attach({
          changed: () => void this.#changed(),
          key: (key) => (key === "close" ? void this.close() : this.move(key === "next" ? 1 : -1)),
          selected: (span) => void this.feedback.selected(span),
          gone: () => this.#gone(),
        }),
      );
    } catch (error) {
      if (this.#granted) return this.open();
      const trouble = error instanceof LinkTrouble ? error.trouble : UNREACHABLE;
      this.#apply({ type: "page", page: { kind: "closed", trouble } });
    }
  }

  /** The person opened the panel again, a gesture that may give access to a page that had refused it. */
  granted(): void {
    const { kind } = this.#state.page;
    if (kind === "attaching") this.#granted = true;
    if (kind === "closed") void this.open();
  }

  type(question: string): void {
    if (question === this.#state.question) return;
    this.voice?.dismiss();
    this.#typed(question);
    this.#complete();
    if (question === "") {
      // What was just asked is among it now.
      if (this.#state.page.kind === "open") this.#reader.recall();
      this.#suggest();
    }
    if (isForReader(this.#state))
      this.#pause = setTimeout(() => void this.#askIf(pauseAsks, "pause"), PAUSE_MS);
  }

  setOptions(options: FindOptions): void {
    this.#apply({ type: "options", options });
    this.#finding = this.#find();
  }

  /** Enter: takes the chosen completion, asks a question, or goes to the next match. */
  enter(by: 1 | -1): void {
    const { completions, completion } = this.#state;
    const chosen = completions[completion];
    if (chosen) {
      this.takeCompletion(chosen);
      return;
    }
    this.dismissCompletions();
    if (this.#state.page.kind !== "open") {
      this.#wanted = "enter";
      return;
    }
    if (this.#state.asked?.by === "pause") {
      this.#confirm();
      return;
    }
    const does = enterDoes(this.#state);
    if (does === "ask") this.#ask();
    else if (does === "go on") this.move(by);
    else void this.#askIf((state) => enterDoes(state) === "ask");
  }

  /** Takes words selected in the page as the question; a single word is searched for and can be asked. */
  askAbout(text: string): void {
    this.type(text);
    if (words(text).length >= 2) this.ask();
  }

  /** "Ask: …": asks the text, whatever it is. */
  ask(): void {
    this.dismissCompletions();
    if (this.#state.page.kind === "open") this.#ask();
    else this.#wanted = "reader";
  }

  /** Ctrl+Enter: asks, and also asks a paired server, whatever the small reader's confidence. */
  async askServer(): Promise<void> {
    this.dismissCompletions();
    if (this.#state.page.kind !== "open") {
      this.#wanted = "server";
      return;
    }
    const before = this.#state.asked;
    if (!before) this.#ask();
    else if (before.by === "pause") this.#confirm();
    const { asked } = this.#state;
    if (!asked) return;
    if (await this.#server.isOn()) await this.#askServer(asked.number, null);
    // The first press only asks; a second one asks the server.
    else if (before) {
      this.#apply({ type: "note", note: NO_SERVER });
    }
  }

  /** Shows a question asked on this page before, or a suggested one: its answer is marked at once without reading. */
  goToAsked({ span }: AskedBefore): void {
    if (span) this.go({ kind: "answer", span });
  }

  /** Asks for permission to read frames of other sites, and reads the page again with them. */
  async allowFrames(): Promise<void> {
    const { page } = this.#state;
    if (page.kind !== "open") return;
    const allowed = await this.#page.allowFrames(page.content.unreadFrames).catch(() => false);
    if (allowed) await this.#changed();
    else this.#apply({ type: "note", note: t.notAllowedTheRestOfThe });
  }

  /** Up and down: moves among the completions if there are any, else among the answers. */
  choose(by: 1 | -1): void {
    if (this.#state.completions.length > 0) this.#apply({ type: "choose completion", by });
    else this.move(by);
  }

  takeCompletion({ text, from }: Completion): void {
    this.type(text);
    this.#apply({ type: "completions", completions: [] });
    // A name may be part of a question; a question is complete.
    if (from === "question") this.#ask();
  }

  /** Hides the completions, when the focus has left the field. */
  dismissCompletions(): void {
    if (this.#state.completions.length > 0) this.#apply({ type: "completions", completions: [] });
  }

  /** "Did you mean": the person takes the corrected question. */
  takeMeant(): void {
    const meant = this.#state.asked?.meant;
    if (!meant) return;
    this.type(meant);
    this.#ask();
  }

  move(by: 1 | -1): void {
    this.#apply({ type: "move", by });
  }

  go(current: Current): void {
    this.#marked = "";
    this.#apply({ type: "go", current });
  }

  /** The person's verdicts on answers. */
  readonly feedback: FeedbackDesk;

  /** Speech input and output; null without a voice, so that the panel offers none. */
  readonly voice: VoiceDesk | null;

  /** False where no feedback is stored, so that the panel does not ask for any. */
  get keepsFeedback(): boolean {
    return this.#notebook.keeps;
  }

  async copy(answer: FoundAnswer): Promise<void> {
    const { page } = this.#state;
    if (page.kind !== "open") return;
    const copied = { what: "answer", key: keyOf(answer) } as const;
    await this.#copied(asText(answer, page.content), t.copiedSentence, copied);
  }

  async copyLink(answer: FoundAnswer): Promise<void> {
    const { page } = this.#state;
    if (page.kind !== "open") return;
    const link = linkTo(page.content.url, page.content.text, answer.span);
    if (link) await this.#copied(link, t.linkCopied, { what: "link", key: keyOf(answer) });
    else {
      const note = t.noLinkFindsThisPlaceAlone;
      await this.#copied(page.content.url, note);
    }
  }

  async copyAll(form: "Markdown" | "annotations"): Promise<void> {
    const { page, asked } = this.#state;
    if (page.kind !== "open" || !asked) return;
    const make = form === "Markdown" ? asMarkdown : asAnnotations;
    await this.#copied(
      make(asked.question, answersOf(this.#state), page.content),
      form === "Markdown" ? t.allAnswersCopiedAsMarkdown : t.allAnswersCopiedAsAnnotations,
      { what: form, key: "" },
    );
  }

  /** What is read aloud of an answer: its sentence, after the names of its cell, and then its section. */
  passage(answer: FoundAnswer): Passage {
    const { page } = this.#state;
    const key = keyOf(answer);
    const names = cellNames(this.#state, answer);
    const named = names.length > 0 ? [{ text: `${names.join(", ")}:`, span: null }] : [];
    if (page.kind !== "open") {
      return { key, sentences: [...named, { text: answer.quote, span: null }], section: null };
    }
    const { text, blocks } = page.content;
    return {
      key,
      sentences: [...named, ...sentencesIn(text, answer.quoteSpan)],
      section: blocks.length > 0 ? () => sectionAt(text, blocks, answer.span.start) : null,
    };
  }

  /** The passage of the answer that the person is at, else of the best one; null where there is none. */
  currentPassage(): Passage | null {
    const answers = [...answersOf(this.#state), ...perhapsOf(this.#state)];
    const { current } = this.#state;
    const here = answers.find(({ span }) => span.start === current?.span.start);
    const answer = here ?? answers[0];
    return answer ? this.passage(answer) : null;
  }

  /**
   * Esc: stops listening or reading aloud, cancels a correction, dismisses a chosen completion, then clears the question,
   * then closes the panel.
   */
  async escape(): Promise<void> {
    if (this.voice?.cancel()) return;
    if (this.#state.correcting) {
      await this.feedback.cancel();
      return;
    }
    if (this.#state.completion >= 0) {
      this.dismissCompletions();
      return;
    }
    if (this.#state.question !== "") this.type("");
    else await this.close();
  }

  async close(): Promise<void> {
    await this.#page.leave(this.#state.current?.span ?? null).catch(() => undefined);
    this.#close();
  }

  destroy(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#showing);
    this.voice?.destroy();
    this.#subscribers.clear();
    this.#page.destroy();
    this.#reader.destroy();
  }

  /** The line has a new text, which is searched for and not asked. */
  #typed(question: string): void {
    this.#stop();
    clearTimeout(this.#pause);
    this.#typedAt = Date.now();
    this.#apply({ type: "typed", question });
    this.#finding = this.#find();
  }

  /** Words that were spoken: no pause asks them, since they may have to be put right first. */
  #fill(words: string, ask: boolean): void {
    this.#typed(words);
    if (ask) this.#ask();
  }

  /** Names of the page that a question may say. */
  #expected(): readonly string[] {
    const { page } = this.#state;
    if (page.kind !== "open") return [];
    const { text, blocks, title } = page.content;
    const headings = blocks.filter(({ kind }) => kind === "heading");
    return expectedNames(text, [
      title,
      ...headings.map(({ start, end }) => text.slice(start, end)),
    ]);
  }

  // -- what follows -------------------------------------------------------------------------------

  #opened(content: PageContent): void {
    this.#marked = "";
    this.#apply({ type: "page", page: { kind: "open", content } });
    this.#reader.prepare(content);
    this.#reader.recall();
    this.#judging = this.#judged(content);
    void this.#learned(content);
    void this.#server.isOn().then((paired) => this.#apply({ type: "paired", paired }));
    void this.#server
      .top(content)
      .catch(() => [])
      .then((top) => {
        this.#apply({ type: "top", top });
        this.#topOf = content;
        this.#suggest();
      });
    if (this.#state.question !== "") {
      this.#finding = this.#find();
      if (this.#wanted === "server") void this.askServer();
      else if (this.#wanted === "reader") this.#ask();
      else if (this.#wanted === "enter") void this.#askIf((state) => enterDoes(state) === "ask");
      else void this.#askIf(pauseAsks, "pause");
    }
    this.#wanted = null;
  }

  /** The page was left: the current question is asked of the next page. */
  #gone(): void {
    this.voice?.stop();
    if (this.#state.asked?.by === "person") this.#wanted ??= "reader";
    void this.open();
  }

  /** The page's text has changed: searches and asks again. */
  async #changed(): Promise<void> {
    const { asked, page } = this.#state;
    const before = page.kind === "open" ? page.content.text : null;
    try {
      const content = await this.#page.read();
      this.#marked = "";
      this.#apply({ type: "page", page: { kind: "open", content } });
      this.#reader.prepare(content);
      this.#judging = this.#judged(content);
      // Frames come and go without the text being another: nothing is read again for that.
      if (content.text === before) return;
      this.#reader.recall();
      // The text that is read aloud has moved.
      this.voice?.stop();
      this.#finding = this.#find();
      await this.#finding;
      await this.#judging;
      if (asked) this.#ask(asked.by);
    } catch {
      // The page is going; `gone` follows.
    }
  }

  /** Asks if `asks` is true once the page has been searched, unless the text has changed meanwhile. */
  async #askIf(asks: (state: PanelState) => boolean, by: Asked["by"] = "person"): Promise<void> {
    const { question, asked } = this.#state;
    if (enterDoes(this.#state) === "wait") await this.#finding;
    if (this.#state.question === question && this.#state.asked === asked && asks(this.#state))
      this.#ask(by);
  }

  /** Enter after a pause has asked: the question is whole, and its answer comes into sight. */
  #confirm(): void {
    this.#apply({ type: "confirmed" });
    this.#mark(true);
    if (this.#state.asked?.reading?.done) this.#readAll();
  }

  /** All of the page is read for the question. */
  #readAll(): void {
    const { asked } = this.#state;
    if (!asked?.reading) return;
    const { number, by, reading } = asked;
    if (by === "pause") {
      this.#showing = setTimeout(
        () => this.#state.asked?.number === number && this.#mark(true),
        Math.max(0, this.#typedAt + STILL_MS - Date.now()),
      );
      return;
    }
    void this.#look(number);
    const refused = reading.answers.length === 0 || reading.unsure !== undefined;
    if (refused) void this.#escalate(number);
  }

  #ask(by: Asked["by"] = "person"): void {
    clearTimeout(this.#pause);
    if (!isForReader(this.#state) || this.#state.page.kind !== "open") return;
    this.#stop();
    const number = ++this.#questions;
    clearTimeout(this.#showing);
    this.#apply({ type: "asked", number, by });
    const marked = markedOf(this.#state);
    if (marked) {
      // The person said where the answer is: nothing is read.
      const none = { perhaps: [], nearest: [], wordsRead: 0, words: 0, milliseconds: 0 };
      const reading = { ...none, answers: [marked], done: true, when: markedWhen(this.#state) };
      this.#apply({ type: "reading", number, reading: { ...reading, told: true } });
      return;
    }
    this.#reader.ask(number, this.#state.question, wrongOf(this.#state).spans);
  }

  /** Finds the places of the page that the person judged before. */
  async #judged(content: PageContent): Promise<void> {
    const judged = await this.#book.on(content).catch(() => []);
    const { page } = this.#state;
    if (page.kind === "open" && page.content === content) this.#apply({ type: "judged", judged });
  }

  /** Finds what the person marked on this page elsewhere. */
  async #learned(content: PageContent): Promise<void> {
    const rows = await this.#server.marked(content).catch(() => []);
    if (this.#book.learn(rows)) await this.#judged(content);
  }

  /** Looks for similar questions that were asked of other pages. */
  async #look(number: number): Promise<void> {
    const { asked, page } = this.#state;
    if (asked?.number !== number || page.kind !== "open") return;
    const similar = await this.#server.similar(asked.question, page.content).catch(() => []);
    if (similar.length > 0) this.#apply({ type: "similar", number, similar });
  }

  /** Asks the paired server where the small reader's best answer is below its bound. */
  async #escalate(number: number): Promise<void> {
    const { asked } = this.#state;
    if (asked?.number !== number || asked.server || !(await this.#server.isOn())) return;
    const { unsure, perhaps } = asked.reading ?? {};
    await this.#askServer(number, unsure ?? perhaps?.[0]?.confidence ?? 0);
  }

  async #askServer(number: number, unsure: number | null): Promise<void> {
    const { asked, page } = this.#state;
    if (asked?.number !== number || page.kind !== "open") return;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const tell = (server: ServerState) => this.#apply({ type: "server", number, server, unsure });
    tell({ kind: "asking" });
    try {
      const found = await this.#server.ask(asked.question, page.content, asking.signal);
      tell({ kind: "answered", ...found });
    } catch (error) {
      if (asking.signal.aborted) return;
      const trouble = error instanceof LinkTrouble ? error.trouble : LOST_SERVER;
      tell({ kind: "trouble", trouble });
    }
  }

  /** Looks for suggested questions on a page without earlier questions, while nobody asks. */
  #suggest(): void {
    const { page, question, recalled, suggested } = this.#state;
    if (page.kind !== "open" || question !== "" || recalled === null) return;
    if (askedHere(this.#state).length + suggested.length === 0) this.#reader.suggest();
  }

  #complete(): void {
    const { page, question, options, suggested } = this.#state;
    if (page.kind !== "open" || options.regularExpression) return;
    const { content } = page;
    const names = this.#names.get(content) ?? namesOf(content.text, content.blocks);
    this.#names.set(content, names);
    const asked = [...askedHere(this.#state), ...suggested].map((each) => each.question);
    const completions = completionsOf(question, asked, names);
    if (completions.length > 0) this.#apply({ type: "completions", completions });
  }

  /** `copied`: the button that shows "Copied." itself. */
  async #copied(text: string, note: string, copied?: Copied): Promise<void> {
    try {
      await this.#clipboard.write(text);
      this.#apply({ type: "note", note, ...(copied && { copied }) });
    } catch {
      this.#apply({ type: "note", note: t.theClipboardCannotBeWrittenToNow });
    }
  }

  #stop(): void {
    this.#asking?.abort();
    const { asked } = this.#state;
    if (asked && !asked.reading?.done) this.#reader.stop(asked.number);
  }

  async #find(): Promise<void> {
    const { question, options, page } = this.#state;
    if (page.kind !== "open") return;
    try {
      const found = await this.#page.find(plainQuery(this.#state), options);
      // The page or the options may be others by now; they have been looked through themselves.
      const now = this.#state.page;
      if (options !== this.#state.options || now.kind !== "open") return;
      if (now.content.text !== page.content.text) return;
      if (found.kind === "found") {
        const { spans, more } = found;
        this.#apply({
          type: "plain",
          question,
          plain: { spans, more, invalid: null, looked: true },
        });
      } else {
        const plain = { spans: [], more: false, invalid: found.reason, looked: true };
        this.#apply({ type: "plain", question, plain });
      }
    } catch {
      // The page is going; `gone` follows.
    }
  }

  #apply(event: PanelEvent): void {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (this.#state === before) return;
    // Moving on scrolls to the mark, also where it is the only one and is out of sight.
    const wanted = event.type === "go" || event.type === "move";
    const isAhead = event.type === "reading" && this.#state.asked?.by === "pause";
    this.#mark(wanted || (!isAhead && !same(before.current, this.#state.current)));
    for (const subscriber of this.#subscribers) subscriber();
  }

  #mark(moved: boolean): void {
    const wanted = marks(this.#state, moved && this.#state.current !== null);
    if (!wanted) return;
    const sent = JSON.stringify({ ...wanted, scroll: false });
    if (sent === this.#marked && !wanted.scroll) return;
    this.#marked = sent;
    this.#page.mark(wanted).catch(() => undefined);
  }
}
