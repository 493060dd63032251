"""The memory's subject of a question: a document, the library, or nothing. Asks and stores nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from wherein.answering.library.documents import Documents, library_document
from wherein.answering.options import Options
from wherein.answering.stages.remembered import is_remembered
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.documents.fetch import is_url
from wherein.home.folder import Settings
from wherein.memory.policies.subject import Subject, library_subject
from wherein.questions.question import Question


class MemorySubjects:
    """Decides for each question whether the memory is used, and under which subject."""

    def __init__(self, documents: Documents, settings: Settings, view: str = "") -> None:
        self._view = view
        self._documents = documents
        self._settings = settings

    def of_documents(
        self, question: Question, documents: Sequence[Document], options: Options
    ) -> Document | None:
        """The document under which the memory keeps the question; None where the memory is not used.

        The memory is used for a question to a single document that is neither a topic request nor
        limited to a period.
        """
        alone = len(documents) == 1 and not options.period
        if not options.memory or not alone or question.topic is not None:
            return None
        return documents[0] if self._is_remembered(documents[0]) else None

    def of_library(self, question: Question, options: Options) -> Subject | None:
        """The library as the memory's subject; None where the memory is not used for this question.

        The caller leaves out questions that name an article: the articles of a base change independently of the
        library, so they are read each time.
        """
        memorable = options.memory and not options.period and question.topic is None
        if not memorable or not self._settings.memory:
            return None
        return library_subject(
            partial(library_document, self._documents),
            self._documents.library.generation,
            self._view,
        )

    def may_be_kept(
        self, about: Document | Subject, result: Result, library: Callable[[], Scope]
    ) -> bool:
        """Whether the memory may keep the result.

        A result from the library is not kept where an article of a knowledge base answers, where several
        documents do (what each says would be lost), or where some documents were not searched yet.
        """
        if isinstance(about, Document):
            return True
        if any(self._documents.library.entry(answer.document) is None for answer in result.answers):
            return False
        if result.said:
            return False
        return is_remembered(result.answers) or library().whole

    def _is_remembered(self, document: Document) -> bool:
        """Whether questions about this document are remembered: it is in the library or has a web address.

        Nothing is kept of a file that was never added or has changed since.
        """
        if not self._settings.memory or document.credit is not None:
            return False  # an article changes with its base, which memory does not follow
        if is_url(document.source):
            return True
        entry = self._documents.entry_of(document.id)
        return entry is not None and entry.content_hash == document.content_hash


def document_about(about: Document | Subject, identity: str) -> Document | None:
    """The document of a remembered answer; None where it no longer exists."""
    return about if isinstance(about, Document) else about.document(identity)
