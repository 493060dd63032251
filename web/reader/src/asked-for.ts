// Whether a sentence has what a question asks for, beside the name it is about. The twin of Python's
// `wherein.reading.asked_for`; the cases are in contracts/asked-for.json. Words and patterns; no model.

import { folded } from "./heading-prefix.ts";

// Letters of a word that are compared, and how many are left of one without its ending.
const STEM = 5;
const LEAST = 3;
// The share of the question's other words that the sentence must have.
const LEAST_SHARE = 0.5;

type Wanted = "date" | "number" | "place" | "name" | "reason";

// The edges of words that `\b` is in Python.
const B = "(?<![\\p{L}\\p{N}_])";
const E = "(?![\\p{L}\\p{N}_])";
const LEAD =
  "^(?:(?:and|but|so|in|at|on|by|to|from|since|until|till|during|for|with|of|about|around|under|up|the)\\s+)*";
const MEASURES =
  "number|population|percentage|percent|proportion|share|height|length|depth|width|area|size|weight|mass|speed|" +
  "distance|temperature|age|cost|price|duration|diameter|elevation|altitude|volume|density";
const ASKS: readonly (readonly [Wanted, RegExp])[] = [
  [
    "date",
    new RegExp(
      `${LEAD}(?:when|(?:what|which) (?:year|date|day|month|century|decade|time)s?)${E}|how long ago${E}`,
      "iu",
    ),
  ],
  [
    "number",
    new RegExp(
      `${B}how (?:many|much|tall|high|deep|long|large|big|old|far|fast|heavy|wide|thick|hot|cold|often)${E}`,
      "iu",
    ),
  ],
  [
    "number",
    new RegExp(
      `${B}what(?:['\\u2019]s| is| was| are| were) the (?:[\\p{L}\\p{N}_]+ )?(?:${MEASURES})s? of${E}`,
      "iu",
    ),
  ],
  ["place", new RegExp(`${LEAD}where${E}`, "iu")],
  ["name", new RegExp(`${LEAD}(?:who|whom|whose)${E}`, "iu")],
  [
    "reason",
    new RegExp(`^(?:(?:and|but|so)\\s+)*why${E}|${B}how come${E}|${B}for what reason${E}`, "iu"),
  ],
];

const NUMBER_WORDS =
  "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|" +
  "nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|hundreds|thousand|thousands|million|" +
  "millions|billion|billions|dozen|dozens|half|third|quarter|once|twice|both|single";
const NUMBER = new RegExp(`\\p{Nd}|${B}(?:${NUMBER_WORDS})${E}`, "iu");
const CALENDAR =
  "January|February|March|April|May|June|July|August|September|October|November|December|" +
  "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";
const TIMES =
  "century|centuries|decades?|years?|months?|weeks?|days?|hours?|minutes?|era|age|dynasty|today|yesterday|tomorrow|" +
  "daily|weekly|monthly|annually|spring|summer|autumn|winter|morning|noon|evening|midnight|night|dawn|dusk|Easter|" +
  "Christmas|after|before|until|since|once|while|whenever|as soon as";
