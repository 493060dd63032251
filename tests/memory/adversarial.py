"""Pairs of questions that look alike and ask different things, made by rules. `python -m tests.memory.adversarial`
writes them beside this file; a test holds the file to the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).with_name("adversarial.tsv")

# (statement of a question, its opposite): the verb or adjective is turned round.
_ANTONYMS = {
    "increase": "decrease", "open": "close", "start": "stop", "buy": "sell", "win": "lose",
    "raise": "lower", "install": "uninstall", "enable": "disable", "lock": "unlock", "enter": "leave",
    "encrypt": "decrypt", "borrow": "lend", "accept": "reject", "add": "remove", "heat": "cool",
    "expand": "shrink", "import": "export", "connect": "disconnect", "hire": "fire", "gain": "lose",
}  # fmt: skip
_OBJECTS = {
    "increase": "blood pressure", "open": "the valve", "start": "the engine", "buy": "shares in Apple",
    "win": "a court case", "raise": "the interest rate", "install": "the printer driver",
    "enable": "location tracking", "lock": "the bootloader", "enter": "the European Union",
    "encrypt": "a hard disk", "borrow": "money in Germany", "accept": "a job offer",
    "add": "a user to the group", "heat": "the reactor", "expand": "the image", "import": "contacts",
    "connect": "the battery", "hire": "an employee", "gain": "weight after surgery",
}  # fmt: skip
_HOW = (
    "How do I {} {}?",
    "What is the best way to {} {}?",
    "Should I {} {} today?",
    "Is it safe to {} {}?",
)
_ADJECTIVES = [
    ("advantages", "disadvantages"), ("best", "worst"), ("largest", "smallest"), ("safe", "dangerous"),
    ("legal", "illegal"), ("first", "last"), ("minimum", "maximum"), ("cheapest", "most expensive"),
    ("public", "private"), ("northern", "southern"), ("oldest", "newest"), ("highest", "lowest"),
    ("positive", "negative"), ("internal", "external"), ("direct", "indirect"), ("possible", "impossible"),
]  # fmt: skip
_OF = (
    "What are the {} effects of the new tax law?",
    "What is the {} bridge in Norway?",
    "Who wrote about the {} mines of Bolivia?",
)
_SWAPPED = [  # what turns round when two names change places
    "Did {0} defeat {1} in the final?", "Is {0} older than {1}?", "Who sold {0} to {1}?",
    "How far did {0} run ahead of {1}?", "When did {0} conquer {1}?", "Why did {0} sue {1}?",
    "What does {0} owe to {1}?", "How do I travel from {0} to {1}?", "Is {0} part of {1}?",
    "How much bigger is {0} than {1}?", "Why does {0} hate {1}?", "When did {0} invade {1}?",
    "How did {0} influence {1}?", "Who moved from {0} to {1}?", "Is {0} cheaper than {1}?",
    "Why did {0} leave {1}?", "How is {0} different from {1} in taste and not in price?",
    "What is the best strategy for {0} to beat {1}?", "Does {0} depend on {1}?",
]  # fmt: skip
_NAMES = [
    ("Germany", "France"), ("Alice", "Bob"), ("Google", "Microsoft"), ("Rome", "Carthage"),
    ("iron", "copper"), ("Java", "Python"), ("cats", "dogs"),
]  # fmt: skip
_ENTITIES = [
    ("What is the capital of {}?", ("Austria", "Australia", "Angola")),
    ("When was {} born?", ("Marie Curie", "Pierre Curie", "Irene Curie")),
    ("Who directed {}?", ("Alien", "Aliens", "Gladiator")),
    ("How many people live in {}?", ("Paris", "Lyon", "Nice")),
    ("What is the boiling point of {}?", ("ethanol", "methanol", "water")),
    ("Who plays for {}?", ("Arsenal", "Chelsea", "Everton")),
    ("Where is the {} river?", ("Rhine", "Rhone", "Ruhr")),
    ("How do I reset my {}?", ("iPhone", "iPad", "Kindle")),
    ("What are the side effects of {}?", ("aspirin", "ibuprofen", "paracetamol")),
    ("Is {} open on Sunday?", ("the library", "the museum", "the pool")),
    ("What language is spoken in {}?", ("Iran", "Iraq", "Oman")),
    ("How tall is {}?", ("Mount Elbrus", "Mount Ararat", "Mount Etna")),
]
_NUMBERS = [
    ("How do I reset my iPhone {}?", ("5", "6", "12")),
    ("What are the best laptops under {} dollars?", ("500", "1,000", "1,500")),
    ("How can I lose {} kg in a month?", ("5", "10", "15")),
    ("What is {} percent of the budget?", ("5", "15", "50")),
    ("Who was king number {}?", ("2", "3", "12")),
    ("What happens in chapter {}?", ("one", "two", "three")),
    ("Is version {} supported?", ("3.5", "3.6", "35")),
    ("How do I get from terminal {} to the hotel?", ("1", "2", "3")),
    ("What does error {} mean?", ("404", "403", "500")),
    ("How much is {}?", ("$5", "€5", "£5")),
    ("Is {} degrees too cold for tomatoes?", ("5", "-5", "15")),
    ("Who won the {} race?", ("first", "second", "third")),
    ("How many calories are in {} eggs?", ("two", "three", "twelve")),
    ("Is it {} km away?", ("1/2", "12", "1.2")),
]
_DATES = [
    ("What happened in {}?", ("1914", "1918", "1939")),
    ("Who was president in {}?", ("1990", "1992", "2001")),
    ("Is the office open on {}?", ("Monday", "Tuesday", "Sunday")),
    ("What is the weather like in Rome in {}?", ("January", "June", "July")),
    ("Where were the Olympics held in {}?", ("1996", "2000", "2004")),
    ("What was decided on 3 {} 2010?", ("May", "March", "April")),
    ("What is on television {}?", ("today", "tomorrow", "tonight")),
    ("Why do dogs bark {}?", ("at night", "in the morning", "in the evening")),
    ("What was life like in the {} century?", ("18th", "19th", "20th")),
    ("When does the shop close in {}?", ("summer", "winter", "spring")),
]
_KINDS = [
    ("was the treaty signed", ("When", "Where", "Why", "How")),
    ("did the company move to Ireland", ("When", "Why", "How")),
    ("is the manager of the bank", ("Who", "Where", "How")),
    ("does the pump stop", ("When", "Why", "How", "Where")),
    ("will the meeting be", ("When", "Where", "How long")),
    ("are the samples kept", ("Where", "How", "How long", "Why")),
    ("is the bridge", ("How long", "How old", "How high", "Where")),
    ("was the bill", ("How much", "When", "What")),
]
_YES = [
    "is the mall open to visitors", "does the drug cross the placenta", "can the battery be replaced",
    "did the senate pass the bill", "should children take this medicine", "has the model been tested",
    "will the road be closed", "was the sample contaminated", "do whales sleep",
    "are the results published", "could the dam break", "is smoking allowed in the hotel",
]  # fmt: skip
_TURNED_WORDS = [  # one word that limits, orders or relates
    ("How do I cook rice {} a lid?", ("with", "without")),
    ("Can I eat {} the blood test?", ("before", "after", "during")),
    ("What did he say {} the match?", ("before", "after")),
    ("Is it allowed to park {} the bridge?", ("under", "on", "near", "behind")),
    ("Do {} employees get a bonus?", ("all", "some", "new")),
    ("Does the alarm {} ring at noon?", ("always", "never", "sometimes")),
    ("How much {} than last year did it cost?", ("more", "less")),
    ("Is {} one key needed?", ("only", "more than", "less than")),
    ("How can I send a letter {} Japan?", ("to", "from")),
    ("Who was hired {} the bank?", ("by", "against", "from")),
    ("Is the switch {}?", ("on", "off")),
    ("What is the price {} tax?", ("with", "without", "before", "after")),
    ("Did prices go {} in Spain?", ("up", "down")),
    ("Why is it {} to swim here?", ("safe", "unsafe", "forbidden")),
    ("Who voted {} the law?", ("for", "against")),
    ("What can be seen {} water?", ("under", "above", "in")),
    ("Is the {} test free of charge?", ("first", "second", "next", "last")),
    ("Which of {} books are signed?", ("his", "her", "their", "your")),
    ("Where did {} go to school?", ("he", "she", "they", "you")),
    ("What does {} eat?", ("he", "she")),
    ("When {} the museum open?", ("did", "does", "will")),
    ("Who {} the head of the union?", ("is", "was", "will be")),
    ("Why {} the price fall?", ("did", "does", "should")),
    ("{} I tell my boss?", ("Should", "Must", "Can", "Did")),
    ("{} the tenant pay for repairs?", ("Must", "Can", "Did", "Will")),
    ("How often {} the filter be changed?", ("should", "was to", "can never")),
    ("Is it {} than a car?", ("faster", "slower", "cheaper", "heavier")),
    ("Is the {} half of the film good?", ("first", "second")),
    ("How do you make me {} you?", ("trust", "leave", "forget")),
]  # fmt: skip
_ROLES = [  # who does it to whom
    ("Who did Ali defeat?", "Who defeated Ali?"),
    ("What eats sharks?", "What do sharks eat?"),
    ("Whom does Anna love?", "Who loves Anna?"),
    ("Who owns the company?", "Whom does the company own?"),
    ("Is a square a rectangle?", "Is a rectangle a square?"),
    ("Are all poets teachers?", "Are all teachers poets?"),
    ("How do I make you love me?", "How do you make me love you?"),
    ("Does he love her?", "Does she love him?"),
    ("Do I owe you money?", "Do you owe me money?"),
    ("Why do you hate animals?", "Why do animals hate you?"),
    ("Is the dog afraid of the cat?", "Is the cat afraid of the dog?"),
    ("What did the police tell the witness?", "What did the witness tell the police?"),
    ("How does exercise affect sleep?", "How does sleep affect exercise?"),
    ("Does poverty cause crime?", "Does crime cause poverty?"),
    ("How do I convert miles to kilometres?", "How do I convert kilometres to miles?"),
    ("How do I convert PDF to Word?", "How do I convert Word to PDF?"),
    ("What is the father of the bride called?", "What is the bride of the father called?"),
    ("Can men become women?", "Can women become men?"),
    ("Who taught Plato?", "Whom did Plato teach?"),
    (
        "What is the exchange rate of euro to dollar?",
        "What is the exchange rate of dollar to euro?",
    ),
    ("Is Sunday before Monday?", "Is Monday before Sunday?"),
    ("Should I charge the phone before I use it?", "Should I use the phone before I charge it?"),
    ("What is feminism?", "What is it with feminism?"),
    ("What is your dream?", "What is dreaming?"),
    ("What do you think of the Premier League?", "What is the Premier League?"),
    ("What is Maggi?", "What is Maggie?"),
    ("What does an actuary do?", "What is an actuary?"),
    ("How is life at the institute?", "How is your life at the institute?"),
]
_NARROWED = [  # one asks for less
    ("Which are the best phones?", "Which are the best phones for children?"),
    ("What is the population?", "What is the population density?"),
    ("When was the church built?", "When was the church tower built?"),
    ("How long does delivery take?", "How long does delivery to Iceland take?"),
    ("Who can vote?", "Who can vote by mail?"),
    ("Is parking free?", "Is parking free for guests?"),
    ("How do I cancel my order?", "How do I cancel part of my order?"),
    ("What causes cancer?", "What causes lung cancer?"),
    ("How do magnets work?", "How do rare-earth magnets work?"),
    ("What is luxury?", "What is luxury blogging?"),
    ("How do I change my email?", "How do I change my rescue email?"),
    ("What is the penalty?", "What is the penalty for late payment?"),
]
_BASES = [
    "How do vaccines work?", "Where do penguins live?", "Why is the sea salty?",
    "What makes bread rise?", "Who signed the contract?", "When do the tulips bloom?",
    "Why did the bank fail?", "How does the brake hold?", "Which metals rust?",
    "Who may enter the vault?",
]  # fmt: skip


def pairs() -> Iterator[tuple[str, str, str]]:
    """(family, one question, another that asks something else)."""
    for one, other in _ANTONYMS.items():
        for pattern in _HOW:
            yield (
                "antonym",
                pattern.format(one, _OBJECTS[one]),
                pattern.format(other, _OBJECTS[one]),
            )
    for one, other in _ADJECTIVES:
        for pattern in _OF:
            yield "antonym", pattern.format(one), pattern.format(other)
    for pattern in _SWAPPED:
        for one, other in _NAMES:
            yield "swapped", pattern.format(one, other), pattern.format(other, one)
    for family, patterns in (("entity", _ENTITIES), ("number", _NUMBERS), ("date", _DATES)):
        for pattern, values in patterns:
            yield from _each(family, [pattern.format(value) for value in values])
    for rest, kinds in _KINDS:
        yield from _each("question word", [f"{kind} {rest}?" for kind in kinds])
    for question in _YES:
        auxiliary, _, rest = question.partition(" ")
        plain = f"{auxiliary.capitalize()} {rest}?"
        yield "negated", plain, f"{_negated(auxiliary)} {rest}?"
        yield "question word", plain, f"Why {question}?"
        yield "question word", plain, f"When {question}?"
        yield "negated", f"Why {question}?", f"Why {_negated(auxiliary).lower()} {rest}?"
    for question in _BASES:
        words = question.rstrip("?").split()
        yield "negated", question, f"{' '.join(words[:-1])} never {words[-1]}?"
        yield "negated", question, f"{' '.join(words[:-1])} not {words[-1]}?"
    for pattern, turned in _TURNED_WORDS:
        yield from _each("turned", [pattern.format(words) for words in turned])
    for one, other in _ROLES:
        yield "roles", one, other
    yield from (("narrowed", one, other) for one, other in _NARROWED)


def as_tsv() -> str:
    rows = (f"0\t{one}\t{other}\t{family}\n" for family, one, other in pairs())
    return "label\tq1\tq2\tfamily\n" + "".join(rows)


def _each(family: str, questions: list[str]) -> Iterator[tuple[str, str, str]]:
    for number, one in enumerate(questions):
        for other in questions[number + 1 :]:
            yield family, one, other


def _negated(auxiliary: str) -> str:
    return {"can": "Can't", "will": "Won't", "do": "Don't"}.get(
        auxiliary, f"{auxiliary.capitalize()}n't"
    )


if __name__ == "__main__":
    FILE.write_text(as_tsv(), encoding="utf-8")
