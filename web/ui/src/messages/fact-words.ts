// The facts of an answer in the interface's words: what `@wherein/reader` names, said from the messages.

import {
  type FactWords,
  facts,
  type Known,
  type ShownFact,
} from "@wherein/reader/answers/answer-facts.ts";
import { confidenceWord } from "@wherein/reader/grading/grades.ts";
import { day } from "./day.ts";
import { t } from "./messages.ts";

/** What became of a document's file since it was added. */
export const FILE_CHANGES = {
  changed: t.factFileChanged,
  gone: t.factFileGone,
  unreadable: t.factFileUnreadable,
};

const WORDS: FactWords = {
  page: t.factPage,
  recognised: t.factRecognised,
  besideMain: t.factBesideMain,
  markedByYou: t.factMarkedByYou,
  happened: {
    modified: (date) => t.factModified(day(date)),
    published: (date) => t.factPublished(day(date)),
    created: (date) => t.factCreated(day(date)),
    as_of: (date) => t.factAsOf(day(date)),
  },
  kinds: {
    article: t.kindArticle,
    calendar: t.kindCalendar,
    contacts: t.kindContacts,
    csv: t.kindCsv,
    docx: t.kindDocx,
    eml: t.kindEml,
    epub: t.kindEpub,
    html: t.kindHtml,
    ini: t.kindIni,
    json: t.kindJson,
    mhtml: t.kindMhtml,
    notebook: t.kindNotebook,
    ods: t.kindOds,
    odt: t.kindOdt,
    pdf: t.kindPdf,
    pptx: t.kindPptx,
    rtf: t.kindRtf,
    subtitles: t.kindSubtitles,
    toml: t.kindToml,
    xlsx: t.kindXlsx,
    yaml: t.kindYaml,
  },
  fileChanges: FILE_CHANGES,
  noLongerHolds: t.factNoLongerHolds,
  see: t.factSee,
};

/** The facts of an answer, those that it has, in order. */
export function factsOf(known: Known): readonly ShownFact[] {
  return facts(known, WORDS);
}

const CONFIDENCES = { sure: t.sure, likely: t.likely, maybe: t.maybe, unlikely: t.unlikely };

/** A word for a probability. */
export function confidenceWords(confidence: number): string {
  return CONFIDENCES[confidenceWord(confidence)];
}

/** The kind of a document in words; one that has none is its own name. */
export function kindWords(kind: string): string {
  return { ...WORDS.kinds, markdown: t.kindMarkdown, text: t.kindText }[kind] ?? kind;
}

/** Answers that are no clear ones, under the name that agrees with the word of each: *Perhaps*, or *Unlikely*. */
export interface PerhapsGroup<Found> {
  readonly name: string;
  readonly answers: readonly Found[];
  /** How many stand before it. */
  readonly before: number;
}

/** The answers in their order, with a new heading wherever the last one would not fit the word of the next. */
export function perhapsGroups<Found extends { readonly confidence: number }>(
  perhaps: readonly Found[],
): readonly PerhapsGroup<Found>[] {
  const groups: { name: string; answers: Found[]; before: number }[] = [];
  for (const [before, answer] of perhaps.entries()) {
    const name = confidenceWord(answer.confidence) === "unlikely" ? t.unlikelyOnes : t.perhaps;
    const last = groups.at(-1);
    if (last?.name === name) last.answers.push(answer);
    else groups.push({ name, answers: [answer], before });
  }
  return groups;
}
