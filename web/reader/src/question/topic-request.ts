// Detects topic requests, which ask for several sentences, and their topic. The twin of Python's
// `wherein.questions.topic_request`; the cases are in contracts/several.json. Uses only words; English only.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/topic-request.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

// Characters; longer texts are statements rather than questions.
const LONGEST = LEXICON.numbers.longest;
const TOPIC = pattern(LEXICON, "topic");
const WHOLE = pattern(LEXICON, "whole");
const TRAILING = pattern(LEXICON, "trailing");
// "what does this release say about search"
const INSIDE = pattern(LEXICON, "inside");

/**
 * The topic of a topic request; null for every other question.
 *
 * "Tell me important facts about expandrank" gives "expandrank"; "" is the text as a whole ("summarise this"). "What is
 * X" asks for one thing and is no topic request.
 */
export function requestedTopic(question: string): string | null {
  const asked = squeezed(question);
  if ([...asked].length > LONGEST) return null;
  if (WHOLE.test(asked)) return "";
  const topic = TOPIC.exec(asked)?.groups?.topic;
  if (topic === undefined) return null;
  return topic.replace(TRAILING, "").replace(INSIDE, "") || null;
}
