// Who asks: the party of a contract or policy whose part a reader of it takes, as the text names it. The twin of Python's
// `wherein.documents.clauses.parties`; the cases are in contracts/amendments.json. Reads words alone.

import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { wordList } from "../lexicon/lexicon.ts";
import { LatePattern, searchAll, searchFrom } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";
import type { Page } from "./outline.ts";

/** Parties in the order in which they are taken to ask: a tenant asks of a lease, a client only where no contractor does. */
const ASKERS = wordList(LEXICON, "askers");
const TERM = new LatePattern(LEXICON, "party", "g");
const OBLIGES = new LatePattern(LEXICON, "party_obliges", "y");
const CONTRACT = new LatePattern(LEXICON, "of_contract");
/** Sentences that oblige or allow a party before it is taken for the one who asks. */
const LEAST_DUTIES = 3;
/** Of the duties of the party that has most, the share that the asking one has at least. */
const LEAST_SHARE = 5;
const LONGEST_LOOK = 400_000;
const LONGEST_BEGINNING = 3_000;
const CAPITAL = /^\p{Uppercase}/u;

const kept = new WeakMap<Page, string>();

/**
 * The party that asks, with its article as the text writes it ("the Tenant", "Contractor"); null where none is told. It is
 * one that the text obliges or allows in at least LEAST_DUTIES sentences and that it defines, or writes with a capital letter.
 */
export function askingParty(page: Page): string | null {
  const known = kept.get(page) ?? partyIn(page.text.slice(0, LONGEST_LOOK)) ?? "";
  kept.set(page, known);
  return known || null;
}

function partyIn(text: string): string | null {
  if (!CONTRACT.test(text.slice(0, LONGEST_BEGINNING))) return null;
  const duties = new Map<string, number>();
  const defined = new Set<string>();
  const written = new Map<string, Map<string, number>>();
  for (const found of searchAll(TERM, text)) {
    const { role: word = "", quote, closing } = found.groups ?? {};
    const role = folded(word);
    if (quote && closing) defined.add(role);
    if (!searchFrom(OBLIGES, text, found.index + found[0].length)) continue;
    duties.set(role, (duties.get(role) ?? 0) + 1);
    const names = written.get(role) ?? new Map<string, number>();
    written.set(role, names);
    const name = asWritten(text, word, found.index + (quote?.length ?? 0));
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  const most = Math.max(0, ...duties.values());
  for (const role of ASKERS) {
    const own = duties.get(role) ?? 0;
    if (own < LEAST_DUTIES || LEAST_SHARE * own < most) continue;
    const name = mostOften(written.get(role));
    if (defined.has(role) || CAPITAL.test(name.replace(/^the /, ""))) return name;
  }
  return null;
}

function asWritten(text: string, word: string, start: number): string {
  const before = folded(text.slice(Math.max(0, start - 4), start));
  const hasArticle = ["the ", "a ", "an "].some((article) => before.endsWith(article));
  return hasArticle || !CAPITAL.test(word) ? `the ${word}` : word;
}

function mostOften(names: ReadonlyMap<string, number> = new Map()): string {
  let best = "";
  for (const [name, times] of names) if (times > (names.get(best) ?? 0)) best = name;
  return best;
}
