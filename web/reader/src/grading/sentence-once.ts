// Keeps a sentence from filling the list of what is perhaps an answer. The twin of Python's
// `wherein.answering.grading.sentence_once`.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";

interface InSentence {
  readonly quote: string;
}

/** `perhaps`, in its order, without those whose sentence an answer has, or one before them. */
export function eachSentenceOnce<T extends InSentence>(
  answers: readonly InSentence[],
  perhaps: readonly T[],
): T[] {
  const seen = new Set(answers.map(({ quote }) => squeezed(quote)));
  return perhaps.filter(({ quote }) => {
    const sentence = squeezed(quote);
    if (seen.has(sentence)) return false;
    seen.add(sentence);
    return true;
  });
}
