// The parts of the app that are values in, values out.

import { describe, expect, test } from "vitest";
import { AppServer, type KeptDocument } from "../../api-client/src/app-server.ts";
import { ServerTrouble } from "../../api-client/src/server.ts";
import { shownSource } from "../../api-client/src/source.ts";
import { withSource } from "../src/asking/quote.ts";
import { PageTextFinder } from "../src/document/page-text-finder.ts";
import { ALL, listed, type Wanted } from "../src/library/library-list.ts";
import { addressOf, type Route, routeOf } from "../src/route.ts";
import { scopeGroups, within } from "../src/scope.ts";

describe("addresses", () => {
  const routes: readonly Route[] = [
    { view: "ask" },
    { view: "library" },
    { view: "settings" },
    { view: "keys" },
    { view: "sharing" },
    { view: "team" },
    { view: "document", document: "0123456789abcdef", span: { start: 3, end: 12 } },
    { view: "document", document: "wiki:Bay of Fundy/ü?#", span: null },
    {
      view: "ask",
      question: "Who? & #s=1-2 100 %",
      scope: { kind: "tag", name: "a&b=ü", title: "a&b=ü" },
    },
    { view: "ask", scope: { kind: "base", name: "wiki", title: "wiki" } },
    {
      view: "document",
      document: "x",
      span: { start: 0, end: 1 },
      question: "+ or −?",
      scope: { kind: "folder", name: "/home/me/ports/north", title: "ports/north" },
    },
  ];
  test.each(routes)("%o is led back to", (route) => {
    expect(routeOf(new URL(addressOf(route), "http://127.0.0.1"))).toEqual(route);
  });

  test.each(["#s=5-5", "#s=9-3", "#s=-1-4", "#s=1-2-3", "#s=a-b", "#s=1-9999999999"])(
    "%s is no place",
    (hash) => {
      expect(routeOf({ pathname: "/d/x", hash })).toEqual({
        view: "document",
        document: "x",
        span: null,
      });
    },
  );
});

test.each(["#in=folder:", "#in=planet:mars", "#q=%20", "#q=", "#in=tag"])(
  "%s asks nothing of anything",
  (hash) => {
    expect(routeOf({ pathname: "/", hash })).toEqual({ view: "ask" });
  },
);

test.each([
  ["/home/me/.local/share/wherein/files/0123456789abcdef/my notes.md", "my notes.md"],
  ["C:\\me\\wherein\\files\\0123456789abcdef\\a.pdf", "a.pdf"],
  ["/home/me/files/a.pdf", "/home/me/files/a.pdf"],
  ["https://example.org/files/0123456789abcdef/", "https://example.org/files/0123456789abcdef/"],
])("the source %s is shown as %s", (source, shown) => {
  expect(shownSource(source)).toBe(shown);
});

describe("words selected in a drawn page", () => {
  const text =
    "The ﬁrst lens was lit in 1823. It was large.\n\nIt was lit again. 😀 End of it all.";
  const second = Array.from(text.slice(0, text.indexOf("It was lit"))).length;
  const finder = new PageTextFinder({
    text,
    pages: [
      { number: 1, start: 0, end: second - 2 },
      { number: 2, start: second, end: Array.from(text).length },
    ],
  });
  const found = (page: number, words: string) => {
    const span = finder.find(page, words);
    return span && Array.from(text).slice(span.start, span.end).join("");
  };
  test.each([
    [1, "first lens", "ﬁrst lens"],
    [1, "fi-\nrst   lens was", "ﬁrst lens was"],
    [2, "End of it", "End of it"],
    [1, "large. It was lit", "large.\n\nIt was lit"],
    [1, "no such words", null],
    [1, "It was l", null], // stands twice, over the page's end
    [3, "lens", null],
    [1, " . ", null],
  ] as const)("page %i: %s", (page, words, expected) => {
    expect(found(page, words)).toBe(expected);
  });
});

const kept = (title: string, changes: Partial<KeptDocument> = {}): KeptDocument => ({
  document: title,
  title,
  source: `/papers/${title}.pdf`,
  kind: "pdf",
  words: 5,
  added: "2026-01-02T10:00:00+00:00",
  tags: [],
  outdated: false,
  unread: [],
  ...changes,
});

test("documents that were added at once keep one order, so that one that is put back is where it was", () => {
  const alike = ["c", "a", "b"].map((title) => kept(title));
  const order = (documents: typeof alike) => listed(documents, ALL).map(({ title }) => title);
  expect(order(alike)).toEqual(["a", "b", "c"]);
  expect(order(alike.toReversed())).toEqual(["a", "b", "c"]);
});

