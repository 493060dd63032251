"""The wire format: the shapes of requests and responses over HTTP. Checks shapes; knows no logic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from wherein.answering.exporting.exchanges import Exchange, NearPassage
from wherein.answering.grading.grades import Caution
from wherein.core.answer import Answer
from wherein.core.document import Block, BlockKind
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.core.text.readable import is_plain, readable
from wherein.core.turn import Turn


def _is_text(value: str) -> str:
    """Refuse lone surrogates ("\\ud800"), which JSON can escape but no response can contain, and NUL."""
    if readable(value) != value:
        raise PydanticCustomError("text", "The text holds a lone surrogate")
    if "\0" in value:
        raise PydanticCustomError("text", "The text holds NUL")
    return value


Text = Annotated[str, AfterValidator(_is_text)]
"""The text type of all requests."""

Name = Annotated[Text, Field(max_length=5000)]
"""The text type of what an address names: a document, a page, a folder, a base. No path of a file system is longer."""


def _is_plain(value: str) -> str:
    """Refuse characters by which a name would look like another line, or like other words, of a list."""
    if not is_plain(value):
        raise PydanticCustomError("text", "The text holds control characters or more than one line")
    return value


PlainName = Annotated[Name, AfterValidator(_is_plain)]
"""The text type of what somebody calls something: a person, a program, a tag."""


AnyCaution = Annotated[Caution, Field(strict=False)]
"""Accepts the word of a caution: strict validation would require the enumeration's value, which JSON lacks."""


class Request(BaseModel):
    # A misspelt key must not be taken for silence.
    model_config = ConfigDict(extra="forbid", strict=True)


class WireBlock(Request):
    kind: Literal["heading", "paragraph", "list_item", "cell", "caption", "code"]
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    level: Annotated[int, Field(ge=1, le=6)] | None = None
    row: Text | None = None
    column: Text | None = None
    main: bool = True

    def block(self) -> Block:
        """Raises UsageError when the parts contradict each other."""
        try:
            return Block(
                BlockKind(self.kind),
                Span(self.start, self.end),
                self.level,
                self.row,
                self.column,
                self.main,
            )
        except ValueError as error:
            raise UsageError(f"A block is not right ({error}).", "Correct it.") from error


class WireTurn(Request):
    """An earlier turn of a conversation: the question as understood, and the text, title, nearest heading, document,
    place and confidence of its best answer, where it had one.
    """

    question: Text
    answer: Text = ""
    title: Text = ""
    section: Text = ""
    document: Text = ""
    start: Annotated[int, Field(ge=0)] | None = None
    end: Annotated[int, Field(ge=0)] | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None

    def turn(self) -> Turn:
        """Raises UsageError when the place ends before it begins."""
        span = None
        try:
            if self.start is not None and self.end is not None:
                span = Span(self.start, self.end)
        except ValueError as error:
            raise UsageError(f"A turn is not right ({error}).", "Correct it.") from error
        return Turn(
            self.question,
            self.answer,
            self.title,
            self.section,
            self.document,
            span,
            self.confidence,
        )


class AskRequest(Request):
    """A question to a kept document, to a text in the request, or to the whole library.

    `whole` reads a long document to its end instead of only its likeliest passages. `caution` says how sure an
    answer has to be; without it, the settings decide. `turns` are the earlier turns of a conversation, newest last;
    they complete the question unless `as_typed`. `within` limits the question to these documents and folders of the
    library and knowledge bases.
    """

    question: Text
    document: Text | None = None
    text: Text | None = None
    blocks: list[WireBlock] | None = None
    title: Text = ""
    url: Text = ""
    limit: Annotated[int, Field(ge=1, le=100)] | None = None
    memory: Literal["on", "off"] = "on"
    since: Text | None = None
    until: Text | None = None
    whole: bool = False
    caution: AnyCaution | None = None
    turns: Annotated[list[WireTurn], Field(max_length=200)] = []
    as_typed: bool = False
    within: Annotated[list[Text], Field(max_length=100)] = []


