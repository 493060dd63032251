"""Put a reader of your own behind the Protocol: this one marks years. The engine adds the rest."""

import re
from collections.abc import Iterator, Sequence

from wherein import Engine, Passage, Span
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.home.folder import Home
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.reader import Reading
from wherein.samples import sample_file


class YearReader:
    name = "years"

    def load(self) -> None: ...

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for one in passages:
            shared = len(set(question.lower().split()) & set(one.text.lower().split()))
            years = [m.start() + one.span.start for m in re.finditer(r"\b1\d{3}\b", one.text)]
            yield Reading((one,), tuple(Candidate(one, Span(y, y + 4), shared, 3) for y in years))


margin_alone = Calibration((1.0, *[0.0] * (len(FEATURES) - 1)), 0.0, 0.5, perhaps_bound=0.2)
with Engine(Home.choose(), lambda _: CalibratedReader(YearReader(), margin_alone)) as engine:
    best = engine.ask("When was the first station opened?", sample_file("tides.pdf")).answers[0]
    print(f"{best.text} on page {best.page}, found by {best.found_by}: {best.quote}")
