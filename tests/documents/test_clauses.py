"""What amendments strike and put in place, in contracts of several trades and wordings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clock import growth
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.clauses.amending import Effect, amendments_of
from wherein.documents.clauses.labels import label_of, references
from wherein.documents.clauses.outline import outline_of
from wherein.documents.clauses.parties import asking_party
from wherein.documents.clauses.standing import standing_of
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import paragraph_blocks

MOST_OVER_LINEAR = 2.0

CONTRACTS = [
    (
        """# Gym membership terms

## 1. Fees

1.1 The monthly fee is €39.

1.2 A joining fee of €25 is charged once.

## 2. Cancellation

2.1 You may cancel with three months' notice.

(a) Notice must be in writing.

(b) Notice must reach us by the 15th of the month.

## 3. Guests

A member may bring one guest per week, free of charge.

# Addendum of 1 March 2025

1. Clause 1.2 is hereby deleted in its entirety.

2. In clause 2.1 the words "three months'" shall be replaced by the words "one month's".

3. Clause 2.1(b) shall no longer apply.

4. Clause 3 is amended to read as follows:

   "A member may bring two guests per month, each for a fee of €8."
""",
        [
            ("A joining fee of €25", None),
            ("three months'", "one month's"),
            ("Notice must reach us by the 15th", None),
            ("one guest per week", "A member may bring two guests per month"),
        ],
    ),
    (
        """Equipment hire agreement

Article I - Hire

1. The hire charge is £120 per day.

2. The deposit is £500.

Article II - Insurance

1. The hirer insures the equipment for £10,000.

2. The excess is £250.

Article III - Late return

Equipment returned late is charged at 150 % of the daily charge.

RIDER A (5 May 2024)

The parties have agreed as follows. Article III shall be deleted and the following substituted therefor: "Equipment returned late is charged at the daily charge plus £30 for each started hour."

The deposit in Article I is increased to £650.

Section 2 of Article II is deleted and replaced with "The excess is £400, of which the lessor bears half."
""",
        [
            (
                "Equipment returned late is charged at 150 %",
                "Equipment returned late is charged at the daily charge plus",
            ),
            ("£500", "£650"),
            ("The excess is £250", "The excess is £400"),
        ],
    ),
    (
        """# Software licence

## § 1 Grant

The licensee may install the software on five computers.

## § 2 Fee

The annual fee is 1,200 dollars.

## § 3 Term

This licence runs until 31 December 2024.

## § 4 Support

Support is given by telephone between 9:00 and 17:00.

## § 5 Audit

The licensor may audit the licensee once a year.

# Side letter

Dear Ms Holt,

We confirm the following changes to the licence:

- § 1: the number of computers is raised from five to eight.
- § 3: the licence runs until 30 June 2026 instead of 31 December 2024.
- § 5 is waived.
- Notwithstanding § 4, support on Fridays ends at 15:00.
- § 7 is deleted.

| Schedule | x |
|---|---|
""",
        [("five", "eight"), ("31 December 2024", "30 June 2026"), ("The licensor may audit", None)],
    ),
    (
        """# Catering contract

## Prices

| Item | Price per head |
|---|---|
| Buffet, cold | 24 euros |
| Buffet, warm | 31 euros |
| Coffee break | 6 euros |

## Payment

The client pays within 30 days of the invoice.

## Cancellation

A cancellation less than 14 days before the event costs 50 percent of the price. A cancellation less than 3 days before costs the whole price.

## Amendment No. 1

The price of the coffee break in the table under "Prices" is changed from 6 euros to 7.50 euros.

The section headed "Payment" is replaced by: The client pays within 14 days of the invoice, and 2 percent are deducted for payment within 5 days.

The second sentence of the Cancellation section is deleted.
""",
        [
            ("6 euros", "7.50 euros"),
            ("The client pays within 30 days", "The client pays within 14 days"),
            ("A cancellation less than 3 days before costs the whole price.", None),
        ],
    ),
    (
        """# Service agreement

## Schedule B - Charges

| Charge | Amount |
|---|---|
| Call-out | $80 |
| Hour of work | $95 |

## Amendment

In Schedule B the figure for a call-out is changed to $110.

The term "hour of work" remains as it is.
""",
        [("$80", "$110")],
    ),
    (
        """# Loan agreement

4. Interest

(a) The loan bears interest at 6 per cent a year.

(b) Interest is paid quarterly.

5. Repayment

The borrower repays the loan in 24 monthly instalments.

6. Early repayment

Early repayment is not permitted.

## First Amendment to the Loan Agreement, dated 2 February 2023

