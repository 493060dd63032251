// Tells whether a time is the other end of a period than the one that a question asks for: "from 1 February" does not
// tell when something ends. The twin of Python's `wherein.questions.other_end`; the cases are in contracts/other-ends.json.

const WHEN = String.raw`\bwhen\s+(?:does|do|did|will|would|shall|should|must|can|is|are|was|were|has|have)\b.*`;
const BEGIN = "(?:start|begin|began|begun|commence|open|resume)(?:s|ed|ning|ing)?";
const END = String.raw`(?:ends?|ended|ending|expir(?:es?|ed|ing)|finish(?:es|ed)?|clos(?:es?|ing)|stop(?:s|ped)?|terminat(?:es?|ed)|conclud(?:es?|ed)|run\s+out|runs\s+out)`;
const ASKS_BEGIN = new RegExp(
  String.raw`\b(?:since\s+(?:when|what|which)|from\s+when)\b|${WHEN}\b${BEGIN}\b` +
    String.raw`|\b(?:start|starting|commencement|beginning|opening)\s+(?:date|day|time)\b`,
  "is",
);
const ASKS_END = new RegExp(
  String.raw`\b(?:until|till)\s+(?:when|what|which)\b|\bhow\s+long\s+until\b|${WHEN}\b${END}\b` +
    String.raw`|\b(?:end|ending|expiry|expiration|closing)\s+(?:date|day|time)\b|\blast\s+day\b`,
  "is",
);
const JOINING = String.raw`(?:\s+(?:on|at|in|the|about|around|from))*`;
const AFTER_BEGIN = new RegExp(
  String.raw`(?:\b(?:from|since|effective|starting|starts?|started|commencing|commence[sd]?|beginning|begins?|began|opens?|opened)` +
    String.raw`|\bas\s+(?:of|from))${JOINING}\s*$`,
  "i",
);
const AFTER_END = new RegExp(
  String.raw`\b(?:until|till|through|ends?|ended|ending|expires?|expired|expiring|closes|closed|closing|finish(?:es|ed)|terminate[sd])` +
    String.raw`(?:\s+(?:on|at|in|the|about|around))*\s*$|\d[^.;]{0,30}(?:\bto|[-–—])\s*$`,
  "i",
);
// What did not happen until a day began then.
const NOT = /\b(?:not?|never)\b|n['’]t\b/i;
// What an answer may begin with of the words that stand before a time.
const LEADS = /^(?:from|since|until|till|through|up\s+to|as\s+of)\s+(?:the\s+)?(?=\S)/i;
const IS_FROM = /^(?:from|since|as of|starting|beginning)\b/i;
const HAS_END = /\b(?:to|until|till|through|ends?|months?|years?|weeks?|days?)\b|\d\s*[-–—]\s*\d/i;
const BEGIN_HEADER = /\b(?:start|begin|from|opens?|opening|commence)/i;
const END_HEADER = /\b(?:end|ends|ending|until|till|to|expir\w*|clos\w+|finish\w*)\b/i;

type End = "begin" | "end";

/**
 * Whether `answer` tells when something begins and the question asks when it ends, or the other way round.
 *
 * `before`: the answer's sentence up to it. `headers`: what its row and column are called, "" outside a table.
 */
export function isOtherEnd(
  question: string,
  before: string,
  answer: string,
  headers: string,
): boolean {
  const asked = one(ASKS_BEGIN.test(question), ASKS_END.test(question));
  if (asked === null) return false;
  const lead = LEADS.exec(answer)?.[0] ?? "";
  const rest = answer.slice(lead.length);
  const told =
    toldBy(before + lead, rest) ?? one(BEGIN_HEADER.test(headers), END_HEADER.test(headers));
  return told !== null && told !== asked;
}

/** Which end the words around a time say that it is. */
function toldBy(before: string, answer: string): End | null {
  if (HAS_END.test(answer)) return null; // The whole period, or its length.
  const ends = AFTER_END.test(before) && !NOT.test(before);
  return one(AFTER_BEGIN.test(before) || IS_FROM.test(answer), ends);
}

function one(begin: boolean, end: boolean): End | null {
  if (begin === end) return null;
  return begin ? "begin" : "end";
}
