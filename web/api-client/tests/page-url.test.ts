// Which addresses are one page: every case of the contract that Python passes too.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalUrl, pageHash } from "../src/page-url.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../contracts/urls.json", import.meta.url), "utf8"),
) as {
  readonly longest: number;
  readonly tracking: readonly string[];
  readonly tracking_prefixes: readonly string[];
  readonly cases: readonly { url: string; canonical: string | null; why: string }[];
};

test.each(contract.cases)("$url: $why", ({ url, canonical }) => {
  expect(canonicalUrl(url)).toBe(canonical);
  if (canonical !== null) expect(canonicalUrl(canonical)).toBe(canonical);
});

test("every tracking parameter is folded, and nothing like it", () => {
  for (const name of [...contract.tracking, ...contract.tracking_prefixes.map((p) => `${p}x`)]) {
    expect(canonicalUrl(`https://example.org/a?b=1&${name}=2`)).toBe("https://example.org/a?b=1");
    expect(canonicalUrl(`https://example.org/a?x${name}=2`)).toContain("?x");
  }
});

test("what is longer than an address names no page", () => {
  const head = "https://example.org/";
  expect(canonicalUrl(head + "a".repeat(contract.longest - head.length))).not.toBeNull();
  expect(canonicalUrl(head + "a".repeat(contract.longest - head.length + 1))).toBeNull();
  expect(canonicalUrl(head + "a".repeat(100_000))).toBeNull();
});

test("the hash is that of the address", async () => {
  const expected = createHash("sha256").update("https://example.org/").digest("hex");
  expect(await pageHash("https://example.org/")).toBe(expected);
});