const DATE = new RegExp(
  `${B}\\p{Nd}{3,4}s?${E}|${B}\\p{Nd}{1,2}:\\p{Nd}\\p{Nd}${E}|${B}(?:${CALENDAR}|${TIMES})${E}` +
    `|${B}\\p{Nd}{1,4}\\s?(?:BC|BCE|AD|CE|[ap]\\.?m)${E}|${B}(?:AD|CE)\\s?\\p{Nd}`,
  "u",
);
// What begins as a place does and is a time, a number or a manner of speaking.
const NO_PLACE = new RegExp(
  `${B}(?:in|on|at|from|to|by|since|between) (?:the (?:world|[12]\\p{Nd}{3}s|[\\p{L}\\p{N}_]+ century)` +
    `|(?:early |late |mid-)?[12]\\p{Nd}{3}|(?:\\p{Nd}\\p{Nd}? )?(?:${CALENDAR})` +
    `|which|addition|general|total|fact|order|turn|part|time|\\p{Nd}[\\p{Nd},.:]*${E}(?! [A-Z]))${E}`,
  "gu",
);
const PLACE = new RegExp(
  `${B}(?:in|at|on|near|nearby|behind|under|below|above|inside|outside|between|from|to|into|onto|along|across|` +
    "beside|next|opposite|within|through|throughout|via|off|around|here|there|online|home|abroad|north|south|east|" +
    `west|northern|southern|eastern|western|central|overseas)${E}`,
  "iu",
);
const REASON = new RegExp(
  `${B}(?:because|since|due to|owing to|thanks to|reasons?|so that|in order to|as a result|results? in|resulted in|` +
    "therefore|thus|hence|caus(?:e|es|ed|ing)|leads? to|led to|to (?:be|[\\p{L}\\p{N}_]{3,})|" +
    "for (?:its|his|her|their|the|being|having)|helps?|allows?|enables?|as (?:it|he|she|they|this)|if|when|without|so)" +
    E,
  "iu",
);
const CAPITALISED = /(?<![\p{L}\p{N}_.])\p{Uppercase}[\p{L}\p{N}_]*/gu;
const ROLE_LATER = /(?<![\p{L}\p{N}_])by (?:an?|the|any|your|our)\s/iu;
const ROLE_FIRST = /^(?:an?|the|any|each|every|all|no|your|our|you|we|i)\s/iu;
const OPENING = /^["'\u201c\u2018( ]+/u;

// Words that may stand for each other where one asks and the other answers.
const SAID = [
  "born birth native",
  "die died death dead",
  "found founder foundation established formed created began",
  "build built construct erected completed",
  "write wrote written author",
  "marry married wife husband spouse marriage",
  "live inhabitants population residents inhabited",
  "people population inhabitants residents persons",
  "win won award receive recipient",
  "invent invention",
  "discover",
  "begin began start from between",
  "end until",
  "rule reign king queen",
  "cost price paid pay worth",
  "kill died dead deaths",
  "mean refers",
  "study studied educated graduated university",
  "capital prefecture seat",
  "speak spoken language speakers",
  "happen occurred took",
  "get got received won awarded",
  "call known named",
  "lie located situated stands",
  "direct",
  "compose music",
  "paint",
  "design architect",
  "tall high height elevation altitude",
  "long length",
  "deep depth",
  "large big area size covers",
  "wide width",
  "heavy weigh weight mass",
  "old aged years",
  "far distance away",
  "fast speed",
  "hot temperature",
].map((row) => new Set(row.split(" ").map(stem)));

const EMPTY: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been by can could did do does for from had has have he her him his how in into is it its " +
    "many much of on or s she so such than that the their them there these they this to was were what when where " +
    "which who whom whose why will with would you your i me my we our us about after all also any because before " +
    "being but during each ever every exactly first if just kind last may might more most must name named no not now " +
    "off often only other out over please same should some tell then there thing time times type under up used use " +
    "uses very while work works ago come year date day month century decade city town country place state village " +
    "island continent person man woman"
  ).split(" "),
);
const WORD = /[\p{L}\p{N}]+(?:['\u2019][\p{L}\p{N}]+)*/gu;

/** What kind of thing is asked for; null where the question word leaves it open. */
function wanted(question: string): Wanted | null {
  return ASKS.find(([, pattern]) => pattern.test(question))?.[0] ?? null;
}

/**
 * Whether the sentence has the kind of thing that is asked for, and says something of it. `about`: title and
 * headings, whose words name what the question is about. A question for nothing but a name ("Who was Mozart?")
 * is answered by any sentence, one for its time or place is not.
 */
export function hasWhatIsAsked(
  question: string,
  sentence: string,
  about: readonly string[] = [],
): boolean {
  const names = new Set(about.flatMap(wordsOf).map(stem));
  const rest = restOf(question, names);
  const kind = wanted(question);
  if (rest.length === 0 && (kind === null || kind === "name")) return true;
  const said = new Set(wordsOf(sentence).map(stem));
  const held = rest.filter((ways) => ways.some((way) => said.has(way))).length;
  if (held < LEAST_SHARE * rest.length) return false;
  switch (kind) {
    case null:
      return true;
    case "number":
      return NUMBER.test(sentence);
    case "date":
      return DATE.test(sentence);
    case "place":
      return PLACE.test(sentence.replace(NO_PLACE, " "));
    case "reason":
      return REASON.test(sentence);
    case "name":
      return hasName(question, sentence, names);
  }
}

function hasName(question: string, sentence: string, names: ReadonlySet<string>): boolean {
  const known = new Set([...names, ...wordsOf(question).map(stem)]);
  for (const { 0: word, index } of sentence.matchAll(CAPITALISED)) {
    if (index > 0 && !known.has(stem(folded(word)))) return true;
  }
  const first = wordsOf(sentence)[0] ?? "";
  const begins = /^\p{Uppercase}/u.test(sentence.replace(OPENING, ""));
  const isNamed = begins && !EMPTY.has(first) && !known.has(stem(first));
  return isNamed || ROLE_FIRST.test(sentence) || ROLE_LATER.test(sentence);
}

/** The question's words that ask, each with the ways to say it; names and empty words are left out. */
function restOf(question: string, names: ReadonlySet<string>): string[][] {
  const found = new Map<string, string[]>();
  Array.from(question.matchAll(WORD)).forEach(({ 0: match }, number) => {
    const word = plain(match);
    const isName = number > 0 && /^\p{Uppercase}/u.test(match);
    if (EMPTY.has(word) || isName || names.has(stem(word)) || /^\p{Nd}+$/u.test(word)) return;
    const own = stem(word);
    found.set(own, [own, ...SAID.filter((row) => row.has(own)).flatMap((row) => [...row])]);
  });
  return [...found.values()];
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(plain);
}

/** In small letters, without a possessive 's. */
function plain(word: string): string {
  return folded(word).replace(/['\u2019]s$/u, "");
}

/** The beginning of a word, its ending aside: "own" of "owns" and "owned", "liv" of "living". */
function stem(word: string): string {
  let letters = Array.from(word);
  for (const ending of ["ing", "ed", "s"]) {
    if (word.endsWith(ending) && letters.length - ending.length >= LEAST) {
      letters = letters.slice(0, letters.length - ending.length);
      break;
    }
  }
  if (letters.at(-1) === "e" && letters.length > LEAST) letters.pop();
  return letters.slice(0, STEM).join("");
}