test("the library is filtered by words, kind, tag, state and time, and ordered", () => {
  const all = [
    kept("Tides 10"),
    kept("Tides 9", { words: 9, added: "2026-01-01T10:00:00+00:00", tags: ["sea"] }),
    kept("Bread", {
      kind: "text",
      words: 7,
      added: "2026-01-03T10:00:00+00:00",
      date: "1999",
      outdated: true,
    }),
  ];
  const now = Date.parse("2026-01-04T00:00:00Z");
  const titles = (wanted: Partial<Wanted>) =>
    listed(all, { ...ALL, ...wanted }, now).map(({ title }) => title);
  expect(titles({})).toEqual(["Bread", "Tides 10", "Tides 9"]);
  expect(titles({ order: "title" })).toEqual(["Bread", "Tides 9", "Tides 10"]);
  expect(titles({ order: "dated" })).toEqual(["Tides 10", "Tides 9", "Bread"]);
  expect(titles({ words: "papers TIDES", order: "longest" })).toEqual(["Tides 9", "Tides 10"]);
  expect(titles({ kind: "text" })).toEqual(["Bread"]);
  expect(titles({ words: "sea" })).toEqual(["Tides 9"]);
  expect(titles({ tag: "sea" })).toEqual(["Tides 9"]);
  expect(titles({ state: "outdated" })).toEqual(["Bread"]);
  expect(titles({ days: 1 })).toEqual(["Bread"]);
  expect(titles({ words: "nothing" })).toEqual([]);
});

describe("scopes", () => {
  const documents = [
    kept("a", { source: "/home/me/ports/north/a.md", tags: ["sea", "harbour"] }),
    kept("b", { source: "/home/me/ports/south/b.md", tags: ["sea"] }),
    kept("c", { source: "/home/me/.local/share/wherein/files/0123456789abcdef/c.md" }),
    kept("d", { source: "https://example.org/d" }),
  ];
  test("are folders of the person, tags and knowledge bases", () => {
    const groups = scopeGroups(documents, ["wiki"]).map(({ label, scopes }) => [
      label,
      scopes.map(({ name }) => name),
    ]);
    expect(groups).toEqual([
      ["Folders", ["/home/me/ports", "/home/me/ports/north", "/home/me/ports/south"]],
      ["Tags", ["harbour", "sea"]],
      ["Knowledge bases", ["wiki"]],
    ]);
    expect(scopeGroups([], [])).toEqual([]);
  });

  test("folders of Windows are shown as Windows writes them", () => {
    const documents = ["C:\\me\\a\\notes\\x.md", "C:\\me\\b\\notes\\y.md"].map((source) => ({
      source,
    }));
    const [folders] = scopeGroups(documents as never, []);
    expect(folders?.scopes.map(({ name, title }) => [name, title])).toEqual([
      ["C:\\me", "C:\\me"],
      ["C:\\me\\a\\notes", "a\\notes"],
      ["C:\\me\\b\\notes", "b\\notes"],
    ]);
  });
  test.each([
    [null, {}],
    [{ kind: "document", name: "a1", title: "" }, { document: "a1" }],
    [{ kind: "folder", name: "/a/b", title: "" }, { within: ["/a/b"] }],
    [{ kind: "tag", name: "sea", title: "" }, { within: ["tag:sea"] }],
    [{ kind: "base", name: "wiki", title: "" }, { within: ["wiki"] }],
  ] as const)("%o is asked for as %o", (scope, asked) => {
    expect(within(scope)).toEqual(asked);
  });
});

test("copied text names its source", () => {
  expect(withSource("16 metres", "Tides", "/a/tides.pdf")).toBe(
    "16 metres\n\n— Tides, /a/tides.pdf",
  );
});

describe("a stream of answers", () => {
  const READ = { fraction: 0.5, words: 10 };
  const FOUND = { answers: [], perhaps: [], read: READ };
  const RESULT = {
    question: "Who?",
    answered: false,
    ...FOUND,
    nearest: [],
    steps: [],
    milliseconds: 1,
  };
  /** The events, cut in pieces of `size` bytes. */
  const serving = (events: readonly (readonly [string, unknown])[], size: number) =>
    new AppServer("asker-name", async () => {
      const text = events.map(
        ([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
      );
      const bytes = new TextEncoder().encode(text.join(""));
      return new Response(
        new ReadableStream({
          start(controller) {
            for (let i = 0; i < bytes.length; i += size)
              controller.enqueue(bytes.slice(i, i + size));
            controller.close();
          },
        }),
      );
    });
  const { signal } = new AbortController();

  test.each([1, 7, 10_000])("is the same in pieces of %i bytes", async (size) => {
    const server = serving(
      [
        ["found", FOUND],
        ["found", FOUND],
        ["result", { ...RESULT, question: "Wer? 😀" }],
      ],
      size,
    );
    const shares: number[] = [];
    const result = await server.ask(
      { question: "Wer? 😀" },
      ({ read }) => shares.push(read.fraction),
      signal,
    );
    expect(result.question).toBe("Wer? 😀");
    expect(shares).toEqual([0.5, 0.5]);
  });

  test("that ends early, or in an error, is a trouble with its next step", async () => {
    const early = serving([["found", FOUND]], 50).ask({ question: "Who?" }, () => {}, signal);
    await expect(early).rejects.toMatchObject({ kind: "cut-off" });
    const error = { code: "x", what: "The disk is full.", next_step: "Make room." };
    const failed = serving([["error", { error }]], 50).ask({ question: "Who?" }, () => {}, signal);
    await expect(failed).rejects.toMatchObject({
      said: { what: "The disk is full.", next: "Make room." },
    });
    await expect(failed).rejects.toBeInstanceOf(ServerTrouble);
  });
});
