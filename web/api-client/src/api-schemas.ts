// Made by web/tools/types/generate.mjs of contracts/openapi.json, whose SHA-256 is
// e2f97f5431f1de403453061bd32ec5d95fb11244a2ce71422aaf7a9045c541a4.

import * as v from "valibot";

export const Caution = v.picklist(["low", "normal", "high"]);

export const AboutResponse = v.object({
  bytes_kept: v.number(),
  caution: Caution,
  config: v.string(),
  documents: v.number(),
  fetch_urls: v.boolean(),
  home: v.string(),
  language_model: v.exactOptional(v.nullable(v.string())),
  language_model_url: v.exactOptional(v.nullable(v.string())),
  larger_reader: v.boolean(),
  larger_reader_bytes: v.number(),
  memory: v.boolean(),
  memory_days: v.number(),
  memory_sites: v.array(v.string()),
  reader: v.string(),
  restart: v.boolean(),
  version: v.string(),
  words: v.number(),
  writer: v.exactOptional(v.nullable(v.string())),
  writer_url: v.exactOptional(v.nullable(v.string())),
});

export const WireJob = v.object({
  name: v.string(),
  number: v.number(),
  reason: v.exactOptional(v.nullable(v.string())),
  state: v.picklist(["waiting", "reading", "added", "unchanged", "failed", "cancelled"]),
});

export const AddingResponse = v.object({
  began: v.number(),
  change: v.number(),
  jobs: v.array(WireJob),
});

export const WireStruckBy = v.object({
  end: v.number(),
  page: v.exactOptional(v.nullable(v.number())),
  quote: v.string(),
  start: v.number(),
  words: v.exactOptional(v.nullable(v.string())),
});

export const WireQuotedPlace = v.object({
  end: v.number(),
  page: v.exactOptional(v.nullable(v.number())),
  quote: v.string(),
  start: v.number(),
});

export const WireAnswer = v.object({
  boxes: v.exactOptional(v.nullable(v.array(v.array(v.number())))),
  column: v.exactOptional(v.nullable(v.string())),
  confidence: v.number(),
  credit: v.exactOptional(v.nullable(v.string())),
  date: v.exactOptional(v.nullable(v.string())),
  date_kind: v.exactOptional(v.nullable(v.picklist(["modified", "published", "created", "as_of"]))),
  document: v.string(),
  document_kind: v.exactOptional(v.nullable(v.string())),
  end: v.number(),
  evidence: v.exactOptional(v.nullable(v.boolean())),
  file_change: v.exactOptional(v.nullable(v.picklist(["changed", "gone", "unreadable"]))),
  found_by: v.string(),
  licence: v.exactOptional(v.nullable(v.string())),
  main: v.exactOptional(v.nullable(v.boolean())),
  page: v.exactOptional(v.nullable(v.number())),
  quote: v.string(),
  quote_start: v.number(),
  recognised: v.exactOptional(v.nullable(v.boolean())),
  row: v.exactOptional(v.nullable(v.string())),
  section: v.array(v.string()),
  source: v.exactOptional(v.nullable(v.string())),
  start: v.number(),
  struck_by: v.exactOptional(v.nullable(WireStruckBy)),
  subject_to: v.exactOptional(v.nullable(v.array(WireQuotedPlace))),
  text: v.string(),
  title: v.string(),
  written: v.exactOptional(v.nullable(v.string())),
});

export const WireSameAnswer = v.object({
  answers: v.array(WireAnswer),
  newest: v.boolean(),
  text: v.string(),
});

export const WireEvidence = v.object({
  document: v.string(),
  end: v.number(),
  probability: v.number(),
  start: v.number(),
  text: v.string(),
});

export const WireCandidate = v.object({
  document: v.string(),
  probability: v.number(),
  title: v.string(),
});

export const WireLink = v.object({
  document: v.string(),
  end: v.number(),
  others: v.array(WireCandidate),
  probability: v.number(),
  start: v.number(),
  surface: v.string(),
  title: v.string(),
});

