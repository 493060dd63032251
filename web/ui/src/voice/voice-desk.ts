// Voice at a question line: recognises speech, puts the words into the line, and reads answers aloud. Keeps one state.
// Uses recogniser and voices through their interfaces, and needs neither a page nor React.

import type { Span } from "@wherein/anchoring/span.ts";
import type { Hearer, Hearing } from "@wherein/speech/hearing/hearing.ts";
import {
  type HeardSoFar,
  Listening,
  type ListeningOptions,
} from "@wherein/speech/listening/listening.ts";
import { VoiceActivity } from "@wherein/speech/listening/voice-activity.ts";
import type { Mouth } from "@wherein/speech/saying/mouth.ts";
import { asSaid } from "@wherein/speech/saying/said.ts";
import { SpeechTrouble } from "@wherein/speech/speech-trouble.ts";
import { asQuestion } from "@wherein/speech/spoken-question.ts";
import type { Trouble } from "../links.ts";
import { t } from "../messages/messages.ts";
import type { Passage, Sentence } from "./passages.ts";
import { speechWords } from "./speech-words.ts";
import type { KeptVoiceSettings } from "./voice-settings.ts";

/** What a panel or app provides to its voice desk. */
export interface VoiceParts extends Pick<ListeningOptions, "open"> {
  /** Null where this build has no recogniser: nothing offers to listen. */
  readonly hearer: Hearer | null;
  readonly mouth: Mouth;
  readonly settings: KeptVoiceSettings;
  /** The step that a person has to take before the microphone can be opened; null if there is none. */
  readonly before?: () => Promise<Trouble | null>;
}

/** What the voice desk changes in the panel or app. */
export interface VoiceAround {
  /** Names to expect in a question. */
  names(): readonly string[];
  /** Puts words into the question line; `ask`: they are asked at once. */
  fill(words: string, ask: boolean): void;
  /** Marks what is being said; null: nothing is. */
  mark(span: Span | null): void;
}

export interface Speaking {
  readonly key: string;
  readonly section: boolean;
  readonly sentence: Sentence;
  /** The word that is said, in the sentence's text, where the engine tells. */
  readonly word: Span | null;
}

export interface VoiceState {
  readonly hearing: HeardSoFar | null;
  /** What was heard last; put into the line or not made out. */
  readonly heard: Hearing | null;
  readonly trouble: Trouble | null;
  readonly speaking: Speaking | null;
  /** The answer's sentence was read to its end, and its section can be. */
  readonly offersSection: boolean;
  /** Grows when words were put into the line: it takes the focus. */
  readonly fills: number;
}

const SILENT: VoiceState = {
  hearing: null,
  heard: null,
  trouble: null,
  speaking: null,
  offersSection: false,
  fills: 0,
};
const WORD = /[^\s]+/y;

export class VoiceDesk {
  readonly settings: KeptVoiceSettings;
  readonly #parts: VoiceParts;
  readonly #around: VoiceAround;
  readonly #listeners = new Set<() => void>();
  #state = SILENT;
  #listening: Listening | null = null;
  #speech: AbortController | null = null;
  #passage: Passage | null = null;
  /** Held before the microphone was open, and let go again. */
  #held = false;
  /** Whether listening or speaking caused the trouble in the state. */
  #failed: "listening" | "speaking" = "listening";

  constructor(parts: VoiceParts, around: VoiceAround) {
    this.#parts = parts;
    this.#around = around;
    this.settings = parts.settings;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): VoiceState => this.#state;

  /** Whether speech can be recognised here. */
  get hears(): boolean {
    return this.#parts.hearer !== null;
  }

