"""Find an answer's place on the page of a PDF: its page number, and one box for each line it covers."""

from wherein import Engine
from wherein.samples import sample_file

with Engine.open() as engine:
    best = engine.ask(
        "Where was the first large tidal power station opened?", sample_file("tides.pdf")
    ).answers[0]
    print(f"{best.text}   (page {best.page})")
    # PDF points, origin top left, as the page is printed without its rotation.
    for box in best.boxes:
        print(f"  page {box.page}: x {box.x0:.0f}-{box.x1:.0f}, y {box.y0:.0f}-{box.y1:.0f}")
