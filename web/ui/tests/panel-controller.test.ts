import { beforeEach, describe, expect, test, vi } from "vitest";
import { correctionNote, counter, spokenStatus, status } from "../src/state/words.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();
let { page, reader, server, panel, kept, copied } = given;

const says = () => status(panel.snapshot());

beforeEach(() => {
  ({ page, reader, server, panel, kept, copied } = given);
});

describe("a page that is left", () => {
  test("what was asked, even one word, is asked of the next page", async () => {
    panel.type("bridge");
    panel.ask();
    await settled();
    expect(reader.asked.map(({ text }) => text)).toEqual(["bridge"]);
    page.text = "Another bridge.";
    page.listener?.gone();
    await settled();
    expect(reader.prepared.at(-1)).toBe("Another bridge.");
    expect(reader.asked.map(({ text }) => text)).toEqual(["bridge", "bridge"]);
    expect(page.current).toBe("bridge");
  });

  test("words typed and entered while the next one is closed are asked when it opens", async () => {
    page.closed = { what: "No.", next: "Press." };
    page.listener?.gone();
    await settled();
    panel.type("lamp");
    panel.enter(1);
    page.closed = null;
    await panel.open();
    await settled();
    expect(reader.asked.map(({ text }) => text)).toEqual(["lamp"]);
  });
});

describe("leave given by a gesture", () => {
  const CLOSED = { what: "No.", next: "Press." };

  test("opens a page that was closed", async () => {
    page.closed = CLOSED;
    await panel.open();
    page.closed = null;
    panel.granted();
    await settled();
    expect(panel.snapshot().page.kind).toBe("open");
  });

  test("while the page is being opened, and too late for that: it is tried once more", async () => {
    page.closed = CLOSED;
    const opening = panel.open();
    page.closed = null;
    panel.granted();
    await opening;
    await settled();
    expect(panel.snapshot().page.kind).toBe("open");
    page.closed = CLOSED;
    const again = panel.open();
    panel.granted();
    await again;
    await settled();
    expect(panel.snapshot().page).toEqual({ kind: "closed", trouble: CLOSED });
  });
});

describe("typing", () => {
  test("finds plain words at once and marks the first", async () => {
    panel.type("bridge");
    await settled();
    expect(says()).toBe("2 matches");
    expect(counter(panel.snapshot())).toBe("1 of 2");
    expect(page.current).toBe("bridge");
  });

  test("asks after a pause, never a single word", async () => {
    panel.type("bridge");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reader.asked).toEqual([]);
    panel.type("bridge built by");
    await vi.advanceTimersByTimeAsync(200);
    panel.type("bridge built by whom");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reader.asked.map(({ text }) => text)).toEqual(["bridge built by whom"]);
  });

  test("quotes force the literal, and so does a regular expression", async () => {
    panel.type('"Ada Holm"');
    panel.enter(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reader.asked).toEqual([]);
    expect(page.current).toBe("Ada Holm");
    panel.setOptions({ matchCase: false, wholeWords: false, regularExpression: true });
    panel.type("19\\d+ or more");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reader.asked).toEqual([]);
  });

  test("that there is no match is said when the page was looked through, not before", async () => {
    panel.type('"nowhere"');
    expect(says()).toBe("");
    await settled();
    expect(says()).toBe("No matches");
  });

  test("a wrong regular expression says so", async () => {
    panel.setOptions({ matchCase: false, wholeWords: false, regularExpression: true });
    panel.type("(");
    await settled();
    expect(says()).toMatch(/^Not a regular expression yet: /);
  });

  test("a new question stops the one before", async () => {
    panel.type("who built it");
    panel.enter(1);
    panel.type("who built it then");
    expect(reader.stopped).toEqual([1]);
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm")] }, 1);
    expect(panel.snapshot().asked).toBeNull();
  });
});

