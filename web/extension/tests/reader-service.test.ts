import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { PageReader } from "@wherein/reader/page-reader.ts";
import { questionKey } from "@wherein/reader/question/question-key.ts";
import { WordPiece } from "@wherein/reader/tokens/wordpiece.ts";
import { beforeEach, expect, test } from "vitest";
import { tokenizerFile } from "../../reader/tests/contract.ts";
import { SETTINGS, WordModel } from "../../reader/tests/fake-model.ts";
import type { ReaderReply } from "../src/messages.ts";
import type { AnswerStore, AskedKept, Kept, PageTexts } from "../src/reader/answer-store.ts";
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

  async find(_: string, { main, whole }: PageTexts, question: string): Promise<Kept | null> {
    const key = questionKey(question);
    return this.#kept.get(main + key) ?? this.#kept.get(whole + key) ?? null;
  }

  async keep(_: string, texts: PageTexts, question: string, kept: Kept): Promise<boolean> {
    this.#kept.set((kept.whole ? texts.whole : texts.main) + questionKey(question), kept);
    return true;
  }

  async asked(_: string, { main }: PageTexts): Promise<readonly AskedKept[]> {
    const here = [...this.#kept].filter(([key]) => key.startsWith(main));
    return here.map(([, kept]) => ({ ...kept, question: QUESTION }));
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

test("a question that follows a verdict at once is not served what the verdict takes away", async () => {
  const of = service();
  await ask(of, "heading");
  let isForgotten = false;
  let forget = (): void => undefined;
  const begun = new Promise<void>((hasBegun) => {
    answers.forget = async () => {
      const allowed = new Promise<void>((allow) => {
        forget = allow;
      });
      hasBegun();
      await allowed;
      isForgotten = true;
    };
  });
  const kept = answers.find.bind(answers);
  answers.find = async (...of) => (isForgotten ? null : kept(...of));
  const verdict = of.handle(1, { type: "forget", key: "page", question: QUESTION });
  const asked = of.handle(1, { type: "ask", id: 2, key: "page", question: QUESTION, keep: true });
  await begun;
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setTimeout(next));
  forget();
  await Promise.all([verdict, asked]);
  expect(replies.at(-1)).toMatchObject({ id: 2, done: true });
  expect(replies.at(-1)).not.toHaveProperty("when");
});

/** The page with boxes before its main text, and other text in place of its paragraph. */
function besides(boxes: readonly string[], paragraph = PARAGRAPH) {
  const before = boxes.map((box) => `${box}\n\n`).join("");
  const text = `${before}${HEADING}\n\n${paragraph}`;
  let at = 0;
  const menu = boxes.map((box) => {
    const block = { kind: "paragraph", start: at, end: at + box.length, main: false } as const;
    at += box.length + 2;
    return block;
  });
  const main = [
    { kind: "heading", start: at, end: at + HEADING.length, level: 2 },
    { kind: "paragraph", start: at + HEADING.length + 2, end: text.length },
  ] as const;
  return { key: text, title: "Ferry", text, blocks: [...menu, ...main], keep: true };
}

async function asked(page: ReturnType<typeof besides>, question = QUESTION) {
  const of = service();
  await of.handle(1, { type: "prepare", ...page });
  await of.handle(1, { type: "ask", id: 1, key: page.key, question, keep: true });
  return replies.at(-1) as ReaderReply & { readonly type: "reading" };
}

const CLAUSE = "Section 2 is deleted and replaced by: “A ticket costs five crowns.”";
const CONTRACT = ["2. Prices", PARAGRAPH, "Amendment No. 1", CLAUSE];

/** A contract whose second section an amendment replaces. */
function contract(): { readonly text: string; readonly blocks: readonly Block[] } {
  let text = "";
  const made = CONTRACT.map((piece, at): Block => {
    const start = text.length === 0 ? 0 : text.length + 2;
    text = text === "" ? piece : `${text}\n\n${piece}`;
    const heading = { kind: "heading", level: 1 } as const;
    return { ...(at % 2 === 0 ? heading : { kind: "paragraph" }), start, end: text.length };
  });
  return { text, blocks: made };
}

test("an answer kept by a version that knew no amendments is read again where one strikes it", async () => {
  model = new WordModel({ "nine crowns": 3, "five crowns": 1 });
  const page = { key: "page", title: "Ferry", ...contract(), keep: true };
  const askAgain = async () => {
    const of = service();
    await of.handle(1, { type: "prepare", ...page });
    await of.handle(1, { type: "ask", id: 1, key: "page", question: QUESTION, keep: true });
    return replies.at(-1);
  };
  const fresh = await askAgain();
  const quote = CLAUSE;
  const struck = { text: "nine crowns", documentFacts: { struck_by: { quote, words: null } } };
  expect(fresh).toMatchObject({
    answers: [{ text: "five crowns" }],
    perhaps: [struck],
  });
  expect(await askAgain()).toMatchObject({ perhaps: [struck], when: 86_400_000 });

  // As the version before kept it.
  const find = answers.find.bind(answers);
  answers.find = async (...of) => {
    const kept = await find(...of);
    const [old] = kept?.reading.perhaps ?? [];
    if (!kept || !old) return kept;
    const { documentFacts: _, ...answer } = old;
    return { ...kept, reading: { ...kept.reading, answers: [answer], perhaps: [] } };
  };
  const again = await askAgain();
  expect(again).toMatchObject({ perhaps: [struck] });
  expect(again).not.toHaveProperty("when");
});

test("menus and counters beside the main text may change: the answer moves with it", async () => {
  await asked(besides(["Log in", "3 comments"]));
  const page = besides(["Log out", "1,204 comments", "A new box"]);
  const again = await asked(page);
  expect(again).toMatchObject({ when: 86_400_000, answers: [{ text: "nine crowns" }] });
  const [answer] = again.answers;
  expect(page.text.slice(answer?.span.start, answer?.span.end)).toBe("nine crowns");
  expect(page.text.slice(answer?.quoteSpan.start, answer?.quoteSpan.end)).toBe(answer?.quote);
});

test.each([
  ["a sentence more", `${PARAGRAPH} The above is false.`],
  ["a sentence before", `The following is false: ${PARAGRAPH}`],
  ["another mark", PARAGRAPH.replace(".", "!")],
  ["a paragraph more", `${PARAGRAPH}\n\nFerries leave at nine.`],
])("after an edit of the main text the page is read again: %s", async (_, paragraph) => {
  await asked(besides(["Log in"]));
  expect(await asked(besides(["Log in"], paragraph))).not.toHaveProperty("when");
});

test.each([
  ["What does a ticket cost", true],
  ["what  does a ticket cost.", true],
  ["What does the ticket cost?", false],
  ["What does a Ticket cost?", false],
  ["What does a ticket cost?!", false],
])("only the same question is answered from memory: %s", async (question, isServed) => {
  await asked(besides([]));
  const reply = await asked(besides([]), question);
  expect("when" in reply).toBe(isServed);
});

test("without an answer, any change of the page is read again", async () => {
  model = new WordModel({ "ten crowns": 3 });
  await asked(besides(["Log in"]));
  expect(replies.at(-1)).toMatchObject({ answers: [] });
  expect(await asked(besides(["Log in"]))).toHaveProperty("when");
  const again = await asked(besides(["A ticket costs ten crowns."]));
  expect(again).not.toHaveProperty("when");
  expect(again).toMatchObject({ answers: [{ text: "ten crowns", main: false }] });
});

test("what was judged wrong is left out, and what is read without it is not remembered", async () => {
  const first = service();
  await ask(first, "heading");
  const start = TEXT.indexOf("nine crowns");
  const asked = { id: 2, key: "page", question: QUESTION, keep: true } as const;
  const without = [{ start: start + 5, end: start + 11 }];
  await first.handle(1, { type: "ask", ...asked, without });
  const left = replies.at(-1) as ReaderReply & { type: "reading" };
  const shown = [...left.answers, ...left.perhaps].map(({ text }) => text);
  expect(shown).not.toContain("nine crowns");
  expect(shown.join(" ")).not.toContain("nine crowns");
  expect(await ask(service(), "heading")).toMatchObject({
    answers: [{ text: "nine crowns" }],
    when: 86_400_000,
  });
});

test("of huge pages only the last is kept ready", async () => {
  const of = service();
  // One word, which costs the reader nothing.
  const text = `${TEXT}\n\n${"x".repeat(2_200_000)}`;
  const prepare = (key: string, text: string) =>
    of.handle(1, { type: "prepare", key, title: "Ferry", text, blocks: [], keep: false });
  const isKnown = async (key: string) => {
    await of.handle(1, {
      type: "ask",
      id: 1,
      key,
      question: "ferries",
      keep: false,
      order: "likeliest first",
    });
    return replies.at(-1)?.type !== "unknown";
  };
  await prepare("small", TEXT);
  await prepare("huge", text);
  await prepare("small too", TEXT);
  expect(await isKnown("small")).toBe(true);
  await prepare("huge too", `${text}.`);
  expect(await isKnown("huge")).toBe(false);
  expect(await isKnown("small too")).toBe(true);
}, 120_000);

test("what was asked of a page is recalled by another panel, with its answer in its place", async () => {
  await ask(service(), "heading");
  const another = service();
  const page = { key: "page", title: "Ferry", text: TEXT, blocks: blocks("heading"), keep: true };
  await another.handle(2, { type: "prepare", ...page });
  await another.handle(2, { type: "recall", key: "page" });
  const start = TEXT.indexOf("nine crowns");
  const span = { start, end: start + "nine crowns".length };
  expect(replies.at(-1)).toMatchObject({
    type: "recalled",
    key: "page",
    questions: [{ question: QUESTION, answer: { text: "nine crowns", span } }],
  });
});
