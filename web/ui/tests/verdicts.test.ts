import { beforeEach, describe, expect, test } from "vitest";
import type { JudgedRow } from "../src/links.ts";
import {
  answersOf,
  isJudged,
  judgedWrong,
  markedAlike,
  markedOf,
  perhapsOf,
} from "../src/state/panel-state.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

// The tests move the clock; hashes are computed beside it.
const turn = globalThis.setImmediate.bind(globalThis);
const given = openedPanel();
const ANSWER = answerAt(TEXT, "Ada Holm");
const OTHER = answerAt(TEXT, "1901", 0.6);
const QUESTION = "Who built the bridge?";
const OTHERWISE = [
  "who has built a bridge",
  "Who, then, built… the bridge?".replace(", then,", ""),
];

/** Lets hashes be computed, which timers know nothing of: each round waits for a hash that was begun later. */
async function done(): Promise<void> {
  for (let round = 0; round < 40; round++) {
    await settled();
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    await new Promise((resolve) => turn(resolve));
  }
}

async function ask(question: string, answers = [ANSWER, OTHER]): Promise<void> {
  const { panel, reader } = given;
  panel.type("");
  panel.type(question);
  panel.ask();
  await settled();
  if (markedOf(panel.snapshot()) === null) reader.tell({ answers, done: true });
  await done();
}

function shown(): string[] {
  const state = given.panel.snapshot();
  return [...answersOf(state), ...perhapsOf(state)].map(({ text }) => text);
}

describe("a place that was judged wrong", () => {
  beforeEach(async () => {
    given.server.on = false;
    await ask(QUESTION);
    await given.panel.feedback.judge(ANSWER, "wrong");
    await done();
  });

  test("stays with its form until that is left, and is then no answer", async () => {
    expect(shown()).toEqual(["Ada Holm", "1901"]);
    given.panel.feedback.leave();
    await done();
    expect(shown()).toEqual(["1901"]);
    expect(given.reader.without).toEqual([ANSWER.span]);
  });

  test("is an answer still where the correction is cancelled", async () => {
    await given.panel.escape();
    await done();
    expect(given.panel.snapshot().correcting).toBeNull();
    expect(isJudged(given.panel.snapshot())).toBe(false);
    await ask(QUESTION);
    expect(shown()).toEqual(["Ada Holm", "1901"]);
    expect(given.reader.without).toEqual([]);
  });

  test.each([QUESTION, ...OTHERWISE])("is no answer to it again: %s", async (question) => {
    await ask(question);
    expect(shown()).toEqual(["1901"]);
    expect(given.reader.without).toEqual([ANSWER.span]);
    expect(isJudged(given.panel.snapshot())).toBe(true);
  });

  test.each(["Who built his bridge?", "Who built the tower?", "When was the bridge built?"])(
    "is one to another question: %s",
    async (question) => {
      await ask(question);
      expect(shown()).toEqual(["Ada Holm", "1901"]);
      expect(given.reader.without).toEqual([]);
    },
  );

  test("nor does a paired server bring it back", async () => {
    given.server.on = true;
    given.server.answers = [ANSWER, OTHER];
    await ask(QUESTION, []);
    expect(shown()).toEqual(["1901"]);
  });

  test("stays while other text changes, and ends when the text around it does", async () => {
    given.page.change(`${TEXT}\n\nA line below.`);
    await done();
    await ask(QUESTION, [answerAt(given.page.text, "Ada Holm")]);
    expect(shown()).toEqual([]);
    given.page.change(TEXT.replace("The bridge was", "The old bridge was"));
    await done();
    await ask(QUESTION, [answerAt(given.page.text, "Ada Holm")]);
    expect(shown()).toEqual(["Ada Holm"]);
  });

  test("is one again after it was taken back", async () => {
    await ask(QUESTION);
    await given.panel.feedback.undo();
    given.reader.tell({ answers: [ANSWER, OTHER], done: true });
    await done();
    expect(shown()).toEqual(["Ada Holm", "1901"]);
    expect(given.verdicts.rows).toEqual([]);
    expect(given.server.judged.at(-1)).toMatchObject({ verdict: "withdrawn", span: null });
  });

  test("judged wrong a second time, it is taken back", async () => {
    await given.panel.feedback.judge(ANSWER, "wrong");
    await done();
    expect(given.verdicts.rows).toEqual([]);
    expect(given.panel.snapshot().note).toBe("Taken back.");
  });
});

describe("a place that the person marked", () => {
  beforeEach(async () => {
    given.server.on = false;
    await ask(QUESTION);
    await given.panel.feedback.judge(ANSWER, "wrong");
    given.page.selected = answerAt(TEXT, "stands").span;
    await given.panel.feedback.correct("selection");
    await done();
  });

  test("comes first at once, before what the server says", async () => {
    expect(shown()[0]).toBe("stands");
    expect(shown()).not.toContain("Ada Holm");
    expect(given.page.current).toBe("stands");
    given.server.on = true;
    given.server.answers = [ANSWER, OTHER];
    await given.panel.askServer();
    await done();
    expect(shown()).toEqual(["stands", "1901"]);
  });

  test.each([QUESTION, ...OTHERWISE])("without reading: %s", async (question) => {
    const before = given.reader.asked.length;
    await ask(question);
    expect(shown()).toEqual(["stands"]);
    expect(given.panel.snapshot().asked?.reading?.told).toBe(true);
    expect(given.reader.asked.length).toBe(before);
  });

  test("is no answer any more once it is taken back", async () => {
    await ask(QUESTION);
    await given.panel.feedback.undo();
    await done();
    given.reader.tell({ answers: [ANSWER, OTHER], done: true });
    expect(shown()).toEqual(["Ada Holm", "1901"]);
  });
});

