// Parses a reader's settings file: the sizes it was trained with, and its calibration.

import { type Calibration, FEATURES } from "./grading/calibration.ts";
import { DOCUMENT_BOUNDS, type DocumentBounds, NORMAL_BOUNDS } from "./grading/grades.ts";
import type { WindowShape } from "./page/windows.ts";

/** The reader on whose margins the constants of cells read as sentences were fitted. */
const READS_CELLS = "small";

export interface ReaderSettings {
  readonly name: string;
  readonly shape: WindowShape;
  readonly longestAnswer: number;
  readonly calibration: Calibration;
  /** It reads the rows that a question names as sentences; without it a cell is chosen by its names alone. */
  readonly readsCells?: boolean;
  /** The bounds on a page that things are looked up in; without them all pages are graded alike. */
  readonly documentBounds?: DocumentBounds;
}

/** An invalid settings file. */
export class SettingsDamaged extends Error {
  override readonly name = "SettingsDamaged";
}

/** The settings in a parsed `reader.json`. Throws SettingsDamaged. */
export function readSettings(json: unknown): ReaderSettings {
  const file = record(json, "the file");
  const calibration = record(file.calibration, "calibration");
  const weights = record(calibration.weights, "calibration.weights");
  return {
    name: String(file.name),
    shape: {
      window: number(file, "window_tokens"),
      stride: number(file, "stride_tokens"),
      question: number(file, "question_tokens"),
      prefix: number(file, "prefix_tokens"),
    },
    longestAnswer: number(file, "max_answer_tokens"),
    calibration: {
      weights: FEATURES.map((feature) => number(weights, feature)),
      intercept: number(calibration, "intercept"),
      answerBound: NORMAL_BOUNDS.answer,
      perhapsBound: NORMAL_BOUNDS.perhaps,
    },
    readsCells: file.name === READS_CELLS,
    documentBounds: DOCUMENT_BOUNDS,
  };
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new SettingsDamaged(`${name} is missing`);
  return value as Record<string, unknown>;
}

function number(from: Record<string, unknown>, key: string): number {
  const value = from[key];
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new SettingsDamaged(`${key} is not a number`);
  }
  return value;
}