export const WireHit = v.object({
  credit: v.exactOptional(v.nullable(v.string())),
  date: v.exactOptional(v.nullable(v.string())),
  date_kind: v.exactOptional(v.nullable(v.picklist(["modified", "published", "created", "as_of"]))),
  document: v.string(),
  end: v.number(),
  file_change: v.exactOptional(v.nullable(v.picklist(["changed", "gone", "unreadable"]))),
  licence: v.exactOptional(v.nullable(v.string())),
  score: v.number(),
  section: v.array(v.string()),
  source: v.exactOptional(v.nullable(v.string())),
  start: v.number(),
  text: v.string(),
  title: v.string(),
});

export const WireRead = v.object({
  fraction: v.number(),
  stopped: v.optional(v.boolean(), false),
  words: v.number(),
});

export const WireStep = v.object({
  milliseconds: v.number(),
  outcome: v.picklist(["answered", "refused", "skipped"]),
  reason: v.exactOptional(v.nullable(v.string())),
  step: v.string(),
});

export const WireUnread = v.object({
  count: v.number(),
  kind: v.string(),
  of: v.exactOptional(v.nullable(v.number())),
  words: v.string(),
});

export const AskResponse = v.object({
  agreement: v.optional(v.array(WireSameAnswer), []),
  answered: v.boolean(),
  answers: v.array(WireAnswer),
  evidence: v.optional(v.array(WireEvidence), []),
  links: v.optional(v.array(WireLink), []),
  meant: v.exactOptional(v.nullable(v.string())),
  milliseconds: v.number(),
  nearest: v.array(WireHit),
  no_question: v.optional(v.boolean(), false),
  notes: v.optional(v.array(v.string()), []),
  perhaps: v.array(WireAnswer),
  question: v.string(),
  read: WireRead,
  several: v.optional(v.boolean(), false),
  steps: v.array(WireStep),
  typed: v.exactOptional(v.nullable(v.string())),
  unread: v.optional(v.array(WireUnread), []),
});

export const WireAudited = v.object({
  about: v.string(),
  at: v.string(),
  number: v.number(),
  person: v.string(),
  what: v.string(),
});

export const AuditResponse = v.object({
  entries: v.array(WireAudited),
});

export const WireBase = v.object({
  articles: v.number(),
  built: v.string(),
  bytes: v.number(),
  name: v.string(),
  searchable: v.boolean(),
  sources: v.array(v.string()),
});

export const WireBuilding = v.object({
  doing: v.string(),
  done: v.number(),
  name: v.string(),
  of: v.exactOptional(v.nullable(v.number())),
  reason: v.exactOptional(v.nullable(v.string())),
  state: v.picklist(["building", "done", "failed", "cancelled"]),
});

export const DamagedBase = v.object({
  name: v.string(),
  reason: v.string(),
});

export const BasesResponse = v.object({
  bases: v.array(WireBase),
  building: v.exactOptional(v.nullable(WireBuilding)),
  damaged: v.array(DamagedBase),
  unfinished: v.array(v.string()),
});

export const BoxesResponse = v.object({
  boxes: v.array(v.array(v.array(v.number()))),
});

export const CodeResponse = v.object({
  code: v.string(),
});

export const WireCompletion = v.object({
  source: v.string(),
  text: v.string(),
});

export const CompleteResponse = v.object({
  completions: v.array(WireCompletion),
  did_you_mean: v.array(v.string()),
});

export const WireShownBlock = v.object({
  column: v.exactOptional(v.nullable(v.string())),
  end: v.number(),
  kind: v.picklist(["heading", "paragraph", "list_item", "cell", "caption", "code"]),
  level: v.exactOptional(v.nullable(v.number())),
  row: v.exactOptional(v.nullable(v.string())),
  start: v.number(),
});

export const WirePage = v.object({
  end: v.number(),
  number: v.number(),
  start: v.number(),
});

export const DocumentResponse = v.object({
  blocks: v.array(WireShownBlock),
  credit: v.exactOptional(v.nullable(v.string())),
  date: v.exactOptional(v.nullable(v.string())),
  document: v.string(),
  file_change: v.exactOptional(v.nullable(v.picklist(["changed", "gone", "unreadable"]))),
  has_file: v.boolean(),
  kind: v.string(),
  language: v.exactOptional(v.nullable(v.string())),
  licence: v.exactOptional(v.nullable(v.string())),
  pages: v.array(WirePage),
  source: v.string(),
  text: v.string(),
  title: v.string(),
  unread: v.optional(v.array(WireUnread), []),
});