class UnderstandRequest(Request):
    """A question and the turns before it, as in `AskRequest`."""

    question: Text
    turns: Annotated[list[WireTurn], Field(max_length=200)] = []


class TableRequest(Request):
    """Asks each question of each document that `each` names: a document, folder or tag ("tag:NAME") of the library, or
    a knowledge base; without `each`, of every document of the library. Duplicates are asked once."""

    questions: Annotated[list[Text], Field(min_length=1, max_length=1000)]
    each: Annotated[list[Text], Field(max_length=100)] = []
    caution: Caution | None = None
    memory: Literal["on", "off"] = "on"


class WireSource(Request):
    """A place in a document of the library or an article, in code points."""

    document: Text
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]


class WriteRequest(Request):
    """A question and the places to answer it from, the likeliest first: the model is shown as many as it has room for."""

    question: Text
    sources: Annotated[list[WireSource], Field(min_length=1, max_length=20)]


class WatchRequest(Request):
    """The whole path of a folder to follow."""

    folder: Text


class WireQuotedAnswer(Request):
    """An answer with its sentence and place. `quote_start` is the start of the sentence."""

    text: Text
    title: Text = ""
    document: Text = ""
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    quote: Text
    quote_start: Annotated[int, Field(ge=0)]
    section: Annotated[list[Text], Field(max_length=100)] = []
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.0
    page: int | None = None
    source: Text | None = None
    date: Text | None = None

    def answer(self) -> Answer:
        """Raises UsageError when the places contradict the words."""
        try:
            span = Span(self.start, self.end)
            quote_span = Span(self.quote_start, self.quote_start + len(self.quote))
            if not quote_span.start <= span.start <= span.end <= quote_span.end:
                raise ValueError("the answer stands outside of its sentence")
        except ValueError as error:
            raise UsageError(f"An answer is not right ({error}).", "Correct it.") from error
        return Answer(
            self.text,
            self.document,
            self.title,
            span,
            self.quote,
            quote_span,
            tuple(self.section),
            self.confidence,
            "",
            page=self.page,
            source=self.source or "",
            date=self.date,
        )


class WireNearPassage(Request):
    """A passage most like a question, which does not answer it."""

    text: Text
    title: Text = ""
    section: Annotated[list[Text], Field(max_length=100)] = []
    source: Text | None = None

    def passage(self) -> NearPassage:
        return NearPassage(self.text, self.title, tuple(self.section), self.source or "")


class WireExchange(Request):
    """A question as understood and as `typed`, with its answers; none for a refusal. Markdown holds what is `perhaps`
    an answer too, and the `nearest` passages of a question that has neither."""

    question: Text
    typed: Text | None = None
    answers: Annotated[list[WireQuotedAnswer], Field(max_length=1000)] = []
    perhaps: Annotated[list[WireQuotedAnswer], Field(max_length=1000)] = []
    nearest: Annotated[list[WireNearPassage], Field(max_length=100)] = []

    def exchange(self) -> Exchange:
        return Exchange(
            self.question,
            tuple(each.answer() for each in self.answers),
            self.typed,
            tuple(each.answer() for each in self.perhaps),
            tuple(each.passage() for each in self.nearest),
        )


class ExportRequest(Request):
    """Questions with their answers, to be written as a text with sources."""

    form: Literal["markdown", "csv", "bibtex", "csl-json"] = "markdown"
    title: Text = "Conversation"
    exchanges: Annotated[list[WireExchange], Field(max_length=10_000)]


class SearchRequest(Request):
    query: Text
    document: Text | None = None
    within: Annotated[list[Text], Field(max_length=100)] = []
    limit: Annotated[int, Field(ge=1, le=1000)] = 10
    since: Text | None = None
    until: Text | None = None


class AddRequest(Request):
    """Files and folders of this machine, and addresses where the settings allow them."""

    sources: Annotated[list[Text], Field(min_length=1)]
    prune: bool = False


