// Decides what Enter does with the text in the question line: go to the next match, or ask. Uses its words and the
// matches of plain find. The word rules are English; any other text is asked where the page does not have it literally.

import { squeezed, words } from "@wherein/anchoring/canonical/white-space.ts";
import { requestedTopic } from "@wherein/reader/question/topic-request.ts";
import { isYesNo } from "@wherein/reader/question/yes-no.ts";
import { isForReader, type PanelState } from "./panel-state.ts";

const ENDS_AS_QUESTION = /[?？؟]\s*$/u;
// "Who built it", "in which year", "what's".
const OPENS_AS_QUESTION =
  /^(?:(?:and|but|so|at|by|for|from|in|of|on|since|to|under|until|with)\s+)?(?:who|whom|whose|what|which|when|where|why|how)\b/iu;

/** Whether the text is a question; a single word never is, but is searched for. */
export function isQuestion(text: string): boolean {
  const asked = squeezed(text);
  const { length } = words(asked);
  if (length < 2) return false;
  if (ENDS_AS_QUESTION.test(asked) || OPENS_AS_QUESTION.test(asked)) return true;
  return length > 2 && (isYesNo(asked) || requestedTopic(asked) !== null);
}

/** "wait" while the page is still being searched: Enter then asks only if nothing is found. */
export function enterDoes(state: PanelState): "ask" | "go on" | "wait" {
  if (state.asked || !isForReader(state)) return "go on";
  if (isQuestion(state.question)) return "ask";
  if (!state.plain.looked) return "wait";
  return state.plain.spans.length > 0 ? "go on" : "ask";
}

/** Whether the text can be asked and was not asked yet; "Ask: …" is then offered. */
export function isAskable(state: PanelState): boolean {
  return state.page.kind !== "closed" && state.asked === null && isForReader(state);
}

/** Whether a pause in typing asks, as Enter would; a single word waits for Enter. */
export function pauseAsks(state: PanelState): boolean {
  return words(state.question).length >= 2 && enterDoes(state) === "ask";
}
