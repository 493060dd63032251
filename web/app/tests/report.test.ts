// What became of the files that were added: one line, and a table of what failed with the reasons.

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Adding, Job } from "../src/library/adding.ts";
import { Report } from "../src/library/report.tsx";

function job(key: number, state: Job["state"], reason = ""): Job {
  return { key, name: `file-${key}.md`, source: null, state, reason, number: key };
}

function shown(...jobs: readonly Job[]): string {
  return renderToStaticMarkup(createElement(Report, { jobs, adding: {} as Adding }));
}

test("the line counts what became of each, and leaves out what there is none of", () => {
  const html = shown(job(1, "added"), job(2, "added"), job(3, "failed"), job(4, "unchanged"));
  expect(html).toContain(">4 of 4 files · 2 added · 1 unchanged · 1 failed<");
  expect(shown(job(1, "added"), job(2, "waiting"))).toContain(">1 of 2 files · 1 added<");
  expect(shown(job(1, "cancelled"))).toContain(">1 of 1 file · 1 cancelled<");
});

test("what failed stands in a table with its reason, all of them are folded away", () => {
  const html = shown(job(1, "added"), job(2, "failed", "It is a picture."));
  const [table = ""] = /<table>.*<\/table>/su.exec(html) ?? [];
  expect(table).toContain("<caption>What failed, and why</caption>");
  expect(table).toContain("file-2.md");
  expect(table).toContain("It is a picture.");
  expect(table).not.toContain("file-1.md");
  expect(html).toMatch(/<details><summary>All of them<\/summary>.*file-1\.md/su);
  expect(shown(job(1, "added"))).not.toContain("<table>");
});
