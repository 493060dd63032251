// The browser's own voices. Takes none that sends the text to a company's machines.

import { SpeechTrouble } from "../speech-trouble.ts";
import { type Mouth, NoVoice, type Saying } from "./mouth.ts";

// The list of voices comes a while after it was first asked for.
const VOICES_MS = 1500;
// Engines without a voice say nothing, and that neither begins nor ends.
const BEGINS_MS = 4000;

const NO_VOICE = new NoVoice("no-voice");

/** The part of `window.speechSynthesis` that is used here. */
export type Synthesis = Pick<
  SpeechSynthesis,
  "getVoices" | "speak" | "cancel" | "addEventListener" | "removeEventListener"
>;

export class BrowserMouth implements Mouth {
  readonly #synthesis: Synthesis | null;
  readonly #utter: (text: string) => SpeechSynthesisUtterance;

  constructor(
    synthesis: Synthesis | null = globalThis.speechSynthesis ?? null,
    utter = (text: string) => new SpeechSynthesisUtterance(text),
  ) {
    this.#synthesis = synthesis;
    this.#utter = utter;
  }

  async say(text: string, { speed, signal, word }: Saying): Promise<void> {
    const synthesis = this.#synthesis;
    if (!synthesis) throw NO_VOICE;
    const voice = await voiceOf(synthesis);
    if (signal.aborted) return;
    const utterance = this.#utter(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = speed;
    await new Promise<void>((resolve, reject) => {
      const waiting = setTimeout(() => {
        synthesis.cancel();
        reject(NO_VOICE);
      }, BEGINS_MS);
      const stop = () => {
        clearTimeout(waiting);
        synthesis.cancel();
        resolve();
      };
      signal.addEventListener("abort", stop, { once: true });
      const over = () => {
        clearTimeout(waiting);
        signal.removeEventListener("abort", stop);
      };
      utterance.onstart = () => clearTimeout(waiting);
      utterance.onboundary = ({ name, charIndex }) => {
        if (name === "word" && !signal.aborted) word(charIndex);
      };
      utterance.onend = () => {
        over();
        resolve();
      };
      utterance.onerror = ({ error }) => {
        over();
        if (error === "interrupted" || error === "canceled") resolve();
        else reject(troubleOf(error));
      };
      synthesis.speak(utterance);
    });
  }
}

/** An English voice of this computer, the system's own choice first. Rejects where there is none. */
async function voiceOf(synthesis: Synthesis): Promise<SpeechSynthesisVoice> {
  const found = chosen(synthesis.getVoices());
  if (found) return found;
  await new Promise<void>((resolve) => {
    const heard = () => {
      clearTimeout(waiting);
      synthesis.removeEventListener("voiceschanged", heard);
      resolve();
    };
    const waiting = setTimeout(heard, VOICES_MS);
    synthesis.addEventListener("voiceschanged", heard);
  });
  const late = chosen(synthesis.getVoices());
  if (!late) throw NO_VOICE;
  return late;
}

function chosen(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const here = voices.filter(({ localService, lang }) => localService && /^en\b/i.test(lang));
  return here.find((voice) => voice.default) ?? here[0] ?? null;
}

function troubleOf(error: string): SpeechTrouble {
  if (["synthesis-failed", "synthesis-unavailable", "voice-unavailable"].includes(error)) {
    return NO_VOICE;
  }
  if (error === "not-allowed") return new SpeechTrouble("may-not-speak");
  return new SpeechTrouble("voice-stopped", { details: error });
}
