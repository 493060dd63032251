// The tabs of a narrow page: the one with the question line says that one asks there.

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PaneTabs } from "../src/panes.tsx";

test("beside an open document the other tab is where one asks", () => {
  const tabs = renderToStaticMarkup(createElement(PaneTabs, { pane: "document", show: () => {} }));
  expect(tabs.replace(/<[^>]*>/g, " ").match(/\w+/g)).toEqual(["Ask", "Document"]);
});