A. Paragraph 4(a) is amended by deleting "6 per cent" and inserting "5.25 per cent" in its place.

B. Clause 5 is amended by substituting "36" for "24".

C. Clause 6 is replaced in its entirety by the following:

6. Early repayment. The borrower may repay the whole loan at any time on 10 days' notice.

D. Clause 19 is deleted.

## Second Amendment to the Loan Agreement, dated 9 October 2023

In clause 6 (as amended), "10 days'" is replaced by "21 days'".
""",
        [
            ("6 per cent", "5.25 per cent"),
            ("24", "36"),
            ("Early repayment is not permitted", "The borrower may repay the whole loan"),
            ("10 days'", "21 days'"),
        ],
    ),
    (
        """# Employment contract

## 7. Working hours

The working week has 40 hours.

## 8. Holiday

The employee has 25 days of holiday a year. Unused days lapse on 31 March.

## 9. Restriction

The employee may not work for a competitor for twelve months after leaving.

## 12. Notice

Either party may end this contract on four weeks' notice.

---

Variation letter, 4 April 2024

We write to confirm that the following changes to your contract take effect on 1 May 2024.

Working hours: your working week is reduced to 32 hours.

Clause 9 will cease to apply.

In clause 8, for "25 days" read "20 days".

In clause 8, delete the words "Unused days lapse on 31 March".

Clause 12 shall be read as if "four weeks'" were replaced by "two months'".
""",
        [
            ("40 hours", "32 hours"),
            ("The employee may not work for a competitor", None),
            ("25 days", "20 days"),
            ("Unused days lapse on 31 March", None),
            ("four weeks'", "two months'"),
        ],
    ),
]


def read(text: str) -> Document:
    """A contract whose numbers stand in its text; those of Markdown's own lists do not."""
    text = re.sub(r"(?m)^(\d+)\. ", r"\1\\. ", text)
    return parse(Source(text.encode(), "contract.md", "contract.md"))


@pytest.mark.parametrize(("text", "wanted"), CONTRACTS, ids=lambda one: str(one)[:24])
def test_an_amendment_strikes_what_it_names(
    text: str, wanted: list[tuple[str, str | None]]
) -> None:
    document = read(text)
    _, found = amendments_of(document)
    pairs = [
        (place.of(document.text), one.new.of(document.text) if one.new else None)
        for one in found
        for place in one.struck
        if one.effect is not Effect.LIMITED
    ]
    for old, new in wanted:
        assert any(
            old in struck and (new is None) == (said is None) and (new or "") in (said or "")
            for struck, said in pairs
        ), (old, new, pairs)


@pytest.mark.parametrize(
    "sentence",
    [
        "Clause 19 is deleted.",
        "Section 14.2 remains in force.",
        "Clause 2 may be amended only in writing.",
        "If Clause 2 is deleted by a court, the rest stands.",
        "A new clause 2.1 is added: “Dogs are allowed.”",
        "Clause 2 is not deleted.",
        "Clause 2 is no longer replaced by: “Dogs are allowed.”",
        "In clause 2, “No pets” is never replaced by “Dogs”.",
        "In clause 2, “No pets” would be replaced by “Dogs”.",
        "If the bank agrees, clause 2 is replaced by: “Dogs are allowed.”",
        "Clause 2, if the bank agrees, is replaced by: “Dogs are allowed.”",
        "Clause 2 is replaced by “Dogs are allowed”, provided that the bank agrees.",
        "Assuming the tenant is a student, in clause 2 “No pets” is replaced by “Dogs”.",
        "The tenant believes that clause 2 is deleted.",
        "It is untrue that clause 2 is deleted.",
        "None of it means that clause 2 is deleted.",
        "As of March 2091, clause 2 is deleted.",
        "Until 1 May 2019, clause 2 is replaced by: “Dogs are allowed.”",
    ],
)
def test_a_sentence_that_deletes_nothing_there_strikes_nothing(sentence: str) -> None:
    document = read(f"# Terms\n\n2. Pets\n\nNo pets.\n\n# Amendment No. 1\n\n{sentence}\n")
    assert standing_of(document).struck(place(document, "No pets.")) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Clause 2 is hereby deleted in its entirety and replaced with the following: “If asked, dogs are allowed.”",
        "With effect from 1 March 2024, clause 2 is deleted.",
        "From 2019, clause 2 is replaced by: “Dogs are allowed until 1 May 2090.”",
        "Clause 2 is deleted, unless otherwise agreed.",
        "Except as amended here nothing is changed, and clause 2 is deleted.",
        "The parties agree that in clause 2 “No pets” is replaced by “Dogs”.",
        "In clause 2, “No pets” is not deleted but replaced by “Dogs”.",
        "Where clause 2 says “No pets”, “No pets” is replaced by “Dogs”.",
        "Clause 2 is deleted and is not replaced.",
        "As the tenant proposed, clause 2 is deleted.",
    ],
)
def test_a_sentence_that_deletes_beyond_doubt_strikes(sentence: str) -> None:
    document = read(f"# Terms\n\n2. Pets\n\nNo pets.\n\n# Amendment No. 1\n\n{sentence}\n")
    assert standing_of(document).struck(place(document, "No pets")) is not None


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("Clause 2 is reinstated.", True),
        ("The deletion of clause 2 is revoked.", True),
        ("Clause 2 is not reinstated.", False),
        ("If the bank agrees, clause 2 is restored.", False),
        ("From 1 May 2090, clause 2 applies again.", False),
        ("The house is restored under clause 2.", False),
    ],
)
def test_a_deleted_clause_holds_again_where_it_is_restored(sentence: str, holds: bool) -> None:
    document = read(
        "# Terms\n\n2. Pets\n\nNo pets.\n\n# Amendment No. 1\n\nClause 2 is deleted.\n\n"
        f"# Amendment No. 2\n\n{sentence}\n"
    )
    standing = standing_of(document)
    assert (standing.struck(place(document, "No pets.")) is None) is holds
    assert (standing.struck(place(document, "Clause 2 is deleted.")) is not None) is holds


