// A made page of a wanted length with one answer in it, for measuring speed. No two paragraphs are alike.

export const QUESTION = "Who designed the lighthouse of Skarholm?";
export const ANSWER = "Marta Lindqvist";
/** In this text. */
export const TOKENS_A_WORD = 1.3;

const SUBJECTS = [
  "The harbour",
  "A keeper",
  "The museum",
  "Every ferry",
  "The old quarry",
  "This canal",
  "A storm",
  "The council",
];
const VERBS = [
  "was rebuilt",
  "has kept",
  "lost",
  "received",
  "was described",
  "still needs",
  "once held",
  "opened",
];
const THINGS = [
  "a bell of bronze",
  "nineteen boats",
  "the northern wall",
  "letters from the mainland",
  "its granite steps",
  "a school",
  "the coal store",
  "two lamps",
];

/** Paragraphs of some `tokens` tokens together, the answer four fifths down. */
export function madeParagraphs(tokens) {
  const paragraphs = [];
  let words = 0;
  for (let n = 0; words * TOKENS_A_WORD < tokens; n++) {
    const sentences = Array.from({ length: 5 }, (_, s) => {
      const i = n * 5 + s;
      return `${SUBJECTS[i % 8]} ${VERBS[(i * 3 + n) % 8]} ${THINGS[(i * 5 + n) % 8]} in ${1700 + ((i * 7) % 300)}, as note ${i} of the archive at Vessby says.`;
    });
    const text = sentences.join(" ");
    words += text.split(" ").length;
    paragraphs.push(text);
  }
  paragraphs.splice(
    Math.floor(paragraphs.length * 0.8),
    0,
    `The lighthouse of Skarholm was designed by the engineer ${ANSWER} and lit in 1849.`,
  );
  return paragraphs;
}
