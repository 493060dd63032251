// Numbers with what they count. Knows the language's number format and nothing else.

const NUMBER = new Intl.NumberFormat("en");

/** "1 answer", "12 answers". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(number)} ${number === 1 ? one : many}`;
}
