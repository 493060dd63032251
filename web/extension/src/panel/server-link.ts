// The paired server as the panel sees it: places in UTF-16 units here, in code points there.

import { CodePointOffsets } from "@wherein/anchoring/code-points.ts";
import {
  type Pairing,
  type ServerAnswer,
  ServerClient,
  ServerTrouble,
} from "@wherein/api-client/server.ts";
import type { FoundAnswer } from "@wherein/reader/page-reader.ts";
import {
  LinkTrouble,
  type PageContent,
  type ServerAnswers,
  type ServerLink,
} from "@wherein/ui/links.ts";
import { loadSettings } from "../settings.ts";

const MOST_ANSWERS = 9;

export class PairedServerLink implements ServerLink {
  async isOn(): Promise<boolean> {
    return (await this.#pairing()) !== null;
  }

  async ask(question: string, page: PageContent, signal: AbortSignal): Promise<ServerAnswers> {
    const pairing = await this.#pairing();
    if (!pairing) {
      throw new LinkTrouble({ what: "No server is paired.", next: "Pair one in the settings." });
    }
    const client = new ServerClient(pairing);
    const offsets = new CodePointOffsets(page.text);
    try {
      await client.health(signal);
      const { answers, milliseconds } = await client.ask(
        {
          question,
          text: page.text,
          blocks: page.blocks.map((block) => ({
            ...block,
            start: offsets.toCodePoints(block.start),
            end: offsets.toCodePoints(block.end),
          })),
          title: page.title,
          url: page.url,
          limit: MOST_ANSWERS,
          memory: chrome.extension.inIncognitoContext ? "off" : "on",
        },
        signal,
      );
      // An answer is shown only where its words really stand.
      const placed = answers.map((answer) => inUnits(answer, offsets));
      return {
        answers: placed.filter(({ text, span }) => page.text.slice(span.start, span.end) === text),
        milliseconds,
      };
    } catch (error) {
      if (error instanceof ServerTrouble)
        throw new LinkTrouble({ what: error.what, next: error.next });
      throw error;
    }
  }

  async #pairing(): Promise<Pairing | null> {
    const { pairing, serverOn } = await loadSettings();
    return serverOn ? pairing : null;
  }
}

function inUnits(answer: ServerAnswer, offsets: CodePointOffsets): FoundAnswer {
  const quoteStart = offsets.toUnits(answer.quote_start);
  return {
    text: answer.text,
    span: { start: offsets.toUnits(answer.start), end: offsets.toUnits(answer.end) },
    quote: answer.quote,
    quoteSpan: { start: quoteStart, end: quoteStart + answer.quote.length },
    section: answer.section,
    confidence: answer.confidence,
    evidence: answer.evidence ?? false,
  };
}
