// The database row of one stored reading, its key, and the migration of older rows. Knows no database.

import { questionKey } from "@wherein/reader/question-key.ts";
import { type Reading, reading as readingOfToday } from "@wherein/reader/reading.ts";
import * as v from "valibot";

export interface ReadingRow {
  readonly key: string;
  /** When it was last of use: milliseconds since 1970. */
  readonly used: number;
  /** Every reading counts 1. */
  readonly size: number;
  /** The question as asked, so that a later version can compute its key again. */
  readonly question: string;
  readonly reading: Reading;
  /** When it was read: milliseconds since 1970. */
  readonly when: number;
  /** The page must be read again before this is served. */
  readonly again?: true;
}

// Up to this version a page was one text without main text, menus and boxes separated: what stood in a menu may be
// answered by the main text now, so its page is read again. (Up to 3 a key was in lower case, too: T was t.)
const ONE_KIND_OF_TEXT = 5;
const SEPARATOR = "\0";

/** The same for two questions that are the same words, asked of one page and one model. */
export function keyOf(model: string, page: string, question: string): string {
  return [model, page, questionKey(question)].join(SEPARATOR);
}

/**
 * The rows of an older version as rows of today, each under the key that its question has now.
 *
 * A row of before version 5 did not store its question: what its key says of it stands in. Of rows that have
 * one key now the one that may be served stays, of two such the later. What is no row is left out.
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
  const again = row.again || version <= ONE_KIND_OF_TEXT || !isOfToday;
  const key = keyOf(model, page, question);
  return { key, used, size: 1, question, reading, when, ...(again && { again }) };
}