export const WireDocument = v.object({
  added: v.string(),
  date: v.exactOptional(v.nullable(v.string())),
  document: v.string(),
  kind: v.string(),
  outdated: v.optional(v.boolean(), false),
  source: v.string(),
  tags: v.optional(v.array(v.string()), []),
  title: v.string(),
  unread: v.optional(v.array(WireUnread), []),
  words: v.number(),
});

export const DocumentsResponse = v.object({
  documents: v.array(WireDocument),
});

export const WireError = v.object({
  code: v.string(),
  message: v.exactOptional(v.nullable(v.string())),
  next_step: v.string(),
  type: v.exactOptional(v.nullable(v.string())),
  what: v.string(),
});

export const ErrorResponse = v.object({
  error: WireError,
});

export const EstimateResponse = v.object({
  articles: v.exactOptional(v.nullable(v.number())),
  bytes: v.number(),
  fetched: v.boolean(),
  seconds: v.number(),
});

export const FeedbackResponse = v.object({
  kept: v.boolean(),
  reason: v.exactOptional(v.nullable(v.string())),
});

export const HealthResponse = v.object({
  status: v.literal("ok"),
  version: v.string(),
});

export const ForgottenResponse = v.object({
  feedback: v.number(),
  questions: v.number(),
});

export const LinkResponse = v.object({
  link: v.string(),
});

export const WireLook = v.object({
  end: v.number(),
  kind: v.picklist(["strong", "emphasis", "code", "link"]),
  start: v.number(),
  target: v.exactOptional(v.nullable(v.string())),
});

export const WirePicture = v.object({
  alt: v.string(),
  at: v.number(),
});

export const LooksResponse = v.object({
  marks: v.array(WireLook),
  pictures: v.array(WirePicture),
});

export const RemoveResponse = v.object({
  removed: WireDocument,
});

export const SearchResponse = v.object({
  hits: v.array(WireHit),
  notes: v.optional(v.array(v.string()), []),
});

export const WireMarked = v.object({
  context: v.string(),
  given: v.number(),
  page: v.string(),
  question: v.string(),
  start: v.number(),
  text: v.string(),
  typed: v.string(),
});

export const MarkedResponse = v.object({
  marked: v.array(WireMarked),
});

export const WireHeldBase = v.object({
  name: v.string(),
  through: v.array(v.string()),
});

export const WireRole = v.object({
  folder: v.string(),
  library: v.string(),
  owner: v.string(),
  role: v.picklist(["reader", "editor", "admin"]),
  through: v.array(v.string()),
});

export const MeResponse = v.object({
  admin: v.boolean(),
  bases: v.array(WireHeldBase),
  groups: v.array(v.string()),
  libraries: v.array(WireRole),
  makes_tokens: v.boolean(),
  name: v.string(),
  rights: v.array(v.picklist(["read", "write", "admin"])),
  team: v.boolean(),
  token: v.string(),
});

export const NewTokenResponse = v.object({
  expires: v.exactOptional(v.nullable(v.string())),
  id: v.string(),
  token: v.string(),
});

export const WirePerson = v.object({
  admin: v.boolean(),
  groups: v.array(v.string()),
  name: v.string(),
});

export const WireToken = v.object({
  expires: v.exactOptional(v.nullable(v.string())),
  id: v.string(),
  made: v.string(),
  person: v.string(),
  program: v.string(),
  rights: v.array(v.picklist(["read", "write", "admin"])),
});

export const PeopleResponse = v.object({
  libraries: v.array(v.string()),
  people: v.array(WirePerson),
  tokens: v.array(WireToken),
});

export const WireShare = v.object({
  folder: v.string(),
  role: v.picklist(["reader", "editor", "admin"]),
  what: v.string(),
  whom: v.string(),
});

export const SharesResponse = v.object({
  shares: v.array(WireShare),
});

export const WireKept = v.object({
  block: v.string(),
  confidence: v.number(),
  file_change: v.exactOptional(v.nullable(v.picklist(["changed", "gone", "unreadable"]))),
  quote: v.string(),
  quote_start: v.number(),
  start: v.number(),
  text: v.string(),
});

