// The words with which amendments delete, replace and change, as patterns over masked text. The twin of Python's
// `wherein.documents.clauses.amending_words`; the cases are in contracts/amendments.json. A quotation is hidden (`masked`),
// and `TARGET` stands for a clause that the sentence names.

import LEXICON from "../../../../contracts/lexicon/amendments.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";

export const AMENDING_WORD = pattern(LEXICON, "amending_word");
export const BEGINS_WITH_CONDITION = pattern(LEXICON, "begins_with_condition");
export const ENDS_WITH_MAY = pattern(LEXICON, "ends_with_may");
export const ADDS_TEXT = pattern(LEXICON, "adds_text");
export const ALSO_DELETES = pattern(LEXICON, "also_deletes");
/** "“60 days” is replaced by “45 days”": all have `old`, those that name what holds instead also `new`. */
export const QUOTED_PAIRS = [
  "quoted_old_by_new",
  "quoted_new_for_old",
  "replace_quoted_old_by_new",
  "quoted_new_instead_of_old",
  "quoted_old_deleted",
].map((name) => pattern(LEXICON, name, "dg"));
/** The same of amounts without quotation marks, in the order in which they are looked for. */
export const AMOUNT_PAIRS = ["from_to", "figure_replaced", "instead_of_old"].map((name) =>
  pattern(LEXICON, name, "dg"),
);
/** Stands for a clause that the sentence names, in `withTargets`. */
export const TARGET = "\u0002";
export const CLAUSE_REPLACED = pattern(LEXICON, "clause_replaced");
export const CLAUSE_DELETED = pattern(LEXICON, "clause_deleted");
export const QUALIFICATION = pattern(LEXICON, "qualification");
export const ONLY_WHERE = pattern(LEXICON, "only_where");
export const OPENING_REFERENCE = pattern(LEXICON, "opening_reference", "y");
export const REMAINS_UNCHANGED = pattern(LEXICON, "remains_unchanged");
/** Kinds that may replace each other: a period of months by its last day. */
export const KINDS_OF_TIME = wordSet(LEXICON, "kinds_of_time");
export const ENDS_BEFORE_A_PLACE = pattern(LEXICON, "ends_before_a_place");
export const PROPER_NAME = pattern(LEXICON, "proper_name", "g");
export const CHANGES_TO = pattern(LEXICON, "changes_to", "dg");
/** A defined term with its value, as an amending part says it again: "the Deposit is £3,300". */
export const RESTATES = pattern(LEXICON, "restates", "dg");
export const DEFINES = pattern(LEXICON, "defines");
export const NOTWITHSTANDING = pattern(LEXICON, "notwithstanding");
export const NUMBERED_PART = pattern(LEXICON, "numbered_part");
export const DEFINITION_OF = pattern(LEXICON, "definition_of", "dg");
export const PHRASE_END = pattern(LEXICON, "phrase_end", "g");
export const EVERYWHERE = pattern(LEXICON, "everywhere");
export const NAME_REPLACED = pattern(LEXICON, "name_replaced", "g");
export const VERB = pattern(LEXICON, "verb");
export const MAY_BE = pattern(LEXICON, "may_be");
export const STRONG_VERB = pattern(LEXICON, "strong_verb");
export const THIS_DOCUMENT = pattern(LEXICON, "this_document", "y");
export const WHOLE_OF = pattern(LEXICON, "whole_of");
export const VALUE_REST = pattern(LEXICON, "value_rest", "y");
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