describe("answers", () => {
  beforeEach(async () => {
    panel.type("who built it");
    panel.enter(1);
    await settled();
  });

  test("come as they are found, with the share read", () => {
    expect(says()).toBe("Reading…");
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], wordsRead: 62 });
    expect(says()).toBe("1 answer · reading… 62 %");
    expect(page.current).toBe("Ada Holm");
    expect(page.marks.at(-1)?.scroll).toBe(true);
    reader.tell({
      answers: [answerAt(TEXT, "Ada Holm")],
      wordsRead: 41_302,
      words: 41_302,
      done: true,
      milliseconds: 1_940,
    });
    expect(says()).toBe("1 answer · read all 41,302 words in 1.9 s");
  });

  test("100 % is not said before all is read", () => {
    reader.tell({ wordsRead: 99_999, words: 100_000 });
    expect(says()).toBe("Reading… 99 %");
  });

  test("Enter goes on, Shift+Enter back, both round the end and saying so", () => {
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm"), answerAt(TEXT, "1901", 0.6)], done: true });
    panel.enter(1);
    expect(page.current).toBe("1901");
    expect(spokenStatus(panel.snapshot())).toContain("answer 2 of 2: 1901, likely");
    panel.enter(1);
    expect(page.current).toBe("Ada Holm");
    expect(spokenStatus(panel.snapshot())).toContain("From the top: answer 1 of 2");
    panel.enter(-1);
    expect(page.current).toBe("1901");
  });

  test("one the person chose stays current when a better one comes", () => {
    const first = [answerAt(TEXT, "1901", 0.6), answerAt(TEXT, "bridge", 0.55)];
    reader.tell({ answers: first });
    panel.move(1);
    expect(page.current).toBe("bridge");
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm"), ...first] });
    expect(page.current).toBe("bridge");
    expect(counter(panel.snapshot())).toBe("3 of 3");
  });

  test("one nobody chose gives way to a better one", () => {
    reader.tell({ answers: [answerAt(TEXT, "1901", 0.6)] });
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm"), answerAt(TEXT, "1901", 0.6)] });
    expect(page.current).toBe("Ada Holm");
  });

  test("what belongs to an answer is marked beside it, not counted, and goes with a page's words", async () => {
    const { span } = answerAt(TEXT, "bridge");
    reader.tell({
      answers: [answerAt(TEXT, "1901")],
      evidence: [{ span, probability: 0.6 }],
      done: true,
    });
    expect(page.marks.at(-1)?.evidence).toEqual([span]);
    expect(counter(panel.snapshot())).toBe("1 of 1");
    page.change(`More. ${TEXT}`);
    await settled();
    expect(page.marks.at(-1)?.evidence).toEqual([{ start: span.start + 6, end: span.end + 6 }]);
  });

  test("what is perhaps an answer is marked and counted as well", () => {
    reader.tell({ perhaps: [answerAt(TEXT, "1901", 0.3)], done: true });
    expect(page.marks.at(-1)?.perhaps).toHaveLength(1);
    expect(page.marks.at(-1)?.answers).toEqual([]);
    expect(counter(panel.snapshot())).toBe("1");
    expect(says()).toMatch(/^No clear answer · /);
  });

  test("another spelling is offered and only taken when pressed", () => {
    reader.mean("who built this");
    expect(panel.snapshot()).toMatchObject({
      question: "who built it",
      asked: { meant: "who built this" },
    });
    panel.takeMeant();
    expect(panel.snapshot().question).toBe("who built this");
    expect(reader.asked.at(-1)?.text).toBe("who built this");
  });

  test("a failed reader says what to do; asking again is possible", async () => {
    reader.fail({ what: "The reader stopped.", next: "Ask again." });
    expect(panel.snapshot().asked?.trouble?.next).toBe("Ask again.");
    panel.type("who built it really");
    panel.enter(1);
    expect(reader.asked).toHaveLength(2);
  });
});

describe("a page that changes", () => {
  test("keeps what still stands, moved, drops the rest, and is asked again", async () => {
    panel.type("who built it");
    panel.enter(1);
    await settled();
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm"), answerAt(TEXT, "1901", 0.6)], done: true });
    const changed = `Breaking news. ${TEXT.replace("Ada Holm died in 1901. ", "")}`;
    page.change(changed);
    await settled();
    expect(panel.snapshot().asked?.reading?.answers.map(({ text }) => text)).toEqual(["Ada Holm"]);
    expect(page.current).toBe("Ada Holm");
    expect(reader.prepared.at(-1)).toBe(changed);
    expect(reader.asked).toHaveLength(2);
  });
});

