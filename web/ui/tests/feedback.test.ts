import { beforeEach, describe, expect, test } from "vitest";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();

describe("feedback", () => {
  const ANSWER = answerAt(TEXT, "Ada Holm");

  beforeEach(async () => {
    const { panel, reader } = given;
    panel.type("who built it");
    panel.enter(1);
    await settled();
    reader.tell({ answers: [ANSWER, answerAt(TEXT, "1901", 0.6)], done: true });
  });

  test("goes to the server where that is allowed, and what was wrong is forgotten here", async () => {
    const { panel, page, reader, server } = given;
    await panel.feedback.judge(ANSWER, "right");
    expect(panel.snapshot().note).toBe("Kept as right.");
    server.allowed = true;
    await panel.feedback.judge(ANSWER, "wrong");
    page.selected = answerAt(TEXT, "1901").span;
    await panel.feedback.correct("selection");
    expect(server.judged.map(({ verdict, span }) => [verdict, span?.start])).toEqual([
      ["right", 24],
      ["wrong", 24],
      ["span", TEXT.indexOf("1901")],
    ]);
    expect(panel.snapshot().note).toMatch(/^Thank you.*Your server was told\.$/);
    expect(reader.forgotten).toEqual(["who built it"]);
    expect(reader.learned).toEqual([{ text: "who built it", span: answerAt(TEXT, "1901").span }]);
  });

  test("selected after a wrong answer is a weak label, with consent alone, once", async () => {
    const { panel, page, kept, consent } = given;
    await panel.feedback.judge(ANSWER, "wrong");
    page.listener?.selected(answerAt(TEXT, "1901").span);
    await settled();
    expect([page.watching, kept]).toEqual([false, []]);
    consent.weak = true;
    panel.feedback.leave();
    await panel.feedback.judge(ANSWER, "wrong");
    expect(page.watching).toBe(true);
    page.listener?.selected(answerAt(TEXT, "1901").span);
    page.listener?.selected(answerAt(TEXT, "bridge").span);
    await settled();
    expect(kept).toMatchObject([{ right: { text: "1901" }, shown: "Ada Holm", weak: true }]);
  });

  test("selected after another question was asked is no label", async () => {
    const { panel, page, kept, consent } = given;
    consent.weak = true;
    await panel.feedback.judge(ANSWER, "wrong");
    panel.type("what stands");
    page.listener?.selected(answerAt(TEXT, "1901").span);
    await settled();
    expect(kept).toEqual([]);
  });

  test("taken back in other words, what was marked is not remembered either", async () => {
    const { panel, page, reader } = given;
    await panel.feedback.judge(ANSWER, "wrong");
    page.selected = answerAt(TEXT, "1901").span;
    await panel.feedback.correct("selection");
    panel.type("who has built it");
    panel.enter(1);
    await settled();
    reader.forgotten.length = 0;
    await panel.feedback.undo();
    expect(reader.forgotten.toSorted()).toEqual(["who built it", "who has built it"]);
  });

  test("the right words can be typed as they stand in the page", async () => {
    const { panel, reader, kept } = given;
    await panel.feedback.judge(ANSWER, "wrong");
    await panel.feedback.correctTo("1902");
    expect(panel.snapshot().note).toMatch(/^These words are not on the page/);
    await panel.feedback.correctTo("e");
    expect(panel.snapshot().note).toMatch(/more than once/);
    expect(panel.snapshot().correcting).not.toBeNull();
    await panel.feedback.correctTo(" 1901 ");
    const { span } = answerAt(TEXT, "1901");
    expect(panel.snapshot()).toMatchObject({ correcting: null, current: { span } });
    expect(reader.learned).toEqual([{ text: "who built it", span }]);
    expect(kept).toMatchObject([{ right: { text: "1901" }, shown: "Ada Holm" }]);
  });

  test("the selection that became a mark is let go in the page", async () => {
    const { panel, page } = given;
    await panel.feedback.judge(ANSWER, "wrong");
    page.selected = answerAt(TEXT, "1901").span;
    await panel.feedback.correct("selection");
    expect(page.selected).toBeNull();
  });

  test("refused wrongly, what is selected is the answer", async () => {
    const { panel, page, reader, kept } = given;
    reader.tell({ done: true });
    await panel.feedback.missed();
    expect(panel.snapshot().note).toMatch(/^Nothing is selected/);
    page.selected = answerAt(TEXT, "1901").span;
    await panel.feedback.missed();
    expect(kept).toMatchObject([{ right: { text: "1901" }, shown: null }]);
    expect(reader.learned).toEqual([{ text: "who built it", span: answerAt(TEXT, "1901").span }]);
  });
});
