"""Questions about a kept document are answered from memory, but only while the answer still stands in its text."""

from pathlib import Path
from tempfile import TemporaryDirectory

from wherein import Engine

QUESTION = "When does the ferry leave?"

with TemporaryDirectory() as folder, Engine.open(Path(folder) / "home") as engine:
    timetable = Path(folder) / "timetable.txt"

    def write_and_ask(time: str) -> None:
        timetable.write_text(
            f"The ferry to the island leaves at {time} every day.\n\nTickets are sold on board.\n"
        )
        engine.add(timetable)
        for _ in range(2):
            result = engine.ask(QUESTION, timetable)
            steps = ", ".join(f"{step.name} {step.outcome}" for step in result.steps)
            print(f"{result.answers[0].text}   ({steps})")

    write_and_ask("nine o'clock")  # read the first time, remembered the second
    write_and_ask("ten o'clock")  # the stored answer no longer stands in the text: read again
