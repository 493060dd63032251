"""Ask one file. Nothing is kept: the answer quotes the file, and a question it does not answer is refused."""

from wherein import Engine
from wherein.samples import sample_file

with Engine.open() as engine:
    bread = sample_file("bread.txt")
    for question in (
        "How long does the dough rise in a refrigerator?",
        "Who was the first king of Norway?",
    ):
        result = engine.ask(question, bread)
        print(question)
        if result.answered:
            best = result.answers[0]
            print(f"  {best.text}   (confidence {best.confidence:.2f})")
            print(f"  in the sentence: {best.quote}")
        else:
            print("  not here")
