// Whether a question is in another language than English. Looks at its words alone; has no model. The twin of
// Python's `wherein.questions.question_language`; the cases are in contracts/question-language.json.

// Of each language: words that a question begins with, and function words. Most words that English writes the
// same way with another meaning ("war", "hat") are left out.
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  de: [
    "wann wer wen wem wo wohin woher wie warum wieso welche welcher welches welchen wieviel",
    "der die das ist und nicht ein eine einen einem einer wird wurde wurden sind mit von zu zum " +
      "zur für auf im beim es sich dem des viele kostet gibt hatte haben heißt heisst was kann " +
      "ich",
  ],
  fr: [
    "quand qui quel quelle quels quelles où pourquoi combien quoi",
    "le la les de du des est sont une un dans pour avec par sur que été ce cette il elle " +
      "comment ont au aux je",
  ],
  es: [
    "cuándo cuando quién quien quiénes quienes dónde donde cómo cuál cual cuánto cuánta " +
      "cuántos cuántas qué",
    "el la los las de del es son una un en por para con se fue está que como y cuesta hay",
  ],
  it: [
    "quando quale quali perché quanto quanta quanti quante dov chi",
    "il lo la gli le di del della è sono una un per con che fu stato cosa come dove si nel " +
      "nella",
  ],
  pt: [
    "quando quem onde qual quais quanto quanta quantos quantas",
    "o os as de do da é são uma um para com que foi como se por no na em",
  ],
  nl: [
    "wanneer wie waar waarom welke hoeveel",
    "de het een van en zijn voor met niet wat hoe wordt werd op te er ik",
  ],
  sv: [
    "när vem vilken vilket vilka varför",
    "är och det en ett som på för med av till inte var hur vad många blev kan jag den",
  ],
  da: [
    "hvornår hvem hvilken hvilket hvilke hvorfor hvordan hvor",
    "er og det en et som på af til ikke med hvad mange blev kan jeg den",
  ],
  nb: [
    "når hvem hvilken hvilket hvilke hvorfor hvordan hvor",
    "er og det en et som på av til ikke med hva mange ble kan jeg den",
  ],
  pl: [
    "kiedy kto gdzie dlaczego ile jak który która które",
    "jest się na do nie w z i to był była co są",
  ],
};
const LANGUAGES = Object.entries(WORDS).map(([code, [opening, functions]]) => ({
  code,
  opening: new Set(opening.split(" ")),
  functions: new Set(functions.split(" ")),
}));
type Language = (typeof LANGUAGES)[number];
const ENGLISH = new Set(
  (
    "the is are was were did does do of to and for with what who whom whose how which when where " +
    "why has have had it that this there can could would should by from at his her their they " +
    "you be been than will"
  ).split(" "),
);
const WORD = /\p{L}+/gu;
const LATIN = /\p{Script=Latin}/u;
// Not of names: English writes "Beyonc\u00e9" and "Sk\u00e5ne" too.
const FOREIGN_LETTER =
  /[\u00bf\u00a1\u00e0-\u00f6\u00f8-\u00ff\u0153\u0105\u0107\u0119\u0142\u0144\u015b\u017a\u017c]/u;
/** ISO 639-2 for a language that is not told: the question is in another script than the Latin one. */
export const UNDETERMINED = "und";
// What a question word at the beginning counts; a function word counts 1.
const OF_OPENING = 2;
const LEAST = 2;
// Words up to which a question word at the beginning is enough by itself: "Wann beginnt?".
const SHORT = 2;

/** The ISO 639 code of a question in another language; null for English and where words do not tell. */
export function foreignLanguage(question: string): string | null {
  const written = question.normalize("NFC").match(WORD) ?? [];
  const letters = [...written.join("")];
  const foreign = letters.filter((letter) => !LATIN.test(letter)).length;
  if (foreign * 2 > letters.length) return UNDETERMINED;
  const words = written.map((word) => word.toLowerCase());
  const english = new Set(words.filter((word) => ENGLISH.has(word))).size;
  const marked = [...words.slice(0, 1), ...written].some(
    (word) => /^\p{Ll}/u.test(word) && FOREIGN_LETTER.test(word),
  );
  let best: string | null = null;
  let most = Math.max(LEAST, 2 * english + 1) - 1;
  for (const language of LANGUAGES) {
    const score = scoreOf(words, language, marked);
    if (score > most) [best, most] = [language.code, score];
  }
  return best;
}

/** 0 where too few words are the language's to tell it from names ("La Tour de France"). */
function scoreOf(words: readonly string[], language: Language, marked: boolean): number {
  const opens = language.opening.has(words[0] ?? "");
  const functions = new Set(words.filter((word) => language.functions.has(word))).size;
  if (!opens && 2 * functions < words.length) return 0;
  if (opens && functions === 0 && !marked && words.length > SHORT) return 0;
  return (opens ? OF_OPENING : 0) + functions + (marked && (opens || functions > 0) ? 1 : 0);
}
