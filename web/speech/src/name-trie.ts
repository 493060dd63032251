// A trie of the tokens of expected names, and the bias that it gives to decoding. Knows no model and no text. The twin of
// Python's `wherein.speech.name_trie`.

import type { Bias } from "./decoding.ts";

interface Node {
  readonly after: Map<number, Node>;
}

/** The tokens that a name begins with, and those that follow what has been said of it. */
export class NameTrie {
  readonly root: Node = { after: new Map() };

  constructor(names: Iterable<readonly number[]>) {
    for (const tokens of names) {
      let here = this.root;
      for (const token of tokens) {
        let next = here.after.get(token);
        if (next === undefined) {
          next = { after: new Map() };
          here.after.set(token, next);
        }
        here = next;
      }
    }
  }
}

export interface Boost {
  /** Added to the tokens that begin a name. */
  readonly atStart: number;
  /** Added to those that go on with one. */
  readonly along: number;
}

/** Names are spelt from the space before them, so a name begins wherever a word does. */
export class TrieBias implements Bias {
  readonly #root: Node;
  readonly #boost: Boost;
  #within: readonly Node[] = [];

  constructor(trie: NameTrie, boost: Boost) {
    this.#root = trie.root;
    this.#boost = boost;
  }

  added(): ReadonlyMap<number, number> {
    const { atStart, along } = this.#boost;
    const added = new Map([...this.#root.after.keys()].map((token) => [token, atStart] as const));
    for (const here of this.#within) {
      for (const token of here.after.keys()) {
        added.set(token, Math.max(along, added.get(token) ?? 0));
      }
    }
    return added;
  }

  took(token: number): void {
    this.#within = [this.#root, ...this.#within].flatMap((here) => here.after.get(token) ?? []);
  }
}
