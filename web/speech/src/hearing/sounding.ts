// Computes how similar two spellings sound in English, by rough phonetic forms and their edit distance. Knows no words.
// The twin of Python's `wherein.speech.hearing.sounding`.

import LEXICON from "../../../../contracts/lexicon/speech.json" with { type: "json" };

const RULES = LEXICON.lines.sounds.map((line) => {
  const [pattern = "", instead = ""] = line.split(" > ");
  return [new RegExp(pattern, "g"), instead.replace("\\1", "$1")] as const;
});
const VOWELS = new Set("aeiouy");
const SLIGHT = LEXICON.numbers.vowel_cost;
const NEAR = new Set(
  LEXICON.words.near_sounds
    .join(" ")
    .split(" ")
    .flatMap((pair) => [pair, [...pair].reverse().join("")]),
);

/** The rough sound of a text, without spaces, marks and doubled letters; empty for one without Latin letters. */
export function soundOf(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z]/g, "");
  return RULES.reduce((sound, [pattern, instead]) => sound.replace(pattern, instead), plain);
}

/** From 0 to 1 for two sounds: 1 less the edit distance by the longer one's length; what differs little costs less. */
export function alikeness(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 0;
  const row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const a = one[i - 1] ?? "";
    let before = row[0] ?? 0;
    row[0] = i;
    for (let j = 1; j <= other.length; j++) {
      const b = other[j - 1] ?? "";
      const change = before + cost(a, b);
      before = row[j] ?? 0;
      row[j] = Math.min(change, before + dropped(a), (row[j - 1] ?? 0) + dropped(b));
    }
  }
  return 1 - (row[other.length] ?? 0) / longer;
}

/** Whether both are vowels, or consonants that differ little. */
export function isNear(a: string, b: string): boolean {
  return (VOWELS.has(a) && VOWELS.has(b)) || NEAR.has(a + b);
}

function cost(a: string, b: string): number {
  if (a === b) return 0;
  return isNear(a, b) ? SLIGHT : 1;
}

function dropped(letter: string): number {
  return VOWELS.has(letter) || letter === "h" ? 0.5 : 1;
}
