// The stage that holds back what is said of somebody else. The twin of Python's `wherein.answering.attempts.hold_back`; the
// cases are in contracts/grading.json and contracts/absent-people.json.

import { eachSentenceOnce } from "../grading/sentence-once.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { NamedPeople } from "../question/absent-person.ts";
import type { ReaderAnswers } from "../reading.ts";
import { demoted } from "./joining.ts";

/** The last question that was asked of a page, which is looked through once for all that is done with the question. */
const asked = new WeakMap<PreparedPage, { readonly question: string; readonly lacks: boolean }>();

function lacksWhoIsNamed(question: string, page: PreparedPage): boolean {
  const last = asked.get(page);
  if (last?.question === question) return last.lacks;
  const people = new NamedPeople(question);
  // Another language writes a name in other letters, or in its own way.
  const mayLack = !people.isEmpty && isEnglish(page.language);
  const lacks = mayLack && people.absent(page.title, page.text) !== null;
  asked.set(page, { question, lacks });
  return lacks;
}

/** Makes a *perhaps* of each answer where the page does not name a person whom the question names. */
export function holdingBack(
  question: string,
  page: PreparedPage,
  perhapsBound: number,
): <Found extends ReaderAnswers>(found: Found) => Found {
  if (!lacksWhoIsNamed(question, page)) return (found) => found;
  return (found) => {
    const held = demoted(found.answers, perhapsBound);
    const perhaps = eachSentenceOnce([], [...held, ...found.perhaps]);
    return { ...found, answers: [], perhaps };
  };
}
