// Reading a live page, on a document made of plain objects that count what they are asked.

import { beforeAll, describe, expect, test, vi } from "vitest";
import { CanonicalText } from "../src/canonical/canonical-text.ts";
import { blocksOf } from "../src/page/blocks.ts";
import { mainElements } from "../src/page/main-text.ts";
import { atOnce } from "../src/steps.ts";
import { DEEPEST, liveTree } from "../src/tree/live-tree.ts";

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 120_000 });

interface Counts {
  styles: number;
  properties: number;
  attributes: number;
  shadows: number;
}

let counts: Counts;

const STYLE = new Proxy(
  { display: "block", visibility: "visible", position: "static", contentVisibility: "visible" },
  {
    get(style, name) {
      counts.properties++;
      return Reflect.get(style, name);
    },
  },
);
const view = {
  getComputedStyle: () => {
    counts.styles++;
    return STYLE;
  },
};
const ownerDocument = { defaultView: view };

type Made = Record<string, unknown> & { childNodes: unknown[] };

function text(data: string): object {
  return { nodeType: 3, data, length: data.length, isConnected: true, ownerDocument };
}

function element(
  localName: string,
  childNodes: unknown[] = [],
  more: Record<string, unknown> = {},
  attributes: Record<string, string> = {},
): Made {
  return {
    nodeType: 1,
    localName,
    childNodes,
    ownerDocument,
    getAttribute: (name: string) => {
      counts.attributes++;
      return attributes[name] ?? null;
    },
    hasAttribute: (name: string) => name in attributes,
    hasAttributes: () => Object.keys(attributes).length > 0,
    ...more,
  };
}

/** The page's text as it is read, and the number of steps that it took. */
function read(body: Made): {
  text: string;
  steps: number;
  blocks: number;
  unread: { tooDeep: boolean };
} {
  counts = { styles: 0, properties: 0, attributes: 0, shadows: 0 };
  const reach = {
    shadowRoot: () => {
      counts.shadows++;
      return null;
    },
  };
  const reading = liveTree({ body } as unknown as Document, reach);
  let steps = 0;
  let step = reading.next();
  for (; !step.done; step = reading.next()) steps++;
  const { root, unread } = step.value;
  const out = new CanonicalText();
  const blocks = blocksOf(out, [root], mainElements(root));
  for (; !blocks.next().done; ) steps++;
  return { text: out.traced().text, steps, blocks: out.blocks.length, unread };
}

beforeAll(() => {
  Object.assign(globalThis, { Node: { ELEMENT_NODE: 1, TEXT_NODE: 3 } });
});

describe("a page of many nodes", () => {
  test("costs one look at the style of each element, and pauses all along", () => {
    const rows = Array.from({ length: 10_000 }, (_, i) =>
      element("p", [element("b", [text(`${i}`)]), text(" ward")]),
    );
    const page = read(element("body", rows));
    expect(page.text.startsWith("0\n\n ward") || page.text.includes("0")).toBe(true);
    // The body's own style comes beside the others'.
    expect(counts.styles).toBe(20_001);
    // Display, visibility, position and whether its content shows.
    expect(counts.properties).toBe(4 * 20_001);
    // None of them has an attribute.
    expect(counts.attributes).toBe(0);
    // A `b` can have no shadow root.
    expect(counts.shadows).toBe(10_001);
    expect(page.steps).toBeGreaterThan(40_000 / 512);
  });

  test.each([
    { levels: DEEPEST - 1, blocks: DEEPEST, tooDeep: false },
    { levels: 10_000, blocks: DEEPEST, tooDeep: true },
  ])("nested $levels deep is read, or said to be too deep", ({ levels, blocks, tooDeep }) => {
    let body = element("div", [text("The bottom.")]);
    for (let i = levels; i > 0; i--) body = element("div", [text(`Level ${i}.`), body]);
    const page = read(element("body", [body]));
    expect(page.text.startsWith("Level 1.")).toBe(true);
    expect(page.text.endsWith("The bottom.")).toBe(!tooDeep);
    expect(page.blocks).toBe(blocks);
    expect(page.unread.tooDeep).toBe(tooDeep);
    expect(counts.styles).toBeLessThan(DEEPEST + 2);
  });
});

describe("what a person has typed", () => {
  test("in an editor is text of the page", () => {
    const editor = element("div", [element("p", [text("A draft about otters.")])], {
      isContentEditable: true,
    });
    expect(read(element("body", [editor], { isContentEditable: true })).text).toBe(
      "A draft about otters.",
    );
  });

  test("in a field is text, line by line, as is what was chosen", () => {
    const page = element("body", [
      element("textarea", [], { value: "First line\nsecond line" }),
      element("p", [text("Name: "), element("input", [], { type: "text", value: "Ada Byron" })]),
      element("p", [
        text("Port: "),
        element("select", [], { selectedOptions: [{ label: "Vessby" }] }),
      ]),
    ]);
    expect(read(page).text).toBe("First line\nsecond line\n\nName: Ada Byron\n\nPort: Vessby");
  });

  test.each([
    ["an empty field", "input", { type: "text", value: "" }, "Name age"],
    ["a tick", "input", { type: "checkbox", value: "on" }, "Name age"],
    ["a password", "input", { type: "password", value: "hunter2" }, "Name age"],
    ["a choice of nothing", "select", { selectedOptions: [] }, "Name age"],
    ["an empty box of lines", "textarea", { value: "" }, "Name age"],
    ["what was typed", "input", { type: "text", value: "Ada" }, "Name Ada age"],
    ["what was chosen", "select", { selectedOptions: [{ label: "Ada" }] }, "Name Ada age"],
  ])("%s parts the words around it", (_, tag, properties, shown) => {
    const words = [text("Name"), element(tag, [], properties), text("age")];
    expect(read(element("body", [element("p", words)])).text).toBe(shown);
  });

  test("is the text of a cell; a cell whose field has none has the field's name", () => {
    const cell = (value: string) =>
      element("td", [
        element("input", [], { type: "text", value }, { "aria-label": "Hours worked" }),
      ]);
    const row = (value: string) => element("tr", [element("td", [text("Monday")]), cell(value)]);
    const table = element("table", [element("tbody", [row("7.5"), row("")])]);
    expect(read(element("body", [table])).text).toBe("Monday\t7.5\nMonday\tHours worked");
  });

  test.each([
    ["a password", { type: "password" }, {}],
    ["a password that is shown", { type: "text" }, { name: "user_password" }],
    ["a new password", { type: "text" }, { autocomplete: "section-a new-password" }],
    ["a one-time code", { type: "text" }, { autocomplete: "one-time-code" }],
    ["a card's number", { type: "tel" }, { autocomplete: "cc-number" }],
    ["a card's code", { type: "text" }, { id: "cvv" }],
    ["a hidden field", { type: "hidden" }, {}],
    ["a file", { type: "file" }, {}],
    ["a button", { type: "submit" }, {}],
  ])("%s is never read", (_, properties, attributes) => {
    const field = element("input", [], { ...properties, value: "hunter2" }, attributes);
    const page = element("body", [element("p", [text("Sign in"), field])]);
    expect(read(page).text).toBe("Sign in");
  });
});

test("a reading can be done at once", () => {
  const steps = (function* () {
    yield;
    yield;
    return "read";
  })();
  expect(atOnce(steps)).toBe("read");
});