VARIED = """# Lease

## Particulars

The Rent is as stated. “Deposit” means £4,650, held by the landlord.

## 4. Rent review

4.1 The rent is reviewed on 1 April 2025 and is not less than £2,200.

4.2 The landlord proposes the new rent.

## 5. Deposit

5.1 The tenant has paid the Deposit to the landlord, who pays legal costs up to £900.

## SCHEDULE 1: Service Charge

4. The Service Charge shall not exceed £2,200 in any one year.

5. The tenant may inspect the invoices for two months.

# DEED OF VARIATION

11. Deposit. The landlord repays £1,350 of the Deposit to the tenant, after which the Deposit is £3,300.

13. Schedule 1. In paragraph 4 the figure £2,200 is replaced by £2,650. Paragraph 5 is deleted.
"""


def test_paragraphs_below_a_schedules_name_are_the_schedules() -> None:
    document = read(VARIED)
    standing = standing_of(document)
    schedule = document.text.index("SCHEDULE 1")
    at = document.text.index("£2,200", schedule)
    found = standing.struck(Span(at, at + len("£2,200")))
    assert found is not None
    assert found.amendment.new is not None
    assert found.amendment.new.of(document.text) == "£2,650"
    invoices = standing.struck(place(document, "The tenant may inspect the invoices"))
    assert invoices is not None
    assert invoices.amendment.effect is Effect.DELETED
    for kept in ("not less than £2,200", "The landlord proposes", "The tenant has paid"):
        assert standing.struck(place(document, kept)) is None, kept
        assert standing.beneath(place(document, kept)) == [], kept


def test_a_value_that_an_amendment_says_again_replaces_the_terms_own() -> None:
    document = read(VARIED)
    standing = standing_of(document)
    found = standing.struck(place(document, "£4,650"))
    assert found is not None
    assert found.amendment.new is not None
    assert found.amendment.new.of(document.text) == "£3,300"
    assert standing.struck(place(document, "£900")) is None


def test_an_amendment_that_is_deleted_no_longer_strikes() -> None:
    document = read(
        "# Terms\n\n## 2. Pets\n\nNo pets.\n\n# Amendment No. 1\n\nClause 2 is deleted.\n\n"
        "# Amendment No. 2\n\nAmendment No. 1 is revoked.\n"
    )
    assert standing_of(document).struck(place(document, "No pets.")) is None


def test_each_item_of_a_sentence_amends_the_clause_that_it_names() -> None:
    document = read(
        "# Order\n\n1. Rate\n\nThe hourly rate is $80.\n\n2. Travel\n\nTravel is paid by the day with $40. Meals are not paid.\n\n"
        "# Change order 1\n\nClause 1 is deleted; in clause 2, the sum for travel is increased to $55.\n"
    )
    standing = standing_of(document)
    rate = standing.struck(place(document, "The hourly rate is $80."))
    assert rate is not None
    assert rate.amendment.effect is Effect.DELETED
    travel = standing.struck(place(document, "Travel is paid by the day with $40."))
    assert travel is not None
    assert travel.words.of(document.text) == "$40"
    assert travel.amendment.new is not None
    assert travel.amendment.new.of(document.text) == "$55"
    assert standing.struck(place(document, "Meals are not paid.")) is None


