// Whether a question asks for several things, and about what. The twin of Python's `wherein.answering.several`;
// the cases are in contracts/several.json. Looks at words alone; English only.

import { squeezed } from "@wherein/anchoring/white-space.ts";

// Characters; what is longer tells more than it asks.
const LONGEST = 300;

let groups = 0;

/** As often as it goes, and never fewer to try again: JavaScript has no possessive repeats. */
function all(repeated: string): string {
  const name = `all${groups++}`;
  return `(?=(?<${name}>(?:${repeated})*))\\k<${name}>`;
}

const POLITE = () =>
  all("(?:so|and|but|please|ok|okay|well|hey|hi)[\\s,]+|(?:can|could|would|will) you (?:please )?");
const ME = "(?:\\s+(?:me|us))?";
const SOME = () =>
  all("(?:some|all|any|every|each|of|the|a|an|more|few|most|several|many|other)\\s+");
const KIND = () =>
  all(
    "(?:very|most|important|key|main|basic|interesting|relevant|essential|short|brief|quick|general)\\s+",
  );
const THINGS =
  "(?:facts?|points?|things?|information|info|details?|knowledge|ideas?|takeaways?|statements?" +
  "|highlights?|overview|rundown|summary|outline|aspects|particulars)";
const ABOUT = "(?:about|on|of|regarding|concerning|for|with regard to|to know about|from|in)";
const ASKING = [
  // "tell me some important facts about X", "give me an overview of X", "what are the key points on X"
  `(?:tell|give|show|list|name|provide|write|find)${ME}\\s+${SOME()}${KIND()}${SOME()}${THINGS}\\s+${ABOUT}\\s+`,
  `what\\s+(?:are|were|is)\\s+${SOME()}${KIND()}${THINGS}\\s+(?:(?:that )?(?:i|we|you)\\s+(?:should|need|must|have)\\s+(?:to\\s+)?know\\s+)?${ABOUT}\\s+`,
  // "tell me about X", "tell me everything there is about X", "tell me what it says about X"
  `tell${ME}\\s+(?:(?:a (?:bit|little)|all|everything|anything|something|more|lots|a lot)\\s+)?(?:(?:that )?there is\\s+|you know\\s+|it says\\s+)?about\\s+`,
  `(?:tell${ME}\\s+|list\\s+|name\\s+|give${ME}\\s+)?(?:everything|all|what(?:ever)?)\\s+(?:that\\s+)?(?:it|they|this|the [\\p{L}\\p{N}_]+|is|was)\\s*(?:says?|said|tells?|states?|mentions?|knows?)?\\s+about\\s+`,
  "what\\s+(?:do|does|did|should|must|can)\\s+(?:i|we|you|they|it|one|this(?:\\s+[\\p{L}\\p{N}_]+)?|the\\s+[\\p{L}\\p{N}_]+)\\s+(?:(?:need|have)\\s+to\\s+)?(?:know|say|tell|learn|mention|state|remember)(?:\\s+us|\\s+me)?\\s+(?:about|on|of|regarding)\\s+",
  `(?:describe|explain|outline|discuss|enumerate|list)(?:\\s+(?:to|for)\\s+(?:me|us))?\\s+(?:(?:all|some)\\s+(?:of\\s+)?)?${all("(?:of|the)\\s+")}`,
  "(?:what are|name|give me|tell me)\\s+(?:all|every|each)\\s+(?:of\\s+)?(?:the\\s+)?",
  "(?:summar(?:ise|ize)|sum up)\\s+(?:(?:what (?:it|this) says (?:about|on))\\s+)?",
];
const TOPIC = new RegExp(`^${POLITE()}(?:${ASKING.join("|")})(?<topic>.+)$`, "iu");
// What a word ends before, as `\b` does in Python.
const END = "(?![\\p{L}\\p{N}_])";
const THIS = () =>
  all(
    `\\s+(?:[\\p{L}\\p{N}_]+ (?:sentences|words|points|lines)|this|the|that|it|all|everything|whole|entire|my|page|document|text|article|file|paper|report|book|chapter|section|letter|mail|email|site|website|for|me|us|please|here|up|of|in|briefly|shortly|short|brief|a|few)${END}`,
  );
const NO_WORD = "[^\\p{L}\\p{N}_]*";
const WHOLE = new RegExp(
  `^${POLITE()}(?:(?:(?:give|write|make|show|tell)${ME}\\s+)?${SOME()}${KIND()}(?:summary|overview|outline|abstract|gist|tl;?dr` +
    `|(?:${KIND()}(?:points|ideas|facts|takeaways|highlights)))|summar(?:ise|ize)|sum|condense|tl;?dr)${THIS()}${NO_WORD}$` +
    `|^${POLITE()}what\\s+(?:is|are|was)\\s+(?:(?:this|the|it)\\s*(?:page|document|text|article|file|paper|report|book)?\\s+(?:all\\s+)?about` +
    `|${SOME()}${KIND()}(?:points|ideas|facts|takeaways|highlights|gist|summary)${THIS()})${NO_WORD}$` +
    `|^${POLITE()}what\\s+does\\s+(?:this|it|the)(?:\\s+[\\p{L}\\p{N}_]+)?\\s+say${NO_WORD}$`,
  "iu",
);
const TRAILING =
  /[,;:]?\s*(?:(?:and\s+)?list\s+(?:all|each)(?:\s+of\s+(?:it|them))?|please|in (?:short|brief|detail)|briefly)?[\s.?!]*$/iu;
// "what does this release say about search"
const INSIDE = /^.*(?<![\p{L}\p{N}_])says?\s+about\s+/iu;

/**
 * What a question that asks for several things is about; null for every other question.
 *
 * "Tell me important facts about expandrank" gives "expandrank"; "" is the text as a whole ("summarise
 * this"). "What is X" asks for one thing and is none of these.
 */
export function topicAskedFor(question: string): string | null {
  const asked = squeezed(question);
  if ([...asked].length > LONGEST) return null;
  if (WHOLE.test(asked)) return "";
  const topic = TOPIC.exec(asked)?.groups?.topic;
  if (topic === undefined) return null;
  return topic.replace(TRAILING, "").replace(INSIDE, "") || null;
}
