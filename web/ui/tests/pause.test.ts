// A pause in typing reads ahead: nothing scrolls before all is read, and no server is told of what may be a fragment.

import { expect, test, vi } from "vitest";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();
const pause = () => vi.advanceTimersByTimeAsync(460);
const scrolls = () => given.page.marks.filter(({ scroll }) => scroll).length;

async function typed(question: string): Promise<void> {
  given.panel.type(question);
  await pause();
}

test("what is found while the page is read is marked, and scrolls when all of it is read", async () => {
  const { page, reader } = given;
  await typed("who built it");
  expect(reader.asked.map(({ text }) => text)).toEqual(["who built it"]);
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")] });
  expect(page.current).toBe("Ada Holm");
  expect(scrolls()).toBe(0);
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
  expect(scrolls()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(scrolls()).toBe(1);
  expect(page.marks.at(-1)).toMatchObject({
    scroll: true,
    current: answerAt(TEXT, "Ada Holm").span,
  });
});

test("whoever goes on typing is taken nowhere", async () => {
  const { panel, reader } = given;
  await typed("who dev");
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
  await vi.advanceTimersByTimeAsync(200);
  panel.type("who developed");
  await vi.advanceTimersByTimeAsync(440);
  expect(scrolls()).toBe(0);
});

test("Enter brings the answer into sight at once, and the next one after that", async () => {
  const { page, panel, reader } = given;
  await typed("who built it");
  const answers = [answerAt(TEXT, "Ada Holm"), answerAt(TEXT, "1901", 0.6)];
  reader.tell({ answers });
  panel.enter(1);
  expect(scrolls()).toBe(1);
  expect(page.current).toBe("Ada Holm");
  panel.enter(1);
  expect(page.current).toBe("1901");
});

test("a fragment goes to no server; Enter says that the question is whole", async () => {
  const { panel, reader, server } = given;
  const similar = vi.spyOn(server, "similar");
  await typed("who dev");
  reader.tell({ done: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.asked).toEqual([]);
  expect(similar).not.toHaveBeenCalled();
  panel.enter(1);
  await settled();
  expect(server.asked).toEqual(["who dev"]);
  expect(similar).toHaveBeenCalledTimes(1);
  expect(reader.asked.length).toBe(1);
});

test("a page that changes meanwhile is read for the fragment again, and no server is told of it then either", async () => {
  const { page, reader, server } = given;
  await typed("who built it");
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
  page.change(`${TEXT} And more.`);
  await settled();
  await settled();
  expect(reader.asked.length).toBe(2);
  reader.tell({ done: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.asked).toEqual([]);
});
