"""Lists the files that a shipped reader is trained on: names, licences, origins.

Only sets with a stated open licence are listed; the others in the same folder are at most measured on.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from wherein_lab.checkout import CHECKOUT

TRAINING_PAGES = CHECKOUT / "benchmarks" / "questions" / "training-pages"
ASKED_AGAIN = CHECKOUT / "benchmarks" / "questions" / "asked-again"


class Form(StrEnum):
    """The format of a source: a SQuAD-format file, a folder of article openings from which patterns make questions, or a
    folder of pages with questions that people wrote about them.
    """

    SQUAD = "squad"
    OPENINGS = "openings"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Source:
    """One training set. `held` articles (or sites) are kept out of training, for calibration.

    `folder` is set for data in the checkout instead of the shared folder. `questions` is a file of
    questions on the folder's pages that is read instead of the folder's own.
    """

    name: str
    licence: str
    origin: str
    held: int
    form: Form = Form.SQUAD
    folder: Path | None = None
    questions: Path | None = None

    @property
    def made(self) -> bool:
        """Whether patterns made the questions."""
        return self.form is Form.OPENINGS

    @property
    def path(self) -> Path:
        """The location: absolute for data in the checkout, else relative to the shared folder."""
        if self.folder is not None:
            return self.folder
        match self.form:
            case Form.OPENINGS:
                return Path("data/entity")
            case Form.PAGES:
                return Path("data/pagequestions")
            case Form.SQUAD:
                return Path(f"data/training/{self.name}.json.gz")


TRAINING = (
    Source(
        "squad-train",
        "CC BY-SA 4.0",
        "rajpurkar/SQuAD-explorer@13f82e35 (SQuAD 1.0 train), haichao592/UnAnsQ@2400c753",
        held=16,
    ),
    Source(
        "natural-questions",
        "CC BY-SA 3.0",
        "google-research-datasets/QED@71e19e08 (Natural Questions train)",
        held=300,
    ),
    Source("policyqa", "MIT", "wasiahmad/PolicyQA@775538bc", held=3),
    Source("covidqa", "Apache-2.0", "deepset-ai/COVID-QA@fb2eb5e2", held=5),
    Source(
        "made-openings",
        "CC BY-SA 3.0",
        "openings of Wikipedia's articles (2014, 2015, 2021; Simple English 2021), questions made by"
        " training/made_questions.py",
        held=200,
        form=Form.OPENINGS,
    ),
    Source(
        "pages",
        "each page's own",
        "handbooks, policies, book chapters, specifications and encyclopedia pages, questions written by"
        " reading them (data/pagequestions, split train)",
        held=0,  # constants are fitted on the split `tune` of the same questions
        form=Form.PAGES,
    ),
    Source(
        "pages-of-other-fields",
        "each page's own",
        "health, science, history, government and encyclopedia pages, questions written by reading them"
        " (benchmarks/questions/training-pages)",
        held=0,
        form=Form.PAGES,
        folder=TRAINING_PAGES,
    ),
    Source(
        "pages-asked-again",
        "each page's own",
        "further questions on the same pages, written by reading them (benchmarks/questions/asked-again)",
        held=0,
        form=Form.PAGES,
        questions=ASKED_AGAIN / "handbooks.jsonl",
    ),
    Source(
        "other-fields-asked-again",
        "each page's own",
        "further questions on the same pages, written by reading them (benchmarks/questions/asked-again)",
        held=0,
        form=Form.PAGES,
        folder=TRAINING_PAGES,
        questions=ASKED_AGAIN / "other-fields.jsonl",
    ),
)

EVALUATION = (
    "data/squad/devset-A.json.gz",
    "data/squad/adversarial-A.json.gz",
    "data/squad/nq-A.json.gz",
    "data/reading-ood.json.gz",
)