class AddPageRequest(Request):
    """A web address to fetch and add, typed by a person."""

    url: Text


class ChangeRequest(Request):
    """A document's new title ("" restores its own), and tags that replace its old ones."""

    title: Text | None = None
    tags: Annotated[list[Text], Field(max_length=200)] | None = None


class WireLanguageModel(Request):
    """A language model that may only quote: by name, by a file of this machine, or behind an address. "" means none."""

    model: Text
    url: Text = ""


class SettingsRequest(Request):
    """Settings to change in `config.toml`; the others stay."""

    caution: AnyCaution | None = None
    reader: Literal["small", "large"] | None = None
    memory: bool | None = None
    memory_sites: Annotated[list[Text], Field(max_length=1000)] | None = None
    memory_days: Annotated[int, Field(ge=0, le=36500)] | None = None
    fetch_urls: bool | None = None
    language_model: WireLanguageModel | None = None


class FeedbackRequest(Request):
    """A person's verdict on an answer. `start` and `end` are the answer that is judged, or with the verdict `span` the
    right one; without them, `not_here` says that the page has no answer. `question` is the question as it was
    understood, `typed` as it was typed where that differs. `withdrawn` takes back what the asker said of the place, or
    without one all of what they said of the question, without a document in every document.
    """

    question: Text
    verdict: Literal["right", "wrong", "span", "not_here", "withdrawn"]
    typed: Text = ""
    document: Text | None = None
    text: Text | None = None
    blocks: list[WireBlock] | None = None
    title: Text = ""
    url: Text = ""
    start: Annotated[int, Field(ge=0)] | None = None
    end: Annotated[int, Field(ge=0)] | None = None


class WireCandidate(BaseModel):
    """An article that a name may mean, with the probability that it does."""

    document: str
    title: str
    probability: float


class WireLink(WireCandidate):
    """A name in the question with its linked article and the other candidates.

    `start` and `end` are code points of the question.
    """

    surface: str
    start: int
    end: int
    others: list[WireCandidate]


class WireQuotedPlace(BaseModel):
    """A place of the answer's document that is quoted beside it; `start` and `end` are code points of its text."""

    quote: str
    start: int
    end: int
    page: int | None = None


class WireStruckBy(WireQuotedPlace):
    """The amendment that deletes or replaces what the answer says. `words` are the part of the answer that no longer holds;
    absent where all of it doesn't."""

    words: str | None = None


class WireAnswer(BaseModel):
    text: str
    document: str
    title: str
    start: int
    end: int
    quote: str
    quote_start: int
    section: list[str]
    confidence: float
    found_by: str
    page: int | None = None
    boxes: list[list[float]] | None = None
    evidence: bool | None = None
    written: str | None = None
    source: str | None = None
    document_kind: str | None = None
    date: str | None = None
    date_kind: Literal["modified", "published", "created", "as_of"] | None = None
    credit: str | None = None
    licence: str | None = None
    row: str | None = None
    column: str | None = None
    main: bool | None = None
    recognised: bool | None = None
    file_change: Literal["changed", "gone", "unreadable"] | None = None
    struck_by: WireStruckBy | None = None
    subject_to: list[WireQuotedPlace] | None = None


class WireHit(BaseModel):
    document: str
    title: str
    start: int
    end: int
    section: list[str]
    score: float
    text: str
    source: str | None = None
    date: str | None = None
    date_kind: Literal["modified", "published", "created", "as_of"] | None = None
    file_change: Literal["changed", "gone", "unreadable"] | None = None
    credit: str | None = None
    licence: str | None = None


class WireRead(BaseModel):
    """`stopped` is true where only the likeliest part of a long document was read; `whole` in a request reads all of it."""

    fraction: float
    words: int
    stopped: bool = False


class WireStep(BaseModel):
    step: str
    outcome: Literal["answered", "refused", "skipped"]
    milliseconds: float
    reason: str | None = None


