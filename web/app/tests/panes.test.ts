// The tabs of a narrow page: the one with the question line says that one asks there.

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PaneTabs } from "../src/panes.tsx";

function drawn(note: string): string {
  const props = { pane: "document" as const, show: () => {}, note };
  return renderToStaticMarkup(createElement(PaneTabs, props));
}

test("beside an open document the other tab is where one asks", () => {
  expect(
    drawn("")
      .replace(/<[^>]*>/g, " ")
      .match(/\w+/g),
  ).toEqual(["Ask", "Document"]);
});

test("what was done is said below the tabs, also while the document is shown", () => {
  expect(drawn("Saved for next time.")).toMatch(
    /role="tablist".*role="status"[^>]*>Saved for next time\.<\/p>/s,
  );
});
