"""Search a library for passages. Retrieval alone: no reader runs, so there are no answers and no confidence."""

from tempfile import TemporaryDirectory

from wherein import Engine
from wherein.samples import sample_files

with TemporaryDirectory() as home, Engine.open(home) as engine:
    engine.add(*sample_files())
    hits = engine.search("how the moon raises the tide", limit=3)
    labels = engine.labels(hits)
    for hit in hits:
        opening = " ".join(hit.passage.text.split())[:60]
        print(f"{labels[hit.passage.document].title} ({hit.score:.2f}): {opening}...")
