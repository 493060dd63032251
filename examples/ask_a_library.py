"""Keep documents, then ask all of them at once. The answer names its document, section and offsets."""

from tempfile import TemporaryDirectory

from wherein import Engine
from wherein.samples import sample_files

with TemporaryDirectory() as home, Engine.open(home) as engine:
    summary = engine.add(*sample_files())
    print(f"{len(summary.added)} documents added")

    result = engine.ask("When was the first of Fresnel's lenses lit?")
    best = result.answers[0]
    print(best.text)
    print(f"  {best.title} > {best.section[-1]}")

    # Offsets count code points of the document's canonical text.
    text = engine.document(best.document).text
    assert text[best.span.start : best.span.end] == best.text
    print(f"  at {best.span.start}-{best.span.end} of {len(text)}")
