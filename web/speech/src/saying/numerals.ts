// English number words. Knows no notation but digits. The twin of Python's `wherein.speech.saying.numerals`.

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const POWERS = ["", " thousand", " million", " billion", " trillion", " quadrillion"];
const ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};
const MOST = 10n ** BigInt(3 * POWERS.length) - 1n;

/** "one hundred and five", of a run of digits; digit by digit beyond quadrillions. */
export function cardinal(number: bigint | number): string {
  const whole = BigInt(number);
  if (whole < 0n) return `minus ${cardinal(-whole)}`;
  if (whole > MOST) return digits(String(whole));
  if (whole === 0n) return ONES[0] as string;
  const words: string[] = [];
  let rest = whole;
  for (const name of POWERS) {
    const three = Number(rest % 1000n);
    rest /= 1000n;
    if (three) words.unshift(belowThousand(three) + name);
  }
  // "two thousand and five", but "two thousand one hundred".
  const last = Number(whole % 1000n);
  if (words.length > 1 && last > 0 && last < 100) words.push(`and ${words.pop()}`);
  return words.join(" ");
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const said = hundreds ? [`${ONES[hundreds]} hundred`] : [];
  if (rest) said.push((hundreds ? "and " : "") + belowHundred(rest));
  return said.join(" ");
}

function belowHundred(number: number): string {
  if (number < 20) return ONES[number] as string;
  const ones = number % 10;
  return `${TENS[Math.floor(number / 10)]}${ones ? `-${ONES[ones]}` : ""}`;
}

/** "twenty-first". */
export function ordinal(number: bigint | number): string {
  const words = cardinal(number);
  const at = Math.max(words.lastIndexOf(" "), words.lastIndexOf("-")) + 1;
  const last = words.slice(at);
  const known = ORDINALS[last];
  return (
    words.slice(0, at) + (known ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`))
  );
}

/** "nineteen oh five", "nineteen hundred", "two thousand and five", "twenty twenty-four". */
export function year(number: number): string {
  const first = Math.floor(number / 100);
  const last = number % 100;
  if (number < 1000 || (first % 10 === 0 && last < 10)) return cardinal(number);
  if (last === 0) return `${belowHundred(first)} hundred`;
  return belowHundred(first) + (last < 10 ? ` oh ${ONES[last]}` : ` ${belowHundred(last)}`);
}

/** "one half", "three quarters", "five eighths"; `one` is said for 1. */
export function fraction(above: number, below: number, one: string): string {
  const name = below === 4 ? "quarter" : ordinal(below);
  if (above !== 1) return `${cardinal(above)} ${below === 2 ? "halves" : `${name}s`}`;
  const single = below === 2 ? "half" : name;
  return `${one === "a" && single.startsWith("e") ? "an" : one} ${single}`;
}

/** A run of digits as a number; digit by digit where a zero leads or it is too large. Commas may part thousands. */
export function quantity(text: string): string {
  const plain = text.replaceAll(",", "");
  const isCounted = plain.length <= String(MOST).length && !/^0./.test(plain);
  return isCounted ? cardinal(BigInt(plain)) : digits(plain);
}

/** Each digit by itself. */
export function digits(text: string): string {
  return Array.from(text, (digit) => ONES[Number(digit)]).join(" ");
}

/** "three point one four"; thousands may be parted by commas. */
export function decimal(whole: string, fraction: string): string {
  return `${quantity(whole)} point ${digits(fraction)}`;
}
