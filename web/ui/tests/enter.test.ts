import { beforeEach, describe, expect, test, vi } from "vitest";
import { isQuestion } from "../src/state/enter.ts";
import { items } from "../src/state/panel-state.ts";
import { counter, spokenStatus, status } from "../src/state/words.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();
let { page, reader, panel, server } = given;

const says = () => status(panel.snapshot());
const asked = () => reader.asked.map(({ text }) => text);

beforeEach(() => {
  ({ page, reader, panel, server } = given);
});

test.each([
  ["Who built it", true],
  ["what's new", true],
  ["in which year did she die", true],
  ["does the bridge stand", true],
  ["the bridge stands?", true],
  ["tell me about the bridge", true],
  ["lamp", false],
  ["what", false],
  ["lamp?", false],
  ["whatever works", false],
  ["Ada Holm", false],
  ["will power", false],
  ["bridge built by", false],
])("%s: a question is %s", (text, is) => {
  expect(isQuestion(text)).toBe(is);
});

describe("Enter on words", () => {
  test("goes to the next match, never asks, however long one waits", async () => {
    panel.type("bridge");
    await settled();
    panel.enter(1);
    expect(counter(panel.snapshot())).toBe("2 of 2");
    panel.enter(1);
    expect(counter(panel.snapshot())).toBe("1 of 2");
    panel.enter(-1);
    expect(counter(panel.snapshot())).toBe("2 of 2");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked()).toEqual([]);
  });

  test("of several words that are there as written does so too, and a pause does not ask", async () => {
    panel.type("Ada Holm");
    await vi.advanceTimersByTimeAsync(5_000);
    panel.enter(1);
    expect(counter(panel.snapshot())).toBe("2 of 2");
    expect(asked()).toEqual([]);
  });

  test("that are not there asks, and that is said to the eye and the ear", async () => {
    panel.type("lamp");
    await settled();
    expect(says()).toBe("Not found as written · Press Enter to ask");
    expect(spokenStatus(panel.snapshot())).toBe("Not found as written · Press Enter to ask");
    panel.enter(1);
    expect(asked()).toEqual(["lamp"]);
  });

  test("pressed before the page was looked through waits for that", async () => {
    panel.type("bridge");
    panel.enter(1);
    await settled();
    expect(asked()).toEqual([]);
    panel.type("lamp");
    panel.enter(1);
    expect(asked()).toEqual([]);
    await settled();
    expect(asked()).toEqual(["lamp"]);
  });
});

describe("Enter on a question", () => {
  test("asks, and what it will do is said at once", async () => {
    panel.type("who built it");
    expect(says()).toBe("Press Enter to ask");
    await settled();
    expect(says()).toBe("Press Enter to ask");
    panel.enter(1);
    expect(asked()).toEqual(["who built it"]);
    expect(says()).toBe("Reading…");
  });

  test("that is there as written asks all the same", async () => {
    page.change(`${TEXT} Who built it?`);
    await settled();
    panel.type("who built it");
    await settled();
    expect(says()).toBe("1 match · Press Enter to ask");
    panel.enter(1);
    expect(asked()).toEqual(["who built it"]);
  });
});

test("“Ask: …” asks words too; next and previous go on to perhaps, then to every plain match", async () => {
  panel.type("bridge");
  await settled();
  panel.enter(1);
  panel.ask();
  expect(asked()).toEqual(["bridge"]);
  reader.tell({
    answers: [answerAt(TEXT, "Ada Holm")],
    perhaps: [answerAt(TEXT, "1901", 0.3)],
    done: true,
  });
  // The match chosen before gives way to the answer.
  expect(page.current).toBe("Ada Holm");
  expect(items(panel.snapshot()).map(({ kind }) => kind)).toEqual([
    "answer",
    "perhaps",
    "plain",
    "plain",
  ]);
  // Each kind is counted by itself, as the status line counts.
  expect(counter(panel.snapshot())).toBe("1 of 1");
  panel.enter(1);
  expect(counter(panel.snapshot())).toBe("perhaps 1 of 1");
  panel.enter(1);
  expect(counter(panel.snapshot())).toBe("match 1 of 2");
  expect(page.current).toBe("bridge");
  expect(page.marks.at(-1)?.current?.start).toBe(TEXT.indexOf("bridge"));
  panel.enter(1);
  expect(page.marks.at(-1)?.current?.start).toBe(TEXT.lastIndexOf("bridge"));
  panel.enter(1);
  expect(page.current).toBe("Ada Holm");
});

test("Ctrl+Enter asks words; without a server nothing is said of one until it is pressed again", async () => {
  server.on = false;
  panel.type("bridge");
  await settled();
  await panel.askServer();
  expect(asked()).toEqual(["bridge"]);
  expect(panel.snapshot().asked?.server).toBeNull();
  await panel.askServer();
  expect(panel.snapshot().note).toContain("no server is paired");
});

test("a single result is scrolled to again when the page was scrolled away", async () => {
  panel.type("who built it");
  panel.enter(1);
  await settled();
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
  const before = page.marks.length;
  panel.enter(1);
  expect(page.marks).toHaveLength(before + 1);
  expect(page.marks.at(-1)).toMatchObject({ scroll: true });
  panel.move(-1);
  expect(page.marks).toHaveLength(before + 2);
});

test.each([
  ["(a", "a “(” is not closed"],
  ["a)", "a “)” has no “(” before it"],
  ["[a", "a “[” is not closed"],
  ["*a", "“*”, “+”, “?” or “{ }” has nothing before it to repeat"],
  ["a\\", "a “\\” stands at its end"],
  ["\\q", "a “\\” stands before a letter that needs none"],
  ["a{", "write \\{, \\} or \\] for the sign itself"],
])("what is wrong with the expression %s is said in words", async (expression, fault) => {
  panel.setOptions({ matchCase: false, wholeWords: false, regularExpression: true });
  panel.type(expression);
  await settled();
  expect(says()).toBe(`Not a regular expression yet: ${fault}.`);
});
