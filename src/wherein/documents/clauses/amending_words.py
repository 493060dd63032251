"""The words with which amendments delete, replace and change, as patterns over masked text. Holds no code.

A quotation is hidden (`quoting.masked`), and `\x02` stands for a clause that the sentence names. The patterns are those of
contracts/lexicon/amendments.json.
"""

from __future__ import annotations

import re

from wherein.lexicon import lexicon

_LEXICON = lexicon("amendments")

AMENDING_WORD = _LEXICON.pattern("amending_word")
BEGINS_WITH_CONDITION = _LEXICON.pattern("begins_with_condition")
ENDS_WITH_MAY = _LEXICON.pattern("ends_with_may")
ADDS_TEXT = _LEXICON.pattern("adds_text")
ALSO_DELETES = _LEXICON.pattern("also_deletes")

# "“60 days” is replaced by “45 days”"
QUOTED_OLD_BY_NEW = _LEXICON.pattern("quoted_old_by_new")
QUOTED_NEW_FOR_OLD = _LEXICON.pattern("quoted_new_for_old")
REPLACE_QUOTED_OLD_BY_NEW = _LEXICON.pattern("replace_quoted_old_by_new")
QUOTED_NEW_INSTEAD_OF_OLD = _LEXICON.pattern("quoted_new_instead_of_old")
QUOTED_OLD_DELETED = _LEXICON.pattern("quoted_old_deleted")
FROM_TO = _LEXICON.pattern("from_to")
INSTEAD_OF_OLD = _LEXICON.pattern("instead_of_old")
FIGURE_REPLACED = _LEXICON.pattern("figure_replaced")
# "substituting 21 nights for 30 nights", "replacing 30 nights with 21 nights"
FIGURE_FOR_OLD = _LEXICON.pattern("figure_for_old")
# Headers of a table of changes
OLD_COLUMN, NEW_COLUMN, NOT_AGREED = map(
    _LEXICON.pattern, ("old_column", "new_column", "not_agreed")
)

# Whole clauses. TARGET stands where a reference to a clause was.
TARGET = "\x02"
"""Stands for a clause that the sentence names, in `amendment.with_targets`."""
CLAUSE_REPLACED = _LEXICON.pattern("clause_replaced")
CLAUSE_DELETED = _LEXICON.pattern("clause_deleted")
QUALIFICATION = _LEXICON.pattern("qualification")
ONLY_WHERE = _LEXICON.pattern("only_where")
# "The members did not agree that Section 3 be deleted"
ONLY_SAID = _LEXICON.pattern("only_said")
VERB_THAT_AMENDS = _LEXICON.pattern("verb_that_amends")
# "is never replaced", and with what is only possible, as "would have been increased"
NEGATED_VERB, HEDGED_VERB = map(_LEXICON.pattern, ("negated_verb", "hedged_verb"))
# "if the bank agrees", "Some people believe that"
DOUBTFUL = _LEXICON.pattern("doubtful")
# "until 31 January", "Where the tenant is a student,"
UNSURE = _LEXICON.pattern("unsure")
UNSURE_HEADING = _LEXICON.pattern("unsure_heading")
# "This amendment is valid until 31 December 2019", "This amendment takes effect on 1 May 2090"
HOLDS_FOR_A_TIME, COMES_INTO_FORCE = map(_LEXICON.pattern, ("holds_for_a_time", "comes_into_force"))
BEGINS_ON = _LEXICON.pattern("begins_on")
BEGUN = _LEXICON.count("begun")
"""The last year and month, as 202611, that are taken for past. No clock is asked, so that a document is read alike on each day;
until this number is raised, later months that have passed are still taken for ones to come."""
MONTHS = lexicon("clauses").words("months")
CLAUSE_RESTORED = _LEXICON.pattern("clause_restored")
# "Section 3 of the Housing Act 1988"
OF_ANOTHER = _LEXICON.pattern("of_another")
OWN_DOCUMENT = frozenset(_LEXICON.words("own_document"))
"""Words of a document's name that say nothing else than that it is this one."""
OPENING_REFERENCE = _LEXICON.pattern("opening_reference")
REMAINS_UNCHANGED = _LEXICON.pattern("remains_unchanged")
KINDS_OF_TIME = frozenset(_LEXICON.words("kinds_of_time"))
"""Kinds that may replace each other: a period of months by its last day."""
ENDS_BEFORE_A_PLACE = _LEXICON.pattern("ends_before_a_place")
PROPER_NAME = _LEXICON.pattern("proper_name")
CHANGES_TO = _LEXICON.pattern("changes_to")
RESTATES = _LEXICON.pattern("restates")
"""A defined term with its value, as an amending part says it again: "the Deposit is £3,300"."""
RESTATES_FROM = _LEXICON.pattern("restates_from")
"""The same in common words, from a day on: "your salary as from 1 February will be £31,750"."""
DEFINES, STATES, DEFINED_BEHIND = map(_LEXICON.pattern, ("defines", "states", "defined_behind"))
IS_CHANGED, BEFORE_END = map(_LEXICON.pattern, ("is_changed", "before_end"))
NOTWITHSTANDING = _LEXICON.pattern("notwithstanding")
NUMBERED_PART = _LEXICON.pattern("numbered_part")
DEFINITION_OF = _LEXICON.pattern("definition_of")
PHRASE_END = _LEXICON.pattern("phrase_end")
EVERYWHERE = _LEXICON.pattern("everywhere")
# "Mrs Bell having retired, the treasurer is Mr Otis Crane"
NAME_GIVES_WAY, NAME_COMES_IN = map(_LEXICON.pattern, ("name_gives_way", "name_comes_in"))
NAME_REPLACED, VERB, MAY_BE, STRONG_VERB, THIS_DOCUMENT, WHOLE_OF, VALUE_REST = map(
    _LEXICON.pattern,
    ("name_replaced", "verb", "may_be", "strong_verb", "this_document", "whole_of", "value_rest"),
)
ORDINALS = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "last": -1,
    "final": -1,
    "penultimate": -2,
}
STOP_WORDS = frozenset(_LEXICON.words("stop"))
WORD = re.compile(r"[^\W_]+")
