// The paired server for the panel: converts places between UTF-16 units and code points.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import {
  type AskedBefore as AskedOnServer,
  type Pairing,
  type ServerAnswer,
  ServerClient,
  ServerTrouble,
  type WireBlock,
} from "@wherein/api-client/server.ts";
import { findBlock } from "@wherein/reader/page/block-place.ts";
import type { DocumentFacts, FoundAnswer } from "@wherein/reader/reading.ts";
import {
  type AskedBefore,
  type JudgedRow,
  type Judgement,
  LinkTrouble,
  type PageContent,
  type ServerAnswers,
  type ServerLink,
} from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { serverWords } from "@wherein/ui/messages/server-words.ts";
import { askerName } from "../asker.ts";
import { loadSettings } from "../settings.ts";

const MOST_ANSWERS = 9;
const MOST_TOP = 5;

export class PairedServerLink implements ServerLink {
  readonly #inPrivate: boolean;

  /** `inPrivate`: the server must not store the questions. */
  constructor(inPrivate: boolean) {
    this.#inPrivate = inPrivate;
  }

  async isOn(): Promise<boolean> {
    return (await this.#pairing()) !== null;
  }

  async ask(question: string, page: PageContent, signal: AbortSignal): Promise<ServerAnswers> {
    const pairing = await this.#pairing();
    if (!pairing) {
      throw new LinkTrouble({ what: t.noServerIsPaired, next: t.pairOneInTheSettings });
    }
    const client = await this.#client(pairing);
    const offsets = new CodePointOffsets(page.text);
    try {
      await client.health(signal);
      const { answers, milliseconds } = await client.ask(
        {
          question,
          text: page.text,
          blocks: inCodePoints(page.blocks, offsets),
          title: page.title,
          url: page.url,
          limit: MOST_ANSWERS,
          memory: (await this.#sharesMemory()) ? "on" : "off",
        },
        signal,
      );
      // An answer is shown only where the page has its words.
      const placed = answers.map((answer) => inUnits(answer, offsets));
      return {
        answers: placed.filter(({ text, span }) => page.text.slice(span.start, span.end) === text),
        milliseconds,
      };
    } catch (error) {
      if (error instanceof ServerTrouble) throw new LinkTrouble(serverWords(error));
      throw error;
    }
  }

  async top(page: PageContent): Promise<readonly AskedBefore[]> {
    const found: AskedBefore[] = [];
    for (const { question, title, url, answers } of await this.#quietly((client) =>
      client.top(page.url, MOST_TOP),
    )) {
      const standing = await this.#standing(page, answers);
      if (standing) found.push({ question, title, url: url ?? null, ...standing });
    }
    return found;
  }

  async similar(question: string, page: PageContent): Promise<readonly AskedBefore[]> {
    const asked = await this.#quietly((client) => client.similar(question, page.url, MOST_TOP));
    return asked.flatMap(({ question, title, url, answers: [best] }) =>
      best ? [{ question, title, url: url ?? null, answer: best.text, span: null }] : [],
    );
  }

  async marked(page: PageContent): Promise<readonly JudgedRow[]> {
    const marked = await this.#quietly((client) => client.marked(page.url));
    return marked.map(({ question, typed, context, start, text, given }) => ({
      url: page.url.split("#")[0] ?? page.url,
      question,
      typed: typed || question,
      verdict: "span",
      // Its place is known by the whole text of its block.
      block: "",
      quote: context,
      quoteStart: 0,
      start: new CodePointOffsets(context).toUnits(start),
      length: text.length,
      when: given * 1000,
      isOfServer: true,
    }));
  }

  /** The first answer that is still in the page, in the block it was found in. */
  async #standing(
    page: PageContent,
    answers: AskedOnServer["answers"],
  ): Promise<{ answer: string; span: Span } | null> {
    for (const { text, quote, start, quote_start, block } of answers) {
      const place = { block, quoteStart: quote_start };
      const quoted = await findBlock(page.text, page.blocks, place, quote);
      if (!quoted) continue;
      const from = quoted.start + new CodePointOffsets(quote).toUnits(start);
      return { answer: text, span: { start: from, end: from + text.length } };
    }
    return null;
  }

  /** Memory is optional: without a working server there is none. */
  async #quietly<T>(ask: (client: ServerClient) => Promise<readonly T[]>): Promise<readonly T[]> {
    const pairing = await this.#pairing();
    if (!pairing || !(await this.#sharesMemory())) return [];
    try {
      return await ask(await this.#client(pairing));
    } catch (error) {
      if (error instanceof ServerTrouble) return [];
      throw error;
    }
  }

  async judge(judgement: Judgement): Promise<boolean> {
    const { question, typed, page, verdict, span, isOfServer } = judgement;
    const { sendFeedback } = await loadSettings();
    const pairing = await this.#pairing();
    if (!pairing || !(sendFeedback || isOfServer) || this.#inPrivate) return false;
    const offsets = new CodePointOffsets(page.text);
    try {
      return await (await this.#client(pairing)).judge({
        question,
        typed,
        verdict,
        text: page.text,
        blocks: inCodePoints(page.blocks, offsets),
        title: page.title,
        url: page.url,
        ...(span && {
          start: offsets.toCodePoints(span.start),
          end: offsets.toCodePoints(span.end),
        }),
      });
    } catch (error) {
      // It is stored in this browser in any case.
      if (error instanceof ServerTrouble) return false;
      throw error;
    }
  }

  async #sharesMemory(): Promise<boolean> {
    return !this.#inPrivate && (await loadSettings()).memory === "shared";
  }

  /** In a private window the profile's name is not sent, so nothing is stored under it. */
  async #client(pairing: Pairing): Promise<ServerClient> {
    return new ServerClient(pairing, this.#inPrivate ? null : await askerName());
  }

  async #pairing(): Promise<Pairing | null> {
    const { pairing, serverOn } = await loadSettings();
    return serverOn ? pairing : null;
  }
}

function inCodePoints(blocks: PageContent["blocks"], offsets: CodePointOffsets): WireBlock[] {
  return blocks.map((block) => ({
    ...block,
    start: offsets.toCodePoints(block.start),
    end: offsets.toCodePoints(block.end),
  }));
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
    ...(answer.main === false && { main: false }),
    documentFacts: documentFactsOf(answer),
  };
}

/** Every fact of a document that a server tells: the type demands each by name, so that none is dropped in silence. */
function documentFactsOf(answer: ServerAnswer): Required<DocumentFacts> {
  return {
    document_kind: answer.document_kind ?? null,
    recognised: answer.recognised ?? null,
    date: answer.date ?? null,
    date_kind: answer.date_kind ?? null,
    file_change: answer.file_change ?? null,
    struck_by: answer.struck_by
      ? { quote: answer.struck_by.quote, words: answer.struck_by.words ?? null }
      : null,
    subject_to: answer.subject_to?.map(({ quote }) => ({ quote })) ?? null,
  };
}
