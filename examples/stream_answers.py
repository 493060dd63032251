"""Show answers while the rest is still being read. Each event replaces the one before."""

from wherein import Engine
from wherein.samples import sample_file

with Engine.open() as engine:
    stream = engine.stream(
        "When was the first large tidal power station opened?", sample_file("tides.pdf")
    )
    for event in stream:
        shown = event.answers[0].text if event.answers else "nothing yet"
        print(f"{event.passages} of {event.passages_chosen} passages read: {shown}")

    # `result` is complete whether or not all events were taken.
    result = stream.result()
    print(f"result: {result.answers[0].text}, {result.read.fraction:.0%} of the words read")
    for step in result.steps:
        print(f"  {step.name}: {step.outcome}")