def test_a_section_of_an_article_of_the_same_number_is_struck_alone() -> None:
    document = read(
        "# Hire\n\nArticle II - Insurance\n\n1. The hirer insures the van for £10,000.\n\n2. The excess is £250.\n\n"
        "# Rider\n\nSection 2 of Article II is deleted.\n"
    )
    standing = standing_of(document)
    assert standing.struck(place(document, "The excess is £250.")) is not None
    assert standing.struck(place(document, "The hirer insures the van for £10,000.")) is None


def test_a_later_amendment_replaces_what_an_earlier_one_put_in_place() -> None:
    document = read(
        "# Terms\n\n## 2. Fee\n\nThe fee is €5.\n\n# Amendment No. 1\n\nClause 2 is replaced by: “The fee is €7.”\n\n"
        "# Amendment No. 2\n\nClause 2 is replaced by: “The fee is €9.”\n"
    )
    standing = standing_of(document)
    struck = standing.struck(place(document, "The fee is €5."))
    assert struck is not None
    new = standing.instead(struck.amendment).new
    assert new is not None
    assert new.of(document.text) == "The fee is €9."


def test_amendments_that_replace_each_other_in_a_circle_end() -> None:
    text = "# Terms\n\n## 2. Fee\n\nOld.\n\n# Amendment No. 1\n\n"
    text += "“one” is replaced by “two” in clause 2. “two” is replaced by “one” in clause 2.\n"
    standing = standing_of(read(text))
    assert [standing.instead(one).quote for one in standing.amendments]


def test_what_limits_a_clause_leaves_it_standing_and_is_shown_beneath() -> None:
    document = read(
        "# Terms\n\n## 2. Alarm\n\nThe alarm is set at night.\n\n# Endorsement 1\n\n"
        "Section 2 does not apply while the alarm is being repaired.\n"
    )
    standing, rule = standing_of(document), place(document, "The alarm is set at night.")
    assert standing.struck(rule) is None
    assert [b.of(document.text) for b in standing.beneath(rule)] == [
        "Section 2 does not apply while the alarm is being repaired."
    ]


def test_a_reference_and_an_exception_are_followed_one_step() -> None:
    document = read(
        "# Lease\n\n2.1 The Tenant may use the garden, subject to Section 16. This does not apply in winter.\n\n"
        "16. The garden closes at 8 p.m., subject to Section 2.1.\n"
    )
    rule = place(document, "The Tenant may use the garden, subject to Section 16.")
    beneath = [b.of(document.text) for b in standing_of(document).beneath(rule)]
    assert beneath == [
        "The garden closes at 8 p.m., subject to Section 2.1.",
        "This does not apply in winter.",
    ]


@pytest.mark.parametrize(
    ("line", "chain"),
    [
        ("4.2 The fee", ("4", "2")),
        ("ARTICLE IV. TERM", ("4",)),
        ("§ 5 Fees", ("5",)),
        ("(b) the cost", ("b",)),
        ("Schedule B: Charges", ("schedule b",)),
        ("Schedule\u00a0B: Charges", ("schedule b",)),
        ("Clause One - Rent", ("1",)),
        ("12A. Cats", ("12a",)),
        ("30 days after", None),
        ("1994 was dry", None),
        ("A tenant pays", None),
    ],
)
def test_the_number_at_the_beginning_of_a_line(line: str, chain: tuple[str, ...] | None) -> None:
    label = label_of(line)
    assert (label.chain if label is not None else None) == chain


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("Sections 4.2, 4.3 and 5 are", [("4", "2"), ("4", "3"), ("5",)]),
        ("paragraph (b) of Section 4", [("4", "b")]),
        ("item 3 of Schedule B", [("schedule b", "3")]),
        ("Article IV, Section 2", [("4", "2")]),
        ("Section 2 of Article II", [("2", "2")]),
        ("Section 2.1 of Article II", [("2", "1")]),
        ("the First Amendment", [("amendment 1",)]),
        ("Section 4(b) and (c)", [("4", "b"), ("4", "c")]),
        ("clause headed “Pets”", [()]),
        ("30 days", []),
    ],
)
def test_the_clauses_that_a_text_names(text: str, chains: list[tuple[str, ...]]) -> None:
    assert [one.chain for one in references(text)] == chains


def test_the_party_that_asks_is_told_by_what_the_text_obliges() -> None:
    lease = (
        "# Lease agreement\n\nA (the “Landlord”) and B (the “Tenant”).\n\n"
        + "The Tenant shall pay. The Landlord may enter. The Tenant may park. The Tenant must sweep.\n"
    )
    assert asking_party(read(lease)) == "the Tenant"
    assert asking_party(read("# Article\n\nThe tenant of the house was a poet.\n")) is None


