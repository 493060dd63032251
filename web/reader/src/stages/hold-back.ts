// The stage that holds back what is said of somebody else. The twin of Python's `wherein.answering.attempts.hold_back`; the
// cases are in contracts/grading.json and contracts/absent-people.json.

import { eachSentenceOnce } from "../grading/sentence-once.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { NamedPeople } from "../question/absent-person.ts";
import type { ReaderAnswers } from "../reading.ts";

/** Makes a *perhaps* of each answer where the page does not name a person whom the question names. */
export function holdingBack(
  question: string,
  page: PreparedPage,
  perhapsBound: number,
): <Found extends ReaderAnswers>(found: Found) => Found {
  const people = new NamedPeople(question);
  // Another language writes a name in other letters, or in its own way.
  const mayBeAbsent = !people.isEmpty && isEnglish(page.language);
  if (!mayBeAbsent || people.absent(page.title, page.text) === null) return (found) => found;
  return (found) => {
    const held = found.answers.map((answer) => ({
      ...answer,
      confidence: Math.min(answer.confidence, perhapsBound),
    }));
    const perhaps = eachSentenceOnce([], [...held, ...found.perhaps]);
    return { ...found, answers: [], perhaps };
  };
}
