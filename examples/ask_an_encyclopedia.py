"""Build a knowledge base from the sample articles and ask it. A question that names an article is read there first."""

from tempfile import TemporaryDirectory

from wherein import Engine
from wherein.answering.articles.article_words import index_articles
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for

with TemporaryDirectory() as home, Engine.open(home) as engine:
    importer = importer_for(
        "sample"
    )  # or the path of a Wikipedia dump, a ZIM file, JSON lines, a folder
    base = build_base(engine.home.knowledge, "sample", [importer], index_words=index_articles)
    print(f"{base.info.articles} articles")
    base.close()

    result = engine.ask("Where did John Snetzler die?")
    best = result.answers[0]
    print(f"names the article: {result.links[0].title}")
    print(best.text)
    print(f"  {best.title}, {best.credit.licence if best.credit else 'no licence stated'}")