describe("a frame that comes or goes", () => {
  test("is reported; results and question stay", async () => {
    panel.type("who built it");
    panel.enter(1);
    await settled();
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
    page.unreadFrames = ["ads.example"];
    page.change(TEXT);
    await settled();
    const { page: now, asked } = panel.snapshot();
    expect(now.kind === "open" && now.content.unreadFrames).toEqual(["ads.example"]);
    expect(asked?.reading?.answers.map(({ text }) => text)).toEqual(["Ada Holm"]);
    expect(reader.asked).toHaveLength(1);
    // The page counts again, so its marks are sent again.
    expect(page.marks.at(-1)?.revision).toBe(2);
    expect(page.current).toBe("Ada Holm");
  });
});

describe("an answer taken away", () => {
  const ANSWER = answerAt(TEXT, "Ada Holm");

  beforeEach(async () => {
    panel.type("who built it");
    panel.enter(1);
    await settled();
    reader.tell({ answers: [ANSWER, answerAt(TEXT, "1901", 0.6)], done: true });
  });

  test("is copied with a link that finds it", async () => {
    await panel.copy(ANSWER);
    expect(copied).toEqual(["Ada Holm\nhttps://example.org/#:~:text=Ada%20Holm"]);
    expect(panel.snapshot().note).toBe("Copied.");
  });

  test("goes with the others as Markdown and as annotations", async () => {
    await panel.copyAll("Markdown");
    expect(copied[0]).toContain("- [1901](https://example.org/#:~:text=1901)");
    await panel.copyAll("annotations");
    const [first] = JSON.parse(copied[1] as string);
    expect(first.target.selector[0]).toMatchObject({
      exact: "Ada Holm",
      prefix: "The bridge was built by ",
    });
    expect(first.target.selector[1]).toMatchObject({ start: 24, end: 32 });
  });

  test("called right is kept with its passage", async () => {
    await panel.feedback.judge(ANSWER, "right");
    expect(kept).toEqual([
      {
        question: "who built it",
        url: "https://example.org/",
        title: "Page",
        context: TEXT,
        right: { text: "Ada Holm", start: 24 },
        shown: "Ada Holm",
      },
    ]);
  });

  test("called wrong, the right one is what is selected, or nowhere", async () => {
    await panel.feedback.judge(ANSWER, "wrong");
    await panel.feedback.correct("selection");
    expect(panel.snapshot().note).toMatch(/^Nothing is selected/);
    expect(kept).toEqual([]);
    page.selected = { start: TEXT.indexOf("1901"), end: TEXT.indexOf("1901") + 4 };
    await panel.feedback.correct("selection");
    expect(kept[0]).toMatchObject({ right: { text: "1901", start: 51 }, shown: "Ada Holm" });
    await panel.feedback.judge(ANSWER, "wrong");
    await panel.feedback.correct("nowhere");
    expect(kept[1]).toMatchObject({ right: null, shown: "Ada Holm" });
    expect(panel.snapshot().correcting).toBeNull();
  });
});

test("answers to another spelling are said to be that", async () => {
  panel.type("who bilt it");
  panel.enter(1);
  reader.mean("who built it");
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], meant: "who built it", done: true });
  expect(spokenStatus(panel.snapshot())).toMatch(
    /^Showing results for who built it\. answer 1 of 1: Ada Holm/,
  );
  expect(page.current).toBe("Ada Holm");
  panel.takeMeant();
  expect(reader.asked.map(({ text }) => text)).toEqual(["who bilt it", "who built it"]);
});

test("a spelling that has no answer is no result", () => {
  panel.type("who bilt it");
  panel.enter(1);
  reader.mean("who built it");
  expect(correctionNote(panel.snapshot())?.before).toBe("Did you mean ");
  reader.tell({ done: true });
  expect(spokenStatus(panel.snapshot())).not.toContain("who built it");
});

