// The text of an answer to read aloud: its sentence, and its section if its document is open. Values only.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import { type Passage, type Sentence, sectionAt, sentencesIn } from "@wherein/ui/voice/passages.ts";
import { keyOf, type Opened } from "./ask-state.ts";

/** Places are in code points, as they are marked. */
export function passageOf(answer: ServerAnswer, opened: Opened): Passage {
  const { quote, quote_start: start, row, column } = answer;
  const key = keyOf(answer);
  const names = [row, column].filter((name) => name && !quote.includes(name));
  const named = names.length > 0 ? [{ text: `${names.join(", ")}:`, span: null }] : [];
  const shown = opened.kind === "open" ? opened.shown : null;
  const isHere = shown?.document === answer.document;
  const offsets = new CodePointOffsets(quote);
  const sentences = sentencesIn(quote, { start: 0, end: quote.length }).map((sentence) => ({
    text: sentence.text,
    span: isHere ? placed(sentence, (at) => start + offsets.toCodePoints(at)) : null,
  }));
  if (!isHere) return { key, sentences: [...named, ...sentences], section: null };
  const { text, blocks } = shown;
  return {
    key,
    sentences: [...named, ...sentences],
    section: () => {
      const whole = new CodePointOffsets(text);
      const inUnits = blocks.map((block) => ({
        kind: block.kind,
        start: whole.toUnits(block.start),
        end: whole.toUnits(block.end),
        ...(block.level != null && { level: block.level }),
      }));
      return sectionAt(text, inUnits, whole.toUnits(answer.start)).map((sentence) => ({
        text: sentence.text,
        span: placed(sentence, (at) => whole.toCodePoints(at)),
      }));
    },
  };
}

function placed({ span }: Sentence, at: (place: number) => number): Sentence["span"] {
  return span && { start: at(span.start), end: at(span.end) };
}
