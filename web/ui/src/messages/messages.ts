// The words of the interface in the language that is chosen. A translation is one more file beside `en.ts`, and one more
// line in LANGUAGES. Knows no page, no server and no React.

import { en } from "./en.ts";
import { pseudo, reversed } from "./pseudo.ts";

export type Messages = typeof en;

/** Where a person's choice is stored, in the app and in the extension: a language tag. */
export const LANGUAGE_KEY = "wherein.language";

interface Language {
  readonly messages: Messages;
  readonly direction: "ltr" | "rtl";
}

/** By language tag. The last two are for tests: longer words with accents, and the same from right to left. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { messages: en, direction: "ltr" },
  "en-XA": { messages: pseudo(en), direction: "ltr" },
  "ar-XB": { messages: reversed(en), direction: "rtl" },
};

const chosen = chosenLanguage();

/** The words. They are chosen once, when the page opens. */
export const t: Messages = (LANGUAGES[chosen] as Language).messages;

/** Says the language and its direction of the page itself, which screen readers and the layout need. */
export function setLanguageOf(page: Document): void {
  page.documentElement.lang = chosen;
  page.documentElement.dir = (LANGUAGES[chosen] as Language).direction;
}

function chosenLanguage(): string {
  // Workers and tests have no such storage.
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(LANGUAGE_KEY);
  return stored !== null && stored in LANGUAGES ? stored : "en";
}
