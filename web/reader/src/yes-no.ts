// Whether yes or no would answer a question. The twin of Python's `wherein.questions.kinds.is_yes_no`; the
// cases are in contracts/yes-no.json.

const LEAD_IN =
  /^(?:(?:so|and|but|please|ok|okay|well|hey|hi)[\s,]+|(?:can|could|would) you (?:please )?tell me\s+|(?:tell me|i want to know|i wonder|do you know)\s+)*(?<whether>(?:whether|if)\s+)?/i;
const AUXILIARY =
  /^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|ain|isn|aren|wasn|weren|don|doesn|didn|hasn|haven|hadn|can|couldn|won|wouldn|shouldn|mustn)(?:['\u2019]?n?['\u2019]t)?\s+[\p{L}\p{Nl}\p{No}_]/iu;

/** True for "Did he…" and "tell me whether…"; a choice ("Is it red or blue?") is not one. */
export function isYesNo(question: string): boolean {
  const lead = LEAD_IN.exec(question);
  const rest = question.slice(lead?.[0].length ?? 0);
  if (/\bor\b/i.test(rest) && !/\bor not\b/i.test(rest)) return false;
  return lead?.groups?.whether !== undefined || AUXILIARY.test(rest);
}