class WireProgress(BaseModel):
    """The results so far, as an event of a stream."""

    answers: list[WireAnswer]
    perhaps: list[WireAnswer]
    read: WireRead


class WireSameAnswer(BaseModel):
    """Equal answers of several documents, one per document: `text` is the surest one's.

    `newest`: the latest dated of all answering documents is one of them.
    """

    text: str
    newest: bool
    answers: list[WireAnswer]


class WireCell(BaseModel):
    """The best answer to a question in one document; without an answer where it was refused or failed."""

    status: Literal["answered", "perhaps", "refused", "failed"]
    answer: str = ""
    quote: str = ""
    page: int | None = None
    confidence: float | None = None
    start: int | None = None
    end: int | None = None
    date: str | None = None


class WireRow(BaseModel):
    """A document with a cell for each question; `reason` says why it could not be read, `file_change` what became of its
    file since the copy was kept that was asked."""

    document: str
    title: str
    source: str
    cells: list[WireCell]
    reason: str | None = None
    file_change: Literal["changed", "gone", "unreadable"] | None = None


class WireColumnAnswer(BaseModel):
    """Documents that answer a question alike, by their places among the rows."""

    text: str
    rows: list[int]
    newest: bool


class TableResponse(BaseModel):
    """The table. `agreement` has the grouped answers of the documents to each question, the largest group first."""

    questions: list[str]
    rows: list[WireRow]
    agreement: list[list[WireColumnAnswer]]


class WireUnread(BaseModel):
    """What a document holds and was not read: how many of one kind, `of` how many where some of them were read."""

    kind: str
    count: int
    of: int | None = None
    words: str


class WireEvidence(BaseModel):
    """Whole sentences, list items, steps or table rows that belong to the answers; `start` and `end` are code points of the
    document's text, which is `text` there. `probability` is that the likeliest of them belongs to the answer."""

    document: str
    start: int
    end: int
    text: str
    probability: float


class AskResponse(BaseModel):
    """`question` is the question as understood; `typed` is the one that was typed, where earlier turns completed it.

    `no_question` is true for thanks, a greeting and the like: nothing was searched, and `notes` says what can be asked.
    `agreement` is present where more than one document answers: their grouped answers, the largest group first.
    `unread` is what was not read of the document that was asked, or of the first answer's where several were.
    `evidence` are the places that belong to the answers, for questions that a few words do not answer.
    """

    question: str
    answers: list[WireAnswer]
    perhaps: list[WireAnswer]
    answered: bool
    nearest: list[WireHit]
    read: WireRead
    steps: list[WireStep]
    milliseconds: float
    notes: list[str] = []
    several: bool = False
    meant: str | None = None
    typed: str | None = None
    no_question: bool = False
    unread: list[WireUnread] = []
    evidence: list[WireEvidence] = []
    links: list[WireLink] = []
    agreement: list[WireSameAnswer] = []


class UnderstandResponse(BaseModel):
    """`added` are the lower-cased words taken from the turns; empty where the question is unchanged. `unclear` is a
    "he" or "she" for which the turns have no person, or "the other one"; empty otherwise. `no_question` is true for
    thanks, a greeting and the like, which are not searched for."""

    typed: str
    understood: str
    added: list[str]
    unclear: str = ""
    no_question: bool = False


class SearchResponse(BaseModel):
    hits: list[WireHit]
    notes: list[str] = []


class WireDocument(BaseModel):
    document: str
    title: str
    source: str
    words: int
    kind: str
    added: str
    date: str | None = None
    tags: list[str] = []
    outdated: bool = False
    unread: list[WireUnread] = []


class DocumentsResponse(BaseModel):
    documents: list[WireDocument]


class WireShownBlock(BaseModel):
    kind: Literal["heading", "paragraph", "list_item", "cell", "caption", "code"]
    start: int
    end: int
    level: int | None = None
    row: str | None = None
    column: str | None = None


class WirePage(BaseModel):
    number: int
    start: int
    end: int