export const WireSimilar = v.object({
  answers: v.array(WireKept),
  here: v.boolean(),
  last_asked: v.nullable(v.number()),
  page: v.nullable(v.string()),
  question: v.string(),
  similarity: v.number(),
  suggested: v.optional(v.boolean(), false),
  title: v.string(),
  url: v.exactOptional(v.nullable(v.string())),
  uses: v.number(),
});

export const SimilarResponse = v.object({
  questions: v.array(WireSimilar),
});

export const WireFormat = v.object({
  name: v.string(),
  number: v.number(),
});

export const WireModelHere = v.object({
  bytes: v.number(),
  here: v.boolean(),
  name: v.string(),
});

export const StateResponse = v.object({
  answers: v.number(),
  bases: v.number(),
  bytes_free: v.number(),
  bytes_of_disk: v.number(),
  documents: v.number(),
  formats: v.array(WireFormat),
  generation: v.number(),
  groups: v.number(),
  libraries: v.number(),
  models: v.array(WireModelHere),
  people: v.number(),
  place: v.string(),
  questions: v.number(),
  retriever: v.string(),
  search: v.string(),
  store: v.picklist(["sqlite", "postgresql"]),
  tokens: v.number(),
  unindexed: v.nullable(v.number()),
  version: v.string(),
  words: v.number(),
});

export const WireColumnAnswer = v.object({
  newest: v.boolean(),
  rows: v.array(v.number()),
  text: v.string(),
});

export const WireCell = v.object({
  answer: v.optional(v.string(), ""),
  confidence: v.exactOptional(v.nullable(v.number())),
  date: v.exactOptional(v.nullable(v.string())),
  end: v.exactOptional(v.nullable(v.number())),
  page: v.exactOptional(v.nullable(v.number())),
  quote: v.optional(v.string(), ""),
  start: v.exactOptional(v.nullable(v.number())),
  status: v.picklist(["answered", "perhaps", "refused", "failed"]),
});

export const WireRow = v.object({
  cells: v.array(WireCell),
  document: v.string(),
  file_change: v.exactOptional(v.nullable(v.picklist(["changed", "gone", "unreadable"]))),
  reason: v.exactOptional(v.nullable(v.string())),
  source: v.string(),
  title: v.string(),
});

export const TableResponse = v.object({
  agreement: v.array(v.array(WireColumnAnswer)),
  questions: v.array(v.string()),
  rows: v.array(WireRow),
});

export const TitlesResponse = v.object({
  titles: v.array(v.string()),
});

export const TokensResponse = v.object({
  tokens: v.array(WireToken),
});

export const WireAsked = v.object({
  answers: v.array(WireKept),
  last_asked: v.nullable(v.number()),
  page: v.nullable(v.string()),
  question: v.string(),
  suggested: v.optional(v.boolean(), false),
  title: v.string(),
  url: v.exactOptional(v.nullable(v.string())),
  uses: v.number(),
});

export const TopResponse = v.object({
  questions: v.array(WireAsked),
});

export const UnderstandResponse = v.object({
  added: v.array(v.string()),
  no_question: v.optional(v.boolean(), false),
  typed: v.string(),
  unclear: v.optional(v.string(), ""),
  understood: v.string(),
});

export const WireFailure = v.object({
  reason: v.string(),
  source: v.string(),
});

export const WireWatched = v.object({
  documents: v.number(),
  done: v.number(),
  failed: v.array(WireFailure),
  failures: v.number(),
  folder: v.string(),
  of: v.number(),
  reason: v.exactOptional(v.nullable(v.string())),
  state: v.picklist(["waiting", "scanning", "watched", "missing", "trouble"]),
});

export const WatchedResponse = v.object({
  folders: v.array(WireWatched),
});

export const WireWrittenSentence = v.object({
  sources: v.array(v.number()),
  supported: v.boolean(),
  text: v.string(),
});

export const WriteResponse = v.object({
  milliseconds: v.number(),
  model: v.string(),
  sentences: v.array(WireWrittenSentence),
  unknown: v.boolean(),
});
