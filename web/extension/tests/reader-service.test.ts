import type { Block } from "@wherein/anchoring/canonical-text.ts";
import { PageReader } from "@wherein/reader/page-reader.ts";
import { WordPiece } from "@wherein/reader/wordpiece.ts";
import { beforeEach, expect, test } from "vitest";
import { tokenizerFile } from "../../reader/tests/contract.ts";
import { SETTINGS, WordModel } from "../../reader/tests/fake-model.ts";
import type { ReaderReply } from "../src/messages.ts";
import type { AnswerStore, Kept } from "../src/reader/answer-store.ts";
import { ReaderService } from "../src/reader/reader-service.ts";

const WORDS = new WordPiece(tokenizerFile());
const HEADING = "Prices in 2024";
const PARAGRAPH = "A ticket costs nine crowns.";
const TEXT = `${HEADING}\n\n${PARAGRAPH}`;
const QUESTION = "What does a ticket cost?";

/** The same text, its first line a heading or not. */
function blocks(kind: "heading" | "paragraph"): readonly Block[] {
  const level = kind === "heading" ? { level: 2 } : {};
  return [
    { kind, start: 0, end: HEADING.length, ...level },
    { kind: "paragraph", start: HEADING.length + 2, end: TEXT.length },
  ];
}

class MapOfAnswers implements AnswerStore {
  readonly #kept = new Map<string, Kept>();

  async find(_: string, page: string, question: string): Promise<Kept | null> {
    return this.#kept.get(page + question) ?? null;
  }

  async keep(_: string, page: string, question: string, kept: Kept): Promise<boolean> {
    this.#kept.set(page + question, kept);
    return true;
  }

  async forget(): Promise<void> {}
}

let model: WordModel;
let replies: ReaderReply[];
let answers: AnswerStore;

beforeEach(() => {
  model = new WordModel({ "nine crowns": 3 });
  replies = [];
  answers = new MapOfAnswers();
});

/** A restarted reader with the same memory. */
function service(): ReaderService {
  return new ReaderService({
    load: async () => ({
      reader: new PageReader(model, WORDS, SETTINGS),
      model: "m",
      encoder: "e",
    }),
    answers,
    vectors: { find: async () => null, keep: async () => true },
    reply: (_, reply) => void replies.push(reply),
    now: () => 0,
    today: () => 86_400_000,
    breathe: async () => undefined,
  });
}

async function ask(
  of: ReaderService,
  kind: "heading" | "paragraph",
): Promise<ReaderReply | undefined> {
  const page = { key: "page", title: "Ferry", text: TEXT, blocks: blocks(kind), keep: true };
  await of.handle(1, { type: "prepare", ...page });
  await of.handle(1, { type: "ask", id: 1, key: "page", question: QUESTION, keep: true });
  return replies.at(-1);
}

test("a question asked again is answered from memory", async () => {
  expect(await ask(service(), "heading")).toMatchObject({ answers: [{ text: "nine crowns" }] });
  expect(replies.at(-1)).not.toHaveProperty("when");
  expect(await ask(service(), "heading")).toMatchObject({
    answers: [{ text: "nine crowns", section: [HEADING] }],
    when: 86_400_000,
  });
});

test.each([
  ["restarted", false],
  ["that has the page", true],
])("below other headings the same text is read again, by a reader %s", async (_, goesOn) => {
  const first = service();
  await ask(first, "heading");
  const read = model.read.length;
  const reply = await ask(goesOn ? first : service(), "paragraph");
  expect(reply).toMatchObject({ answers: [{ text: "nine crowns", section: [] }] });
  expect(reply).not.toHaveProperty("when");
  expect(model.read.length).toBeGreaterThan(read);
});

test("what the person marked is the answer from then on, until it is judged wrong", async () => {
  const first = service();
  await ask(first, "heading");
  const start = TEXT.indexOf("nine");
  const learn = { type: "learn", key: "page", question: QUESTION } as const;
  await first.handle(1, { ...learn, span: { start, end: start + 4 } });
  expect(await ask(service(), "heading")).toMatchObject({
    answers: [{ text: "nine", confidence: 1, section: [HEADING] }],
    when: 86_400_000,
    told: true,
  });
  const outside = { start: TEXT.length + 5, end: TEXT.length + 9 };
  await first.handle(1, { ...learn, span: outside });
  expect(await ask(service(), "heading")).toMatchObject({ answers: [{ text: "nine" }] });
});
