// The hash of a page's text as a reader sees it: equal hashes mean that reading gives the same answers. The twin of Python's
// `wherein.passages.text_hash`; the cases are in contracts/text-hashes.json.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { isBlank } from "@wherein/anchoring/canonical/white-space.ts";
import type { PageInput } from "./prepared-page.ts";

/**
 * SHA-256 in hexadecimal of the title, language, and the main blocks with their kinds and headers; with `whole`, of all
 * blocks. White space between blocks is left out.
 */
export async function textHash(page: PageInput, whole = false): Promise<string> {
  const encoder = new TextEncoder();
  const encoded: Uint8Array[] = [];
  for (const [name, part] of parts(page, whole)) {
    const bytes = encoder.encode(part);
    // The length first, so that different lists of parts have different hashes.
    encoded.push(encoder.encode(`${name} ${bytes.length}:`), bytes);
  }
  const all = new Uint8Array(encoded.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of encoded) {
    all.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function* parts(page: PageInput, whole: boolean): Generator<readonly [string, string]> {
  const { text, blocks } = page;
  yield ["of", whole ? "whole" : "main"];
  yield ["title", page.title];
  yield ["language", page.language ?? ""];
  let at = 0;
  for (const block of blocks) {
    yield* between(text.slice(at, block.start));
    at = block.end;
    if (!isMain(block)) {
      if (!whole) continue;
      yield ["beside", ""];
    }
    yield* ofBlock(text, block);
  }
  yield* between(text.slice(at));
}

function* ofBlock(text: string, block: Block): Generator<readonly [string, string]> {
  yield [block.kind, block.level === undefined ? "" : String(block.level)];
  if (block.row || block.column) {
    yield ["row", block.row ?? ""];
    yield ["column", block.column ?? ""];
  }
  yield ["text", text.slice(block.start, block.end)];
}

/** The text outside of blocks: all of a plain text, and no more than white space on most pages. */
function* between(text: string): Generator<readonly [string, string]> {
  if (!isBlank(text)) yield ["between", text];
}