  /** Listens, or takes what was said so far. */
  press(): void {
    if (this.#listening) this.#listening.finish();
    else void this.#listen(true);
  }

  /** Listens until `release`. */
  hold(): void {
    this.#held = true;
    if (!this.#listening) void this.#listen(false);
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#listening?.finish();
  }

  /** Esc: stops listening or reading aloud, or takes away what went wrong; false where there was none of it. */
  cancel(): boolean {
    const { heard, trouble, offersSection } = this.#state;
    const failed = heard?.unheard != null || trouble !== null;
    const was = this.#listening !== null || this.#speech !== null || offersSection || failed;
    this.#held = false;
    this.#listening?.cancel();
    this.stop();
    if (failed) this.#set({ heard: null, trouble: null });
    return was;
  }

  /** "Did you mean": taken by the person. */
  takeMeant(): void {
    const meant = this.#state.heard?.meant;
    if (!meant) return;
    this.#around.fill(meant, this.settings.snapshot().asksAtOnce);
    this.#set({ heard: null, fills: this.#state.fills + 1 });
  }

  /** The question was typed or asked: stops listening and clears what was heard. */
  dismiss(): void {
    this.#listening?.cancel();
    const { heard, trouble, offersSection } = this.#state;
    if (heard || trouble || offersSection) {
      this.#set({ heard: null, trouble: null, offersSection: false });
    }
  }

  speak(passage: Passage): Promise<void> {
    this.#passage = passage;
    return this.#say(passage, passage.sentences, false);
  }

  /** After the answer, or in the middle of it: all of its section. */
  speakSection(passage = this.#passage): Promise<void> {
    if (!passage?.section) return Promise.resolve();
    this.#passage = passage;
    return this.#say(passage, passage.section(), true);
  }

  /** Whether the passage that is read aloud has a section that could be. */
  get hasSection(): boolean {
    return this.#passage?.section != null;
  }

  /** Tries once more what failed. */
  again(): void {
    if (this.#failed === "speaking" && this.#passage) void this.speak(this.#passage);
    else this.press();
  }

  /** Stops reading aloud at once. */
  stop(): void {
    this.#speech?.abort();
    this.#speech = null;
    if (this.#state.offersSection) this.#set({ offersSection: false });
    if (!this.#state.speaking) return;
    this.#set({ speaking: null });
    this.#around.mark(null);
  }

  destroy(): void {
    this.cancel();
    this.#listeners.clear();
  }

  async #listen(endsBySilence: boolean): Promise<void> {
    // Who speaks does not want to be spoken to.
    this.stop();
    this.#set({ heard: null, trouble: null });
    const { open, hearer, before } = this.#parts;
    if (!hearer) return;
    const trouble = (await before?.()) ?? null;
    if (trouble) {
      this.#fail("listening", trouble);
      return;
    }
    if ((!endsBySilence && !this.#held) || this.#listening) return;
    const listening = new Listening({
      open,
      hearer,
      names: this.#around.names(),
      endsBySilence,
      change: (hearing) => this.#set({ hearing }),
      now: () => performance.now(),
    });
    this.#listening = listening;
    try {
      const heard = await listening.done;
      this.#over();
      if (heard) this.#heard(heard);
    } catch (error) {
      this.#over();
      this.#fail("listening", troubleOf(error));
    }
  }

  #over(): void {
    this.#listening = null;
    this.#set({ hearing: null });
  }

  #heard(heard: Hearing): void {
    if (heard.text === "") {
      this.#set({ heard });
      return;
    }
    const text = asQuestion(heard.text);
    const meant = heard.meant === null ? null : asQuestion(heard.meant);
    // Words put into the line dismiss what was heard before; this stays.
    this.#around.fill(text, this.settings.snapshot().asksAtOnce);
    this.#set({ heard: { ...heard, text, meant }, fills: this.#state.fills + 1 });
  }

  async #say(passage: Passage, sentences: readonly Sentence[], section: boolean): Promise<void> {
    this.stop();
    this.#listening?.cancel();
    this.#set({ trouble: null });
    const speech = new AbortController();
    this.#speech = speech;
    const { signal } = speech;
    if (this.settings.snapshot().stopsWhenSpokenTo) void this.#watch(signal);
    const said = sentences.map(({ text }) => asSaid(text));
    try {
      for (const [i, sentence] of sentences.entries()) {
        const { text = "", origins = [] } = said[i] ?? {};
        const speaking = { key: passage.key, section, sentence, word: null };
        this.#set({ speaking });
        this.#around.mark(sentence.span);
        const word = (at: number) => {
          if (signal.aborted) return;
          this.#set({ speaking: { ...speaking, word: wordAt(sentence.text, origins[at] ?? 0) } });
        };
        const { speed } = this.settings.snapshot();
        const next = said[i + 1]?.text ?? null;
        await this.#parts.mouth.say(text, { speed, signal, word, next });
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) this.#fail("speaking", troubleOf(error));
    } finally {
      const isDone = !signal.aborted && !this.#state.trouble;
      if (this.#speech === speech) this.stop();
      speech.abort();
      if (isDone && !section && passage.section) this.#set({ offersSection: true });
    }
  }

  /** Stops reading aloud when someone speaks. Where nothing can be heard, other ways to stop remain. */
  async #watch(signal: AbortSignal): Promise<void> {
    const activity = new VoiceActivity();
    const samples = (block: Float32Array) => {
      activity.push(block);
      if (activity.began && !signal.aborted) this.stop();
    };
    const microphone = await this.#parts
      .open({ samples, lost: () => undefined }, true)
      .catch(() => null);
    if (!microphone) return;
    if (signal.aborted) microphone.close();
    else signal.addEventListener("abort", () => microphone.close(), { once: true });
  }

  #fail(at: "listening" | "speaking", trouble: Trouble): void {
    this.#failed = at;
    this.#set({ trouble });
  }

  #set(changes: Partial<VoiceState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** The word that begins at a place, or is around it. */
function wordAt(text: string, at: number): Span | null {
  let start = at;
  while (start > 0 && /\S/.test(text[start - 1] ?? "")) start--;
  WORD.lastIndex = start;
  const [word] = WORD.exec(text) ?? [];
  return word === undefined ? null : { start, end: start + word.length };
}

/** The failure in words for the person; an unforeseen one is in the browser's own words. */
function troubleOf(error: unknown): Trouble {
  if (error instanceof SpeechTrouble) return speechWords(error);
  return {
    what: t.listeningOrSpeakingFailedInThe,
    next: t.tryAgainOrTypeTheQuestion,
    details: String(error),
  };
}
