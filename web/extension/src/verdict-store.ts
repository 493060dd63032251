// The person's verdicts on answers, stored in this browser: a bounded list. Sends nothing.

import { parseRows } from "@wherein/api-client/parsing.ts";
import type { JudgedRow, VerdictStore } from "@wherein/ui/links.ts";
import * as v from "valibot";
import { loadSettings } from "./settings.ts";

const KEY = "verdicts";
// About 1 kB each.
const MOST = 1_000;

const shape = v.object({
  url: v.string(),
  question: v.string(),
  typed: v.string(),
  verdict: v.picklist(["right", "wrong", "span", "not_here"]),
  block: v.string(),
  quote: v.string(),
  quoteStart: v.number(),
  start: v.number(),
  length: v.number(),
  when: v.number(),
});

export class LocalVerdicts implements VerdictStore {
  readonly #inPrivate: boolean;

  constructor(inPrivate: boolean) {
    this.#inPrivate = inPrivate;
  }

  async keeps(): Promise<boolean> {
    return !this.#inPrivate && (await loadSettings()).memory !== "off";
  }

  async load(): Promise<readonly JudgedRow[]> {
    if (this.#inPrivate) return [];
    return parseRows(shape, (await chrome.storage.local.get(KEY))[KEY]);
  }

  async save(rows: readonly JudgedRow[]): Promise<void> {
    await chrome.storage.local.set({ [KEY]: rows.slice(-MOST) });
  }
}