describe("a place that the person marked in the app, or at the terminal", () => {
  const span = answerAt(TEXT, "stands").span;
  const row: JudgedRow = {
    url: "https://example.org/",
    question: QUESTION,
    typed: QUESTION,
    verdict: "span",
    block: "",
    quote: TEXT,
    quoteStart: 0,
    start: span.start,
    length: span.end - span.start,
    when: 1_000,
    isOfServer: true,
  };

  beforeEach(async () => {
    given.server.markedThere = [row];
    given.page.change(`${TEXT} `);
    await given.panel.open();
    await done();
  });

  test.each([QUESTION, ...OTHERWISE])("comes first in the panel too: %s", async (question) => {
    await ask(question);
    expect(shown()).toEqual(["stands"]);
    expect(given.panel.snapshot().asked?.reading?.told).toBe(true);
  });

  test("taken back, the server is told, which keeps it", async () => {
    await ask(QUESTION);
    await given.panel.feedback.undo();
    await done();
    given.reader.tell({ answers: [ANSWER], done: true });
    expect(shown()).toEqual(["Ada Holm"]);
    expect(given.server.judged.at(-1)).toMatchObject({ verdict: "withdrawn", isOfServer: true });
  });

  test("called wrong here since, it is no answer any more", async () => {
    await ask(QUESTION);
    await given.panel.feedback.judge(answerAt(TEXT, "stands"), "wrong");
    given.panel.feedback.leave();
    await done();
    given.reader.tell({ answers: [ANSWER], done: true });
    await done();
    expect(shown()).toEqual(["Ada Holm"]);
    expect(judgedWrong(given.panel.snapshot()).map(({ text }) => text)).toEqual(["stands"]);
  });
});

test.each([
  ["Which person constructed it?", { answers: [answerAt(TEXT, "1901")] }, []],
  ["Does it still stand?", { answers: [answerAt(TEXT, "stands")] }, ["stands"]],
  ["Who was the maker of the bridge?", { nearest: "stands" }, ["stands"]],
  ["What is the weather?", { nearest: "stands" }, []],
] as const)(
  "asked in other words, a marked place that is shown is named: %s",
  async (question, found, named) => {
    const { panel, reader, page } = given;
    given.server.on = false;
    await ask(QUESTION);
    await panel.feedback.judge(ANSWER, "wrong");
    page.selected = answerAt(TEXT, "stands").span;
    await panel.feedback.correct("selection");
    await done();
    await ask(question, []);
    const { span, text } = answerAt(TEXT, "stands");
    const passage = { span, text, section: [], score: 1 };
    reader.tell({ done: true, ...("answers" in found ? found : { nearest: [passage] }) });
    await done();
    expect(markedAlike(panel.snapshot()).map(({ marked }) => marked?.text)).toEqual(named);
  },
);

test.each([QUESTION, ...OTHERWISE])(
  "a perhaps that was called right comes first: %s",
  async (question) => {
    const { panel, server, reader, page } = given;
    server.on = false;
    const put = async (typed: string): Promise<void> => {
      await ask(typed, []);
      reader.tell({ answers: [], perhaps: [OTHER, ANSWER], done: true });
      await done();
    };
    await put(QUESTION);
    expect(answersOf(panel.snapshot())).toEqual([]);
    await panel.feedback.judge(ANSWER, "right");
    await done();
    expect(shown()).toEqual(["Ada Holm"]);
    expect(answersOf(panel.snapshot())[0]?.confidence).toBe(1);
    await put(question);
    expect(shown()).toEqual(["Ada Holm"]);
    expect(page.current).toBe("Ada Holm");
    await put("When was the bridge built?");
    expect(answersOf(panel.snapshot())).toEqual([]);
  },
);

test("where the page has no answer, none is shown until its text changes", async () => {
  given.server.on = false;
  await ask(QUESTION);
  await given.panel.feedback.judge(ANSWER, "wrong");
  await given.panel.feedback.correct("nowhere");
  await done();
  expect(shown()).toEqual([]);
  await ask(OTHERWISE[0] as string);
  expect(shown()).toEqual([]);
  given.page.change(`${TEXT} More.`);
  await done();
  await ask(QUESTION, [answerAt(given.page.text, "1901")]);
  expect(shown()).toEqual(["1901"]);
});

test("where nothing may be stored it holds while the panel is open, and that is said", async () => {
  given.server.on = false;
  given.verdicts.allowed = false;
  await ask(QUESTION);
  await given.panel.feedback.judge(ANSWER, "wrong");
  await done();
  expect(given.panel.snapshot().note).toMatch(/^Not kept.*while this panel is open/);
  await ask(QUESTION);
  expect(shown()).toEqual(["1901"]);
  expect(given.verdicts.rows).toEqual([]);
});
