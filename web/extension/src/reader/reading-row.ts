// The database row of one stored reading, its key, and the migration of older rows. Knows no database.

import { questionKey } from "@wherein/reader/question/question-key.ts";
import { type Reading, reading as readingOfToday } from "@wherein/reader/reading.ts";
import * as v from "valibot";

export interface ReadingRow {
  readonly key: string;
  /** When it was last of use: milliseconds since 1970. */
  readonly used: number;
  /** Every reading counts 1. */
  readonly size: number;
  /** The question as typed, so that a later version can recompute its key. */
  readonly question: string;
  readonly reading: Reading;
  /** When it was read: milliseconds since 1970. */
  readonly when: number;
  /** Never served: the page must be read again. */
  readonly again?: true;
  /** An answer of it was judged wrong: neither this nor another reading is served for the question. */
  readonly wrong?: true;
  /** The person marked the answer: no reading takes its place. */
  readonly told?: true;
}

// Up to this version a page was one text without main text, menus and boxes separated: what stood in a menu may be
// answered by the main text now, so its page is read again. (Up to 3 a key was in lower case, too: T was t.)
const ONE_KIND_OF_TEXT = 5;
// Up to this version a row did not have the structure of its text, and several questions shared a key: only what a person
// judged is used, under the question that was judged.
const SHARED_KEYS = 6;
const SEPARATOR = "\0";

/** The key of a row; equal for the same question of the same text by the same model. `text` is a hash. */
export function keyOf(model: string, text: string, question: string): string {
  return [model, text, questionKey(question)].join(SEPARATOR);
}

/**
 * Migrates the rows of an older version, each under the current key of its question.
 *
 * A row from before version 5 has no question, so that the one in its key is used. Of rows with equal keys, the one
 * that may be served stays, or the later of two such rows. Malformed rows are left out.
 */
export function migrated(rows: readonly unknown[], version: number): readonly ReadingRow[] {
  const kept = new Map<string, ReadingRow>();
  for (const old of rows) {
    const row = rowOf(old, version);
    if (!row) continue;
    const other = kept.get(row.key);
    const [best, used] = other
      ? [better(row, other), Math.max(row.used, other.used)]
      : [row, row.used];
    kept.set(row.key, { ...best, used });
  }
  return [...kept.values()];
}

function better(a: ReadingRow, b: ReadingRow): ReadingRow {
  if (a.told !== b.told) return a.told ? a : b;
  if (a.wrong !== b.wrong) return a.wrong ? a : b;
  if (a.again !== b.again) return a.again ? b : a;
  return a.when > b.when ? a : b;
}

function rowOf(old: unknown, version: number): ReadingRow | null {
  const row = old as Partial<ReadingRow> | null;
  if (typeof row?.key !== "string" || !row.reading) return null;
  const [model, page, inKey] = row.key.split(SEPARATOR);
  const question = row.question ?? inKey;
  if (model === undefined || page === undefined || question === undefined) return null;
  const { reading, used = 0, when = 0 } = row;
  // An older row may lack the headings above its places, or grades.
  const isOfToday = v.is(readingOfToday, reading);
  const isJudged = row.told || row.wrong;
  const again =
    row.again || version <= ONE_KIND_OF_TEXT || (version <= SHARED_KEYS && !isJudged) || !isOfToday;
  const key = keyOf(model, page, question);
  const { wrong, told } = row;
  const flags = { ...(again && { again }), ...(wrong && { wrong }), ...(told && { told }) };
  return { key, used, size: 1, question, reading, when, ...flags };
}
