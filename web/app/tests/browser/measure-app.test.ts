// The tool that times the app does each of its tasks, and gives a figure for each.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { App, IS_INSTALLED } from "./app-harness.ts";

const TOOL = fileURLToPath(new URL("../../../tools/measure-app.mjs", import.meta.url));

/** The lines that the tool prints for these tasks. */
async function measured(link: string, tasks: readonly object[]): Promise<object[]> {
  const tool = spawn(process.execPath, [TOOL, link], { stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  tool.stdout.on("data", (part) => {
    printed += part;
  });
  const ended = new Promise((resolve) => tool.once("exit", resolve));
  tool.stdin.end(tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
  expect(await ended).toBe(0);
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe.skipIf(!IS_INSTALLED)("the tool that times the app", () => {
  let app: App;

  beforeAll(async () => {
    app = await App.start(["--sample"]);
  });

  afterAll(() => app?.close());

  test("does each task", async () => {
    await app.signIn();
    const listed = await app.page.evaluate(() =>
      fetch("/v1/documents").then((response) => response.json()),
    );
    const pdf = listed.documents.find(({ kind }: { kind: string }) => kind === "pdf");
    // The link works once: the tool gets one of its own.
    await app.stopServer();
    const link = await app.startServer();
    const turns = 3;
    const rows = await measured(link, [
      { task: "list", filter: "tides", turns },
      { task: "scroll", document: pdf.document, turns },
      { task: "open", document: pdf.document, start: 100, end: 120 },
      { task: "keys", document: pdf.document, words: "tidal range" },
      { task: "type", words: "tides" },
      { task: "type", words: "zqxv" },
      { task: "ask", question: "Where are the largest tides in the world?" },
    ]);
    const ms = expect.any(Number);
    const stall = { busy_ms: ms, lasted_ms: ms, busy_over_100_ms: ms, tasks: ms };
    const [list, scroll, open, keys, found, nowhere, answered] = rows;
    expect(list).toMatchObject({
      rows: listed.documents.length,
      scrolled: stall,
      filtered: stall,
      paged: stall,
      seen_again: stall,
    });
    expect(list).toHaveProperty("left_after_filter", 1);
    expect(scroll).toMatchObject({ opened: stall, scrolled: stall, leapt: stall, height: ms });
    expect(open).toMatchObject({ marked_ms: ms, drawn_ms: ms });
    expect(keys).toMatchObject({ task: "keys", keys: 11, typed: stall, median_ms: ms, p95_ms: ms });
    expect(found).toMatchObject({ task: "type", words_ms: ms, found: true });
    expect(nowhere).toMatchObject({ task: "type", words_ms: ms });
    expect(answered).toMatchObject({ task: "ask", first_answer_ms: ms, found: true });
  });
});
