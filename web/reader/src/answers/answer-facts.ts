// Lists the facts that every door shows with an answer, in their order. The twin of Python's
// `wherein.core.answer_facts`; the cases are in contracts/answer-facts.json. Knows no page and no panel.

import type { DocumentFacts } from "../reading.ts";

/** The kinds of documents that are shown, as the terminal says them; of a text its file's name is enough. */
export const KINDS = {
  article: "article",
  calendar: "calendar",
  contacts: "contacts",
  csv: "table",
  docx: "Word file",
  eml: "mail",
  epub: "e-book",
  html: "web page",
  ini: "settings",
  json: "JSON",
  mhtml: "web page",
  notebook: "notebook",
  ods: "spreadsheet",
  odt: "OpenDocument text",
  pdf: "PDF",
  pptx: "slides",
  rtf: "RTF",
  subtitles: "subtitles",
  toml: "TOML",
  xlsx: "spreadsheet",
  yaml: "YAML",
} as const;
/** A kind that has a word in every interface: the compiler names the table that lacks one. */
export type ShownKind = keyof typeof KINDS;

/** The words in which the facts are said. */
export interface FactWords {
  readonly page: (page: number) => string;
  readonly recognised: string;
  readonly besideMain: string;
  readonly markedByYou: string;
  /** A date with what happened on it. */
  readonly happened: Readonly<Record<DateKind, (date: string) => string>>;
  readonly kinds: Readonly<Record<ShownKind, string>>;
  /** What became of the file since the copy was kept that answers. */
  readonly fileChanges: Readonly<Record<FileChange, string>>;
  /** `words` are the quoted part that no longer holds, before a space; empty for the whole. */
  readonly noLongerHolds: (words: string, quote: string) => string;
  readonly see: (quote: string) => string;
}

type DateKind = "modified" | "published" | "created" | "as_of";
type FileChange = "changed" | "gone" | "unreadable";

/** As the terminal says them. */
const ENGLISH: FactWords = {
  page: (page) => `page ${page}`,
  recognised: "recognised from a picture",
  besideMain: "beside the main text",
  markedByYou: "marked by you",
  happened: {
    modified: (date) => `modified ${date}`,
    published: (date) => `published ${date}`,
    created: (date) => `created ${date}`,
    as_of: (date) => `as of ${date}`,
  },
  kinds: KINDS,
  fileChanges: {
    changed: "the file has changed since it was added",
    gone: "the file is no longer where it was added",
    unreadable: "the file can no longer be read",
  },
  noLongerHolds: (words, quote) => `${words}no longer holds: “${quote}”`,
  see: (quote) => `see “${quote}”`,
};

/** `found_by` of a place that the asker marked as the answer. */
export const BY_PERSON = "person";

/** A place of the document that is quoted beside an answer. */
interface QuotedPlace {
  readonly quote: string;
}

/** The amendment that strikes an answer; `words` are the part that no longer holds, where it is not the whole. */
interface StruckBy extends QuotedPlace {
  readonly words?: string | null;
}

/** Characters of a place that is quoted beside an answer. */
const LONGEST_QUOTE = 300;

/** What is known of an answer beside its words and place; the names are those of the HTTP API. */
export interface Known extends Omit<DocumentFacts, "struck_by"> {
  readonly title?: string;
  readonly source?: string | null;
  readonly document?: string;
  readonly section: readonly string[];
  readonly row?: string | null;
  readonly column?: string | null;
  readonly page?: number | null;
  readonly main?: boolean | null;
  readonly confidence: number;
  readonly found_by: string;
  readonly struck_by?: StruckBy | null;
}

export type Fact =
  | "title"
  | "heading"
  | "cell"
  | "page"
  | "document_kind"
  | "recognised"
  | "beside_main"
  | "date"
  | "confidence"
  | "found_by"
  | "file_change"
  | "struck_by"
  | "subject_to";

/** One fact and its text. The text of a confidence is a number with two digits; the view adds its word for it. */
export interface ShownFact {
  readonly fact: Fact;
  readonly words: string;
}

/** The facts of an answer, those that it has, in order. A heading that repeats the title is left out. */
export function facts(known: Known, say: FactWords = ENGLISH): readonly ShownFact[] {
  const title = known.title || known.source || known.document || "";
  const found: ShownFact[] = [{ fact: "title", words: title }];
  for (const heading of known.section) {
    if (heading.toLowerCase() !== title.toLowerCase())
      found.push({ fact: "heading", words: heading });
  }
  const isMarked = known.found_by === BY_PERSON;
  found.push(
    { fact: "cell", words: [known.row, known.column].filter(Boolean).join(", ") },
    { fact: "page", words: known.page != null ? say.page(known.page) : "" },
    { fact: "document_kind", words: kindWord(known.document_kind, say.kinds) },
    { fact: "recognised", words: known.recognised === true ? say.recognised : "" },
    { fact: "beside_main", words: known.main === false ? say.besideMain : "" },
    { fact: "date", words: dated(known.date, known.date_kind, say) },
    { fact: "confidence", words: isMarked ? "" : known.confidence.toFixed(2) },
    { fact: "found_by", words: isMarked ? say.markedByYou : known.found_by },
    { fact: "file_change", words: known.file_change ? say.fileChanges[known.file_change] : "" },
    { fact: "struck_by", words: struck(known.struck_by, say) },
  );
  for (const { quote } of known.subject_to ?? [])
    found.push({ fact: "subject_to", words: say.see(short(quote)) });
  return found.filter(({ words }) => words !== "");
}

/** The word for a kind of document; "" for one that is not told. */
function kindWord(kind: Known["document_kind"], kinds: Readonly<Record<string, string>>): string {
  return kinds[kind ?? ""] ?? "";
}

/** Whether all that an answer says no longer holds. */
export function isStruck(known: Pick<Known, "struck_by">): boolean {
  return known.struck_by != null && !known.struck_by.words;
}

function struck(by: Known["struck_by"], say: FactWords): string {
  if (!by) return "";
  const words = by.words ? `“${by.words}” ` : "";
  return say.noLongerHolds(words, short(by.quote));
}

/** A quotation on one line, cut where it is long. */
function short(quote: string): string {
  const line = quote.split(/\s+/u).filter(Boolean).join(" ");
  const characters = [...line];
  return characters.length <= LONGEST_QUOTE
    ? line
    : `${characters.slice(0, LONGEST_QUOTE).join("")}…`;
}

/** A date with what happened on it: "published 2024-05-31"; "" without either. */
function dated(date: Known["date"], kind: Known["date_kind"], say: FactWords): string {
  return date && kind ? say.happened[kind](date.slice(0, 10)) : "";
}
