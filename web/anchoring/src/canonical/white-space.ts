// The characters that Python's `str` treats as white space, so that both languages split a text equally. The twin of
// Python's `wherein.core.text.word_count`; the cases are in contracts/word-counts.json.

/** The inside of a character class: `\s` of Python's `re`, equal to `str.isspace`. */
export const SPACE_CLASS =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const BLANK = new RegExp(`^[${SPACE_CLASS}]*$`);
const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
const LEADING = new RegExp(`^[${SPACE_CLASS}]+`);

/** True for a text that has only white space. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

export function isSpace(unit: number): boolean {
  if (unit < 0x80) return (unit >= 9 && unit <= 13) || (unit >= 0x1c && unit <= 0x20);
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** The words of a text, separated by white space. */
export function words(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

// Kana and Han: a character counts as a word, as word processors count them. Thai, Lao, Burmese and
// Khmer: a word has about five letters and signs.
const HAN = "\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3fffd}";
const SOUTH_EAST = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff";
const UNSPACED = new RegExp(`[${HAN}${SOUTH_EAST}]`, "u");
const WORD = new RegExp(
  `[${HAN}]|[${SOUTH_EAST}]{1,5}|(?:(?![${HAN}${SOUTH_EAST}])[\\p{L}\\p{N}])+`,
  "gu",
);

/** The number of words of a text: the twin of Python's `core.word_count`, cases in contracts/word-counts.json. */
export function countWords(text: string): number {
  if (UNSPACED.test(text)) {
    let count = 0;
    for (const token of words(text))
      count += UNSPACED.test(token) ? (token.match(WORD)?.length ?? 0) : 1;
    return count;
  }
  let count = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const space = isSpace(text.charCodeAt(i));
    if (!space && !inWord) count++;
    inWord = !space;
  }
  return count;
}

/** One line: words with a single space between. */
export function squeezed(text: string): string {
  return words(text).join(" ");
}

export function withoutLeading(text: string): string {
  return text.replace(LEADING, "");
}

export function withoutTrailing(text: string): string {
  // The expression alone would look at every run of white space in the text.
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}

/** `text` without white space at either end. */
export function stripped(text: string): string {
  return withoutTrailing(withoutLeading(text));
}
