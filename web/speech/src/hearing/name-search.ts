// Looks for expected names in a recording along a trie of their tokens. Knows no runtime and no text. The twin of Python's
// `wherein.speech.hearing.name_search`, which says why.

import LEXICON from "../../../../contracts/lexicon/speech.json" with { type: "json" };
import { type Decoded, logSum, type Steps } from "./decoding.ts";

const { numbers } = LEXICON;

/** The tokens of names: which begin one, and which go on. */
export class NameTrie {
  readonly after = new Map<number, NameTrie>();
  /** The number of the name that ends here. */
  name: number | null = null;

  constructor(names: readonly (readonly number[])[] = []) {
    names.forEach((tokens, number) => {
      let here: NameTrie = this;
      for (const token of tokens) {
        const next = here.after.get(token) ?? new NameTrie();
        here.after.set(token, next);
        here = next;
      }
      if (here !== this) here.name ??= number;
    });
  }
}

/** The name of this number in the place of the tokens [start, end), and the logarithm of its probability there. */
export interface NameFound {
  readonly start: number;
  readonly end: number;
  readonly name: number;
  readonly logProbability: number;
}

interface Open {
  readonly worth: number;
  readonly start: number;
  readonly token: number;
  readonly log: number;
  readonly node: NameTrie;
  readonly steps: Steps;
}

/**
 * Names that may replace decoded words, in the order in which they are found. `wordStarts` are
 * the places in the tokens where words begin. What follows the name tells how many words it stands for: the one that the
 * model finds likeliest then.
 */
export async function searchNames(
  { tokens, trail }: Decoded,
  wordStarts: readonly number[],
  trie: NameTrie,
  endToken: number,
): Promise<NameFound[]> {
  const open: Open[] = [];
  for (const start of wordStarts) {
    const step = trail[start];
    if (step === undefined) continue;
    const total = logSum(step.logits);
    for (const [token, node] of trie.after) {
      const log = (step.logits[token] ?? Number.NEGATIVE_INFINITY) - total;
      if (log >= numbers.least_start) {
        const worth = log + numbers.boost_at_start;
        open.push({ worth, start, token, log, node, steps: step.steps });
      }
    }
  }
  const found: NameFound[] = [];
  for (let step = 0; step < numbers.most_search_steps; step++) {
    const best = takeBest(open);
    if (best === null) break;
    const { start, node } = best;
    const steps = best.steps.fork();
    const logits = await steps.next(best.token);
    const total = logSum(logits);
    if (node.name !== null) {
      const ends = [...wordStarts, tokens.length]
        .filter((at) => at > start)
        .slice(0, numbers.most_mended_words);
      const after = ends.map((at) => logits[tokens[at] ?? endToken] ?? Number.NEGATIVE_INFINITY);
      const end = ends[after.indexOf(Math.max(...after))] ?? tokens.length;
      found.push({ start, end, name: node.name, logProbability: best.log });
    }
    for (const [token, further] of node.after) {
      const more = (logits[token] ?? Number.NEGATIVE_INFINITY) - total;
      const worth = best.worth + more + numbers.boost_along;
      open.push({ worth, start, token, log: best.log + more, node: further, steps });
    }
  }
  return found;
}

/** Takes the first of the best out of the list. */
function takeBest(open: Open[]): Open | null {
  let best = 0;
  for (let at = 1; at < open.length; at++) {
    if ((open[at]?.worth ?? 0) > (open[best]?.worth ?? 0)) best = at;
  }
  return open.splice(best, 1)[0] ?? null;
}
