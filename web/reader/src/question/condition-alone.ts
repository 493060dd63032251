// Tells whether an answer is a condition without what holds under it: "if the weekday is omitted" does not tell what happens.
// The twin of Python's `wherein.questions.condition_alone`; the cases are in contracts/conditions-alone.json.

const CONDITION = /^(?:if|unless|provided\s+that|in\s+case)\s/iu;
// A question whose answer may be a condition.
const ASKS =
  /^[^\p{L}\p{N}_]*(?:and\s+|so\s+)?(?:when|what\s+if|(?:in|under|on)\s+(?:what|which))\b|\b(?:conditions?|circumstances?|cases?|exceptions?|requirements?|criteria|unless|whether|only|limits?|how\s+come)\b/iu;
const NEW_CLAUSE = /[.;:!?]\s*$/u;
const MAIN_CLAUSE_FOLLOWS = /^\s*(?:,|then\b)/u;

/**
 * Whether `answer` is a condition that the question does not ask for, while what depends on it is elsewhere in the sentence.
 * `before` and `behind`: the sentence up to the answer and after it.
 */
export function isConditionAlone(
  question: string,
  before: string,
  answer: string,
  behind: string,
): boolean {
  if (!CONDITION.test(answer) || ASKS.test(question)) return false;
  const isLast = before.trim() !== "" && !NEW_CLAUSE.test(before);
  return isLast || MAIN_CLAUSE_FOLLOWS.test(behind);
}