describe("the server", () => {
  const THERE = answerAt(TEXT, "1901", 0.7);

  test("is asked when the small reader is unsure, and that is said", async () => {
    server.answers = [THERE];
    panel.type("when did she die");
    panel.enter(1);
    reader.tell({ perhaps: [answerAt(TEXT, "1901", 0.31)], words: 20, done: true });
    await settled();
    expect(says()).toBe(
      "1 answer · read all 20 words in 0.1 s · asked the server: the small reader was unsure (0.31)",
    );
    expect(page.current).toBe("1901");
    // The same place is not listed a second time as a perhaps.
    expect(counter(panel.snapshot())).toBe("1 of 1");
  });

  test("is asked too where whole sentences stand in for the model's answer", async () => {
    panel.type("when did she die");
    panel.enter(1);
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm died in 1901.")], unsure: 0.2, done: true });
    await settled();
    expect(server.asked).toEqual(["when did she die"]);
    expect(says()).toContain("unsure (0.20); it found nothing either");
    expect(page.current).toBe("Ada Holm died in 1901.");
  });

  test("is not asked when it is off, nor when the reader is sure", async () => {
    server.on = false;
    panel.type("when did she die");
    panel.enter(1);
    reader.tell({ done: true });
    await settled();
    server.on = true;
    panel.type("who built the bridge");
    panel.enter(1);
    reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
    await settled();
    expect(server.asked).toEqual([]);
  });

  test("when it fails, says what to do, and can be asked again", async () => {
    server.trouble = { what: "The server is not running.", next: "Start it." };
    panel.type("when did she die");
    panel.enter(1);
    reader.tell({ done: true });
    await settled();
    expect(panel.snapshot().asked?.server).toMatchObject({ kind: "trouble" });
    server.trouble = null;
    server.answers = [THERE];
    await panel.askServer();
    expect(page.current).toBe("1901");
  });

  test("wanted before the page is there, is asked when it is", async () => {
    server.answers = [THERE];
    const opening = panel.open();
    panel.type("when did she die");
    await panel.askServer();
    await opening;
    await settled();
    expect(server.asked).toEqual(["when did she die"]);
    expect(page.current).toBe("1901");
  });

  test("wanted without one paired, that is said", async () => {
    server.on = false;
    panel.type("when did she die");
    panel.enter(1);
    await panel.askServer();
    expect(panel.snapshot().note).toContain("no server is paired");
    expect(panel.snapshot().asked?.server?.kind).not.toBe("trouble");
  });
});

describe("memory", () => {
  const before = (words: string | null) => ({
    question: "who built the bridge",
    answer: "Ada Holm",
    span: words === null ? null : answerAt(TEXT, words).span,
    title: "Bridges",
    url: "https://other.example/",
  });

  test("the page's top questions are there at once, and one click marks the answer", async () => {
    server.topQuestions = [before("Ada Holm")];
    await panel.open();
    await settled();
    const [top] = panel.snapshot().top;
    expect(top?.answer).toBe("Ada Holm");
    if (top) panel.goToAsked(top);
    expect(page.current).toBe("Ada Holm");
    expect(reader.asked).toEqual([]);
  });

  test("what was asked elsewhere is listed when the page was read", async () => {
    server.similarQuestions = [before(null)];
    panel.type("who built it");
    panel.enter(1);
    reader.tell({ done: true, answers: [answerAt(TEXT, "Ada Holm")] });
    await settled();
    expect(panel.snapshot().similar).toHaveLength(1);
    panel.type("another");
    expect(panel.snapshot().similar).toEqual([]);
  });
});

describe("closing", () => {
  test("Esc clears first, then closes and takes the marks off", async () => {
    panel.type("bridge");
    await settled();
    await panel.escape();
    expect(panel.snapshot().question).toBe("");
    expect(page.marks.at(-1)).toMatchObject({ plain: [], current: null });
    expect(given.closed).toBe(0);
    await panel.escape();
    expect(page.left).toBe(true);
    expect(given.closed).toBe(1);
  });

  test("a page that cannot be read says why, and can be tried again", async () => {
    page.closed = { what: "This page cannot be read.", next: "Open another." };
    await panel.open();
    expect(panel.snapshot().page).toMatchObject({ kind: "closed" });
    page.closed = null;
    await panel.open();
    expect(panel.snapshot().page.kind).toBe("open");
  });
});

test("an answer from memory says when it was read", () => {
  panel.type("who built it");
  panel.enter(1);
  const when = new Date(2020, 9, 12).getTime();
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true, when });
  expect(says()).toBe("1 answer · answered before (12 Oct 2020), text unchanged");
});
