// The list of the library's documents.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { expect, test } from "vitest";
import { LibraryController } from "../src/library-controller.ts";

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
