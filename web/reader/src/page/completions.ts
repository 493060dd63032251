// Completes a half-typed question by earlier questions and by names of the page. Offers, and never changes typed text.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { folded } from "./heading-prefix.ts";
import type { PageNames } from "./page-names.ts";

export interface Completion {
  readonly text: string;
  readonly from: "question" | "heading" | "entity";
}

export const MOST_COMPLETIONS = 4;
// A single letter would match everything.
const SHORTEST = 2;
// Longer names are matched by their last words.
const LONGEST_NAME = 4;

/** At most `most` completions: questions first, then headings, then entities. */
export function completionsOf(
  typed: string,
  questions: readonly string[],
  names: PageNames,
  most = MOST_COMPLETIONS,
): Completion[] {
  const asked = squeezed(typed);
  if (asked.length < SHORTEST || /^["“”„]/u.test(asked) || /\?\s*$/u.test(typed)) return [];
  const found = new Map<string, Completion>();
  const add = (text: string, from: Completion["from"]) => {
    const key = folded(text);
    if (key !== folded(asked) && !found.has(key)) found.set(key, { text, from });
  };
  const wanted = folded(asked).split(" ");
  for (const question of questions) if (goesOn(wanted, question)) add(question, "question");
  // After a space the next word has not been begun.
  if (!/\s$/u.test(typed)) {
    for (const heading of names.headings) addName(asked, heading, (text) => add(text, "heading"));
    for (const entity of names.entities) addName(asked, entity, (text) => add(text, "entity"));
  }
  return [...found.values()].slice(0, most);
}

/** Whether every typed word is one of the question's words or the beginning of one. */
function goesOn(wanted: readonly string[], question: string): boolean {
  const has = folded(question).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return wanted.every((word) => has.some((each) => each.startsWith(word)));
}

/** Completes the last typed words to the name that they begin. */
function addName(asked: string, name: string, add: (text: string) => void): void {
  const words = asked.split(" ");
  const low = folded(name);
  for (let count = Math.min(LONGEST_NAME, words.length); count >= 1; count--) {
    const tail = folded(words.slice(-count).join(" "));
    if (tail.length < SHORTEST || tail.length >= low.length || !low.startsWith(tail)) continue;
    add([...words.slice(0, -count), name].join(" "));
    return;
  }
}