class DocumentResponse(BaseModel):
    """A document to show: `text` is canonical, and every place counts its code points.

    `has_file`: `/v1/documents/file` returns the PDF of which the text was parsed. `unread`: what the document holds and was
    not read.
    """

    document: str
    title: str
    source: str
    kind: str
    text: str
    blocks: list[WireShownBlock]
    pages: list[WirePage]
    has_file: bool
    language: str | None = None
    date: str | None = None
    file_change: Literal["changed", "gone", "unreadable"] | None = None
    credit: str | None = None
    licence: str | None = None
    unread: list[WireUnread] = []


class WireLook(BaseModel):
    """The look of some words; `target` is the address of a link."""

    start: int
    end: int
    kind: Literal["strong", "emphasis", "code", "link"]
    target: str | None = None


class WirePicture(BaseModel):
    """A picture that is shown after the place `at`."""

    at: int
    alt: str


class LooksResponse(BaseModel):
    """The looks and pictures of a document's file; places are code points of its text."""

    marks: list[WireLook]
    pictures: list[WirePicture]


class BoxesResponse(BaseModel):
    """For each span a list of page, x0, y0, x1, y1, one for each line, in points from the top left of the unrotated page."""

    boxes: list[list[list[float]]]


class AboutResponse(BaseModel):
    """The server's version, its stored data with their places, and its settings.

    `larger_reader` is true where the larger reader is installed; `larger_reader_bytes` is its size. `restart` is true
    where the settings were changed after the server started, so that a restart is needed. `writer` is the language
    model of the running server, `writer_url` its address where it is on another machine.
    """

    version: str
    home: str
    config: str
    documents: int
    words: int
    bytes_kept: int
    reader: str
    larger_reader: bool
    larger_reader_bytes: int
    caution: Caution
    memory: bool
    memory_sites: list[str]
    memory_days: int
    fetch_urls: bool
    restart: bool
    language_model: str | None = None
    language_model_url: str | None = None
    writer: str | None = None
    writer_url: str | None = None


class CodeResponse(BaseModel):
    """The code that pairs the browser extension with this server."""

    code: str


class WireFailure(BaseModel):
    source: str
    reason: str


class AddResponse(BaseModel):
    added: list[WireDocument]
    unchanged: list[str]
    failed: list[WireFailure]
    removed: list[str]
    milliseconds: float


class WireJob(BaseModel):
    """A file or address that is being added. `reason` says why it failed or is unchanged."""

    number: int
    name: str
    state: Literal["waiting", "reading", "added", "unchanged", "failed", "cancelled"]
    reason: str | None = None


class AddingResponse(BaseModel):
    """`change` grows with every change of a job; a request with it as `since` gets only the jobs that changed later.

    A reply with another `began` comes from a restarted server, whose numbers begin again.
    """

    began: int
    change: int
    jobs: list[WireJob]


class WireWrittenSentence(BaseModel):
    """A sentence of a language model. `sources` are the numbers, from 1, of the sources that support it; where none does,
    of those that it cites."""

    text: str
    sources: list[int]
    supported: bool


class WriteResponse(BaseModel):
    """What the model wrote. `unknown` is true where it says that the sources do not answer the question."""

    model: str
    unknown: bool
    sentences: list[WireWrittenSentence]
    milliseconds: float


class WireWatched(BaseModel):
    """A followed folder. `done` and `of` count the files of a running scan. `failures` counts the files that could not
    be added; the first of them are in `failed`. `reason` says why it is missing or in trouble."""

    folder: str
    state: Literal["waiting", "scanning", "watched", "missing", "trouble"]
    documents: int
    done: int
    of: int
    failures: int
    failed: list[WireFailure]
    reason: str | None = None


class WatchedResponse(BaseModel):
    folders: list[WireWatched]


class BaseRequest(Request):
    """A knowledge base to build of a source; without a source, to rebuild from its own."""

    name: Text
    source: Text = ""


