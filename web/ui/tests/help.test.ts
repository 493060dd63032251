import { beforeEach, describe, expect, test, vi } from "vitest";
import { askedHere } from "../src/state/panel-state.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();

describe("help while typing", () => {
  const HELP = `${TEXT} Long ago Ada Holm came to Vessby.`;
  const texts = () => given.panel.snapshot().completions.map(({ text }) => text);

  beforeEach(async () => {
    given.page.change(HELP);
    await settled();
  });

  test("names of the page go on from the last word, taken by arrow and Enter", () => {
    const { panel, reader } = given;
    panel.type("when did ada");
    expect(texts()).toEqual(["when did Ada Holm"]);
    panel.choose(1);
    panel.enter(1);
    expect(panel.snapshot()).toMatchObject({ question: "when did Ada Holm", completions: [] });
    expect(reader.asked).toEqual([]);
  });

  test("past the last stands what was typed; Esc puts them away before it clears", async () => {
    const { panel } = given;
    panel.type("when did ada");
    panel.choose(1);
    panel.choose(1);
    expect(panel.snapshot().completion).toBe(-1);
    panel.choose(-1);
    await panel.escape();
    expect(panel.snapshot()).toMatchObject({ question: "when did ada", completions: [] });
    await panel.escape();
    expect(panel.snapshot().question).toBe("");
  });

  test("a question of the page is asked when it is taken", async () => {
    const { panel, server, reader } = given;
    server.topQuestions = [
      { question: "Who built the bridge?", answer: "Ada Holm", span: null, title: "", url: null },
    ];
    await panel.open();
    await settled();
    panel.type("who bu");
    panel.choose(1);
    panel.enter(1);
    expect(reader.asked.map(({ text }) => text)).toEqual(["Who built the bridge?"]);
  });

  test("they go when the answer is there, and the arrows go among answers again", async () => {
    const { panel, page, reader } = given;
    panel.type("when did ada");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts()).toHaveLength(1);
    reader.tell({ answers: [answerAt(HELP, "1901"), answerAt(HELP, "bridge", 0.6)], done: true });
    expect(texts()).toEqual([]);
    panel.choose(1);
    expect(page.current).toBe("bridge");
  });
});

describe("suggested questions", () => {
  const SUGGESTED = { question: "Who built the bridge?", answer: answerAt(TEXT, "Ada Holm") };
  const content = () => {
    const { page } = given.panel.snapshot();
    if (page.kind !== "open") throw new Error("closed");
    return page.content;
  };

  test("are looked for on a page nobody asked about, and none of another page are shown", async () => {
    const { panel, page, reader } = given;
    await settled();
    expect(reader.suggestions).toBe(1);
    const before = content();
    reader.offer(before, [SUGGESTED]);
    expect(panel.snapshot().suggested).toEqual([SUGGESTED]);
    page.change(`New. ${TEXT}`);
    await settled();
    // What still stands is still offered, where it stands now.
    expect(panel.snapshot().suggested[0]?.answer.span).toEqual({ start: 29, end: 37 });
    reader.offer(before, []);
    expect(panel.snapshot().suggested).toHaveLength(1);
  });

  test("are not looked for where questions were asked before", async () => {
    const { panel, server, reader } = given;
    await settled();
    const looked = reader.suggestions;
    server.topQuestions = [
      { question: "Who?", answer: "Ada Holm", span: null, title: "", url: null },
    ];
    await panel.open();
    await settled();
    expect(reader.suggestions).toBe(looked);
  });
});

describe("what was asked of the page", () => {
  const REMEMBERED = { question: "Who built the bridge?", answer: answerAt(TEXT, "Ada Holm") };
  const names = () => askedHere(given.panel.snapshot()).map(({ question }) => question);

  test("comes from this browser's own memory, without any server, and no questions are made up", async () => {
    const { panel, reader, page } = given;
    await settled();
    const looked = reader.suggestions;
    reader.remembered = [REMEMBERED];
    await panel.open();
    await settled();
    expect(names()).toEqual([REMEMBERED.question]);
    expect(reader.suggestions).toBe(looked);
    const [asked] = askedHere(panel.snapshot());
    if (asked) panel.goToAsked(asked);
    expect(page.current).toBe("Ada Holm");
    expect(reader.asked).toEqual([]);
  });

  test("is there as soon as the line is empty again, and on no other page", async () => {
    const { panel, reader, page } = given;
    panel.type("who built the bridge?");
    panel.enter(1);
    reader.tell({ answers: [REMEMBERED.answer], done: true });
    reader.remembered = [REMEMBERED];
    panel.type("");
    expect(names()).toEqual([REMEMBERED.question]);
    reader.remembered = [];
    page.url = "https://example.org/another";
    page.change("Another text.");
    await settled();
    expect(names()).toEqual([]);
  });

  test("stands once where the server knows it too, after what that knows", async () => {
    const { panel, reader, server } = given;
    const asked = { answer: "Ada Holm", span: null, title: "", url: null };
    server.topQuestions = [
      { question: "When was it built?", ...asked },
      { question: "who built the bridge", ...asked },
    ];
    reader.remembered = [REMEMBERED, { ...REMEMBERED, question: "How long is it?" }];
    await panel.open();
    await settled();
    expect(names()).toEqual(["When was it built?", "who built the bridge", "How long is it?"]);
  });
});
