// The words with which amendments delete, replace and change, as patterns over masked text. The twin of Python's
// `wherein.documents.clauses.amending_words`; the cases are in contracts/amendments.json. A quotation is hidden (`masked`),
// and `TARGET` stands for a clause that the sentence names.

import LEXICON from "../../../../contracts/lexicon/amendments.json" with { type: "json" };
import CLAUSES from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { wordList, wordSet } from "../lexicon/lexicon.ts";
import { LatePattern } from "../lexicon/matching.ts";

export const AMENDING_WORD = new LatePattern(LEXICON, "amending_word");
export const BEGINS_WITH_CONDITION = new LatePattern(LEXICON, "begins_with_condition");
export const ENDS_WITH_MAY = new LatePattern(LEXICON, "ends_with_may");
export const ADDS_TEXT = new LatePattern(LEXICON, "adds_text");
export const ALSO_DELETES = new LatePattern(LEXICON, "also_deletes");
/** "“60 days” is replaced by “45 days”": all have `old`, those that name what holds instead also `new`. */
export const QUOTED_PAIRS = [
  "quoted_old_by_new",
  "quoted_new_for_old",
  "replace_quoted_old_by_new",
  "quoted_new_instead_of_old",
  "quoted_old_deleted",
].map((name) => new LatePattern(LEXICON, name, "dg"));
/** The same of amounts without quotation marks, in the order in which they are looked for. */
export const AMOUNT_PAIRS = ["from_to", "figure_replaced", "figure_for_old", "instead_of_old"].map(
  (name) => new LatePattern(LEXICON, name, "dg"),
);
/** Headers of a table of changes. */
export const OLD_COLUMN = new LatePattern(LEXICON, "old_column");
export const NEW_COLUMN = new LatePattern(LEXICON, "new_column");
export const NOT_AGREED = new LatePattern(LEXICON, "not_agreed");
/** Stands for a clause that the sentence names, in `withTargets`. */
export const TARGET = "\u0002";
export const CLAUSE_REPLACED = new LatePattern(LEXICON, "clause_replaced");
export const CLAUSE_DELETED = new LatePattern(LEXICON, "clause_deleted");
export const QUALIFICATION = new LatePattern(LEXICON, "qualification");
export const ONLY_WHERE = new LatePattern(LEXICON, "only_where");
/** "The members did not agree that Section 3 be deleted" */
export const ONLY_SAID = new LatePattern(LEXICON, "only_said");
export const VERB_THAT_AMENDS = new LatePattern(LEXICON, "verb_that_amends", "g");
/** "is never replaced" */
export const NEGATED_VERB = new LatePattern(LEXICON, "negated_verb", "g");
/** The same, and what is only possible: "would have been increased" */
export const HEDGED_VERB = new LatePattern(LEXICON, "hedged_verb", "g");
/** "if the bank agrees", "Some people believe that" */
export const DOUBTFUL = new LatePattern(LEXICON, "doubtful");
/** "until 31 January", "Where the tenant is a student," */
export const UNSURE = new LatePattern(LEXICON, "unsure");
export const UNSURE_HEADING = new LatePattern(LEXICON, "unsure_heading");
/** "This amendment is valid until 31 December 2019" */
export const HOLDS_FOR_A_TIME = new LatePattern(LEXICON, "holds_for_a_time", "g");
/** "This amendment takes effect on 1 May 2090" */
export const COMES_INTO_FORCE = new LatePattern(LEXICON, "comes_into_force", "g");
export const BEGINS_ON = new LatePattern(LEXICON, "begins_on", "g");
/**
 * The year and month, as 202611, from which a date may still be to come. No clock is asked: a document says the same on each
 * day, and a date that was to come when this was written is only taken for one for too long.
 */
export const BEGUN = LEXICON.numbers.begun;
export const MONTHS = wordList(CLAUSES, "months");
export const CLAUSE_RESTORED = new LatePattern(LEXICON, "clause_restored");
/** "Section 3 of the Housing Act 1988" */
export const OF_ANOTHER = new LatePattern(LEXICON, "of_another");
/** Words of a document's name that say nothing else than that it is this one. */
export const OWN_DOCUMENT = wordSet(LEXICON, "own_document");
export const OPENING_REFERENCE = new LatePattern(LEXICON, "opening_reference", "y");
export const REMAINS_UNCHANGED = new LatePattern(LEXICON, "remains_unchanged");
/** Kinds that may replace each other: a period of months by its last day. */
export const KINDS_OF_TIME = wordSet(LEXICON, "kinds_of_time");
export const ENDS_BEFORE_A_PLACE = new LatePattern(LEXICON, "ends_before_a_place");
export const PROPER_NAME = new LatePattern(LEXICON, "proper_name", "g");
export const CHANGES_TO = new LatePattern(LEXICON, "changes_to", "dg");
/** A defined term with its value, as an amending part says it again: "the Deposit is £3,300". */
export const RESTATES = new LatePattern(LEXICON, "restates", "dg");
/** The same in common words, from a day on: "your salary as from 1 February will be £31,750". */
export const RESTATES_FROM = new LatePattern(LEXICON, "restates_from", "dg");
export const STATES = new LatePattern(LEXICON, "states");
export const DEFINED_BEHIND = new LatePattern(LEXICON, "defined_behind", "g");
export const IS_CHANGED = new LatePattern(LEXICON, "is_changed");
export const BEFORE_END = new LatePattern(LEXICON, "before_end");
/** "Mrs Bell having retired, the treasurer is Mr Otis Crane" */
export const NAME_GIVES_WAY = new LatePattern(LEXICON, "name_gives_way", "g");
export const NAME_COMES_IN = new LatePattern(LEXICON, "name_comes_in");
export const DEFINES = new LatePattern(LEXICON, "defines");
export const NOTWITHSTANDING = new LatePattern(LEXICON, "notwithstanding");
export const NUMBERED_PART = new LatePattern(LEXICON, "numbered_part");
export const DEFINITION_OF = new LatePattern(LEXICON, "definition_of", "dg");
export const PHRASE_END = new LatePattern(LEXICON, "phrase_end", "g");
export const EVERYWHERE = new LatePattern(LEXICON, "everywhere");
export const NAME_REPLACED = new LatePattern(LEXICON, "name_replaced", "g");
export const VERB = new LatePattern(LEXICON, "verb");
export const MAY_BE = new LatePattern(LEXICON, "may_be");
export const STRONG_VERB = new LatePattern(LEXICON, "strong_verb");
export const THIS_DOCUMENT = new LatePattern(LEXICON, "this_document", "y");
export const WHOLE_OF = new LatePattern(LEXICON, "whole_of");
export const VALUE_REST = new LatePattern(LEXICON, "value_rest", "y");
export const STOP_WORDS = wordSet(LEXICON, "stop");
export const INNER_KINDS = wordSet(LEXICON, "inner_kinds");
export const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  last: -1,
  final: -1,
  penultimate: -2,
};
