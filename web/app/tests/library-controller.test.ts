// The list of the library's documents.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { LibraryController } from "../src/library/library-controller.ts";

test("a reply that comes late does not take away what a newer one brought", async () => {
  const replies: ((documents: readonly KeptDocument[]) => void)[] = [];
  const documents = () => new Promise((resolve) => replies.push(resolve));
  const library = new LibraryController({ documents } as unknown as AppServer);
  const both = [library.refresh(), library.refresh()];
  const document = { document: "d", title: "Tides" } as unknown as KeptDocument;
  replies[1]?.([document]);
  replies[0]?.([]);
  await Promise.all(both);
  expect(library.store.snapshot().documents).toEqual([document]);
});

test("a document of which nothing changed stays the same object, and is not drawn again", async () => {
  const made = (changes: object) => ({ document: "d", title: "Tides", tags: ["sea"], ...changes });
  const replies = [{}, {}, { tags: ["sea", "moon"] }, { tags: ["sea", "sun"] }, { date: "2024" }];
  const documents = async () => [made(replies.shift() ?? {})];
  const library = new LibraryController({ documents } as unknown as AppServer);
  const seen = [];
  while (replies.length > 0) {
    await library.refresh();
    seen.push(library.store.snapshot().documents?.[0]);
  }
  expect(seen[1]).toBe(seen[0]);
  expect(new Set(seen).size).toBe(4);
});

test("a view that lists documents has them fetched again, and not while the first are on their way", async () => {
  const kept = [{ document: "d", title: "Tides", tags: [] }];
  let asked = 0;
  const documents = async () => {
    asked++;
    return kept.slice();
  };
  const bases = async () => ({ bases: [{ name: "sea" }] });
  const library = new LibraryController({ documents, bases } as unknown as AppServer);
  library.entered("library");
  expect(asked).toBe(0);
  await library.refresh();
  kept.push({ document: "e", title: "Bread", tags: [] });
  library.entered("settings");
  expect(asked).toBe(1);
  library.entered("library");
  await expect.poll(() => library.store.snapshot().documents?.length).toBe(2);
  expect(library.store.snapshot().bases).toEqual(["sea"]);
  library.entered("tables");
  library.entered("ask");
  expect(asked).toBe(4);
});