class WireBase(BaseModel):
    """A knowledge base. One that is not `searchable` has only names."""

    name: str
    articles: int
    bytes: int
    built: str
    searchable: bool
    sources: list[str]


class WireBuilding(BaseModel):
    """The running or last build of a base."""

    name: str
    state: Literal["building", "done", "failed", "cancelled"]
    done: int
    doing: str
    of: int | None = None
    reason: str | None = None


class DamagedBase(BaseModel):
    name: str
    reason: str


class BasesResponse(BaseModel):
    """`unfinished` are builds that were interrupted or are running."""

    bases: list[WireBase]
    damaged: list[DamagedBase]
    unfinished: list[str]
    building: WireBuilding | None = None


class EstimateResponse(BaseModel):
    """`bytes` is the size of the source; `fetched` is true where it comes over the network."""

    bytes: int
    seconds: int
    fetched: bool
    articles: int | None = None


class TitlesResponse(BaseModel):
    titles: list[str]


class RemoveResponse(BaseModel):
    removed: WireDocument


class WireKept(BaseModel):
    """A stored answer: it begins `start` code points into its quote, and the quote begins `quote_start` code points into
    any block of the page with this hash.
    """

    text: str
    quote: str
    start: int
    block: str
    quote_start: int
    confidence: float
    file_change: Literal["changed", "gone", "unreadable"] | None = None


class WireAsked(BaseModel):
    """`page` is the SHA-256 of the page's canonical address, in hexadecimal (None without an address that is remembered).
    A `suggested` question was never asked, so its `last_asked` is None.
    """

    question: str
    page: str | None
    title: str
    url: str | None = None
    uses: int
    last_asked: float | None
    answers: list[WireKept]
    suggested: bool = False


class TopResponse(BaseModel):
    questions: list[WireAsked]


class WireSimilar(WireAsked):
    similarity: float
    here: bool


class SimilarResponse(BaseModel):
    questions: list[WireSimilar]


class StoredRow(BaseModel):
    """An answer as the command line prints it, with its place where the document is known."""

    text: str
    quote: str
    answer_start: int
    block: str
    quote_start_in_block: int
    confidence: float
    found_by: str
    standing: str
    stored: str
    document: str | None = None
    start: int | None = None
    end: int | None = None
    quote_start: int | None = None
    file_change: Literal["changed", "gone", "unreadable"] | None = None


class _QuestionRow(BaseModel):
    question: str
    page: str
    page_hash: str
    first_asked: str
    last_asked: str
    answers: list[StoredRow]


class PopularRow(_QuestionRow):
    """A remembered question as `wherein memory top` prints it."""

    asked: bool
    uses: int
    merged: list[str]


class SimilarRow(_QuestionRow):
    """A remembered question as `wherein memory similar` prints it."""

    similarity: float
    here: bool
    url: str | None
    title: str


class WireMarked(BaseModel):
    """A place that a person marked as the answer to a question: it begins `start` code points into `context`, the text of
    its block. `typed` is empty where the question was understood as it was typed; `given` is seconds since 1970.
    """

    question: str
    typed: str
    page: str
    text: str
    context: str
    start: int
    given: float


class MarkedResponse(BaseModel):
    marked: list[WireMarked]


class WireCompletion(BaseModel):
    text: str
    source: str


class CompleteResponse(BaseModel):
    completions: list[WireCompletion]
    did_you_mean: list[str]


class FeedbackResponse(BaseModel):
    """`kept` is false where a privacy rule forbids storing it; `reason` names the rule."""

    kept: bool
    reason: str | None = None


class ForgottenResponse(BaseModel):
    questions: int
    feedback: int


class HealthResponse(BaseModel):
    status: Literal["ok"]
    version: str


class WireError(BaseModel):
    """`message` and `type` are present on the paths of OpenAI's form, for its clients."""

    code: str
    what: str
    next_step: str
    message: str | None = None
    type: str | None = None


class ErrorResponse(BaseModel):
    error: WireError
