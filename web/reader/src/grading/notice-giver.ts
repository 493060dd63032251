// Tells a notice that one party of a contract gives from one that another gives: "How much notice do I have to give?" of a
// tenant is not answered by the notice at which the landlord may enter. The twin of Python's
// `wherein.answering.grading.notice_giver`; the cases are in contracts/notice-givers.json. Knows no page.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { LatePattern, searchAll } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";
import { sentenceSpans } from "../page/sentences.ts";
import { asksAs, subjectsOf } from "./party-first.ts";

const NOTICE = pattern(LEXICON, "notice");
const GIVER = new LatePattern(LEXICON, "notice_giver");
const NO_GIVER = wordSet(LEXICON, "no_giver");
const BY = new LatePattern(LEXICON, "acting_by", "g");

/** Whether the question speaks of a notice at all. */
export function asksForNotice(question: string): boolean {
  return NOTICE.test(question);
}

/**
 * Whether the question asks for a notice by one party, and the sentence of a place says what another does. `party` is the one
 * in whose place the question is asked ("the Tenant"). A sentence that names nobody up to the place's end is anybody's.
 */
export function anotherGives(question: string, text: string, span: Span, party: string): boolean {
  if (!asksForNotice(question)) return false;
  const own = nameOf(party);
  const actor = actorOf(text, span);
  if (actor === null) return false;
  const asked = GIVER.exec(question)?.groups?.giver;
  const giver = asked === undefined ? null : nameOf(asked);
  const isNamed = giver !== null && !NO_GIVER.has(giver);
  if (asksAs(question, party) && (!isNamed || giver === own)) return actor !== own;
  return isNamed && giver !== own && actor === own;
}

/**
 * Who acts in the sentence of a place: the last party before the place's end that may or must do something, or by whom
 * something is done; null for nobody.
 */
function actorOf(text: string, { start, end }: Span): string | null {
  const sentence = sentenceSpans(text).find((one) => one.start <= start && start < one.end);
  const said = text.slice(sentence?.start ?? 0, end);
  const by = Array.from(searchAll(BY, said), ({ index, groups }) => ({
    at: index,
    name: groups?.name ?? "",
  }));
  const last = [...subjectsOf(said), ...by].reduce<{ at: number; name: string } | null>(
    (best, one) => (best === null || one.at >= best.at ? one : best),
    null,
  );
  return last && nameOf(last.name);
}

function nameOf(party: string): string {
  return folded(party.replace(/^the /, ""));
}
