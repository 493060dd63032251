"""Which files a shipped reader may learn from and which it is measured on: names, licences, origins.

Only sets with a stated open licence are listed; the others in the same folder measure at most.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """One training file. `held` articles (or sites) are kept out of training for calibration.

    The questions of a `made` source were asked by nobody: patterns made them of a folder of openings.
    """

    name: str
    licence: str
    origin: str
    held: int
    made: bool = False

    @property
    def path(self) -> str:
        return "data/entity" if self.made else f"data/training/{self.name}.json.gz"


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
        made=True,
    ),
)

EVALUATION = (
    "data/squad/devset-A.json.gz",
    "data/squad/adversarial-A.json.gz",
    "data/squad/nq-A.json.gz",
    "data/reading-ood.json.gz",
)
