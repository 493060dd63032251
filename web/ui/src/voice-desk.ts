// Speech in the panel: asks the spoken question and reads answers aloud. Knows no microphone.

import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { LinkTrouble, type Voice } from "./links.ts";
import type { PanelEvent } from "./panel-state.ts";

interface Around {
  readonly voice: Voice;
  readonly ask: (words: string) => void;
  readonly apply: (event: PanelEvent) => void;
}

export class VoiceDesk {
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Listens and asks the spoken question; does nothing where no words were recognised. */
  async hear(): Promise<void> {
    await this.#orSay(async () => {
      const words = await this.#around.voice.listen();
      if (words) this.#around.ask(words);
    });
  }

  async speak(answer: FoundAnswer): Promise<void> {
    await this.#orSay(() => this.#around.voice.speak(answer.quote));
  }

  async #orSay(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof LinkTrouble)) throw error;
      const { what, next } = error.trouble;
      this.#around.apply({ type: "note", note: `${what} ${next}` });
    }
  }
}