@pytest.mark.parametrize(
    "part",
    [
        "4.2 Section 4.2 is deleted and replaced by: “Section 4.2”.\n\n",
        "“a” is replaced by “b”. ",
        "Section 1, Section 2, ",
        "((((a) ",
        "“",
        "1.1.1.1.1 ",
        "the fee is changed from ",
        "subject to Section 1 ",
        "Notwithstanding Section 4.2, the fee is 5. ",
        "Section 4.2 is not deleted, not replaced, ",
        "If Section 4.2 is deleted, if ",
        "from 1 January 2090 ",
        "Section 4.2 is deleted. Section 4.2 is restored. ",
        "may not be never ",
        "from the from ",
        "replaced and replaced ",
        "proposal of x ",
    ],
)
def test_time_is_linear_in_hostile_texts(part: str) -> None:
    documents = {size: hostile(part, size) for size in (8_000, 32_000)}
    grown = growth(lambda size: amendments_of(documents[size]), 8_000, 32_000)
    assert grown < 4 * MOST_OVER_LINEAR


def hostile(part: str, size: int) -> Document:
    text = "Lease\n\n4.2 Old.\n\nAmendment No. 1\n\n" + part * (size // len(part))
    heading = text.index("Amendment")
    blocks = [
        Block(BlockKind.PARAGRAPH, Span(7, 15)),
        Block(BlockKind.HEADING, Span(heading, heading + 15), 1),
    ]
    blocks += [block for block in paragraph_blocks(text) if block.span.start > heading + 15]
    return Document("d", "s", "Lease", "text", text, "h", tuple(blocks))


def place(document: Document, words: str) -> Span:
    at = document.text.index(words)
    return Span(at, at + len(words))


@pytest.mark.parametrize(
    "line",
    ["TERMS AND CONDITIONS FOR USE", "CONDITIONS", "RULES OF THE HOUSE", "PARTS AND LABOUR", "ITEMS", "Sections"],
)  # fmt: skip
def test_a_plural_is_no_number_of_a_clause(line: str) -> None:
    assert label_of(line) is None


@given(
    st.sampled_from(["term", "TERM", "Section", "ITEM", "point", "RULE", "part", "§", "no."]),
    st.text("SsIVX()[]. 1a§-", max_size=6),
)
def test_a_label_has_a_number(kind: str, rest: str) -> None:
    label = label_of(kind + rest)
    assert label is None or all(label.chain[:1])


def test_a_licence_with_an_appendix_has_clauses_and_no_amendment() -> None:
    text = (
        "Licence, Version 2.0\n\nTERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION\n\n"
        "1. Definitions.\n\n\"License\" shall mean the terms.\n\n2. Grant.\n\nEach contributor grants you a licence.\n\n"
        "END OF TERMS AND CONDITIONS\n\nAPPENDIX: How to apply the licence to your work.\n\n"
        "To apply it, attach the following notice.\n"
    )  # fmt: skip
    document = parse(Source(text.encode(), "licence.txt", "licence.txt", None, None))
    assert amendments_of(document)[1] == ()
    standing_of(document)


_LINES = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "Section ", "TERMS", "SCHEDULE ", "Amendment No. ", "§", "(", "Article ", "APPENDIX: "]),
    st.sampled_from(["", "1", "4.2(b)", "A", "IV", "S", "a)", "one", "..", "12.1."]),
    st.sampled_from(["", " Fees", ". The fee is 3.", " is deleted.", " is replaced by “four”.", " AND CONDITIONS"]),
)  # fmt: skip


@given(st.lists(_LINES, min_size=1, max_size=12))
def test_no_order_of_headings_and_numbers_ends_the_reading(lines: list[str]) -> None:
    text = "\n\n".join(line for line in lines if line.strip()) or "Nothing."
    standing_of(parse(Source(text.encode(), "contract.txt", "contract.txt", None, None)))


@pytest.mark.parametrize(
    "part", ["Item {}", "Item 4.{}", "({})", "Paragraph {}(a)", "({})\n(b)", "Item {}\n(2)"]
)
def test_points_with_numbers_stand_beside_each_other(part: str) -> None:
    text = "4.2 Old.\n\n" + "\n\n".join(part.format(number) for number in range(1, 60))
    document = Document("d", "s", "", "text", text, "h", tuple(paragraph_blocks(text)))
    depths = [len(clause.chain) for clause in outline_of(document).clauses]
    assert len(depths) >= 60
    assert max(depths) <= 4
