// Feedback stored in this browser: a bounded list, with an export in the training format. Sends nothing.

import { parseRows } from "@wherein/api-client/parsing.ts";
import type { Feedback, Notebook } from "@wherein/ui/links.ts";
import * as v from "valibot";
import { loadSettings } from "./settings.ts";

const KEY = "feedback";
// About 2 kB each: a fifth of what the browser lets an extension keep.
const MOST = 1_000;

const shape = v.object({
  question: v.string(),
  url: v.string(),
  title: v.string(),
  context: v.string(),
  right: v.nullable(v.object({ text: v.string(), start: v.number() })),
  shown: v.nullable(v.string()),
  weak: v.exactOptional(v.boolean()),
});

export class LocalNotebook implements Notebook {
  readonly keeps: boolean;

  constructor(inPrivate: boolean) {
    this.keeps = !inPrivate;
  }

  async keepsWeak(): Promise<boolean> {
    return this.keeps && (await loadSettings()).keepWeak;
  }

  async keep(feedback: Feedback): Promise<void> {
    if (!this.keeps) return;
    const all = [...(await this.all()), feedback];
    await chrome.storage.local.set({ [KEY]: all.slice(-MOST) });
  }

  async all(): Promise<readonly Feedback[]> {
    return parseRows(shape, (await chrome.storage.local.get(KEY))[KEY]);
  }
}

/** The labels that a person gave, or with `weak` those inferred from a selection. */
export function labels(all: readonly Feedback[], weak: boolean): readonly Feedback[] {
  return all.filter((feedback) => (feedback.weak ?? false) === weak);
}

/** SQuAD 2.0 for `wherein train reader --from`: one paragraph per piece of feedback. */
export function asSquad(feedback: readonly Feedback[]): string {
  return JSON.stringify(
    {
      version: "v2.0",
      data: feedback.map(({ question, title, context, right, weak }, i) => ({
        title,
        paragraphs: [
          {
            context,
            qas: [
              {
                id: `${weak ? "weak" : "feedback"}-${i + 1}`,
                question,
                is_impossible: right === null,
                answers: right ? [{ text: right.text, answer_start: right.start }] : [],
              },
            ],
          },
        ],
      })),
    },
    null,
    1,
  );
}
