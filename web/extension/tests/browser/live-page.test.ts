// What is read of a live page, and what becomes of the marks when the page changes.

import { rmSync } from "node:fs";
import type { Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asks, finds, questionLine, statusLine } from "./asking.ts";
import { Browser, marked, type Pages, servePages, withManifest } from "./harness.ts";

let browser: Browser;
let pages: Pages;
let panel: Page;

const STRICT = `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'none'; script-src 'none'; require-trusted-types-for 'script'">
<title>Strict</title><p>The strict page keeps a <em>silver</em> spoon.`;
const HOSTILE = `<!doctype html><meta charset="utf-8"><title>Hostile</title><p>The hostile page keeps a copper spoon.
<script>
  window.errors = [];
  addEventListener("error", (event) => errors.push(event.message));
  CSS.highlights.set("their-own", new Highlight());
  for (const made of [Node, Range, Document, Element]) for (const name of Object.getOwnPropertyNames(made.prototype)) {
    const was = Object.getOwnPropertyDescriptor(made.prototype, name);
    if (typeof was.value === "function" && name !== "constructor" && name !== "evaluate") made.prototype[name] = function () { throw new Error("theirs: " + name); };
  }
  Array.prototype.map = Map.prototype.get = String.prototype.matchAll = () => { throw new Error("theirs"); };
</script>`;

/** Items of a list: the seventh of each hundred is a plover. */
function rows(from: number, to: number): string {
  const made = Array.from({ length: to - from }, (_, i) => from + i);
  return made
    .map(
      (n) => `<li id=r${n}>Row ${n} has ${n % 100 === 7 ? "a ringed plover" : "a grey gull"}.</li>`,
    )
    .join("");
}

beforeAll(async () => {
  pages = await servePages({
    "strict.html": STRICT,
    "hostile.html": HOSTILE,
    "writing.html": `<!doctype html><title>Writing</title><p>A public zebra.</p>
      <input type=password value="secret password"><input value="secret draft"><textarea>secret letter</textarea>
      <div contenteditable><p>secret editor</p></div>`,
    "empty.html": "<!doctype html><title>Empty</title><img alt='only this'>",
    "framing.html": "<!doctype html><title>Framing</title><p>Outside.</p><iframe id=f></iframe>",
    "waiting.html": `<!doctype html><title>Waiting</title><p>A patient otter.<iframe src="/never"></iframe>`,
    "inner.html": "<!doctype html><p>Inside another origin.</p>",
    "app.html": "<!doctype html><title>App</title><p>The first view keeps a red kettle.",
    "list.html": `<!doctype html><title>List</title><ul>${rows(0, 20)}</ul>`,
    "long.html": `<!doctype html><title>Long</title><p id=l>The lantern was made by Oskar Blom.</p>${rows(0, 2_000)}`,
    "closed.html": `<!doctype html><title>Closed</title><p>Press a question.</p>
      <h2>May I bring a bicycle?</h2><div id=found hidden="until-found"><p>Bicycles travel for four crowns.</p></div>
      <div role=tablist><button role=tab aria-controls=two onclick="two.hidden = false">Windows</button></div>
      <div role=tabpanel id=two hidden><p>Run the ferry installer.</p></div><p hidden>Never a cheese.</p>
      <table><tr><th>Feature</th><th>Basic</th></tr><tr><th>Help</th><td><svg id=no role=img width=9 height=9><title>Not
      included</title><rect width=9 height=9 /></svg></td></tr></table>
      <p>The port had 1,204<sup>3</sup> ships.</p>
      <p>Its period is <span class=katex><span class=katex-mathml style="position: absolute; clip: rect(1px, 1px, 1px, 1px)"
      ><math><mi>T</mi><mo>=</mo><msup><mi>L</mi><mn>2</mn></msup></math></span><span class=katex-html aria-hidden=true>T=<b
      >L</b><sup>2</sup></span></span> here.</p>`,
    "next.html": "<!doctype html><title>Next</title><p>The next page has a heron.</p>",
  });
  browser = await Browser.start();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

afterEach(async () => {
  for (const page of browser.context.pages().slice(1)) await page.close();
});

async function openWithPanel(path: string): Promise<Page> {
  const page = await browser.open(pages.url(path));
  panel = await browser.panelAsTab(page);
  return page;
}

/** Finds plain words: these are marked for them, and nothing else. */
const find = (page: Page | Frame, words: string, wanted: readonly string[]) =>
  finds(panel, page, words, wanted);

test("shadow roots, frames of the same origin and boxes are read; hidden text is not", async () => {
  const page = await openWithPanel("lighthouse.html");
  // Plain words, not forced to be literal: found all the same.
  await questionLine(panel).fill("copper box under the stairs");
  await expect.poll(() => marked(page, "plain")).toEqual(["copper box", " under the stairs"]);
  // The frame has marks of its own, in its own document.
  const frame = page.frames().find((each) => each !== page.mainFrame());
  if (!frame) throw new Error("The page has no frame.");
  await find(frame, "spring tide", ["spring tide"]);
  expect(await marked(frame, "current")).toEqual(["spring tide"]);
  await find(page, "cheese", []);
});

test("what closed details hold is found, and they open for it", async () => {
  const page = await openWithPanel("lighthouse.html");
  const isOpen = () => page.evaluate(() => document.querySelector("details")?.open);
  expect(await isOpen()).toBe(false);
  await find(page, "Ingrid Sand", ["Ingrid Sand"]);
  await expect.poll(isOpen).toBe(true);
});

test("what the browser's search or one click opens is found, and opens", async () => {
  const page = await openWithPanel("closed.html");
  await find(page, "four crowns", ["four crowns"]);
  await expect.poll(() => page.isVisible("#found")).toBe(true);
  await find(page, "ferry installer", ["ferry installer"]);
  await expect.poll(() => page.isVisible("#two")).toBe(true);
  await find(page, "cheese", []);
});

test("what is put in for a reader has no place in the page, and an icon's words are at the icon", async () => {
  const page = await openWithPanel("closed.html");
  await find(page, "1,204[3] ships", ["1,204", "3", " ships"]);
  await questionLine(panel).fill("Not included");
  const atElement = () =>
    page.evaluate(() => {
      const highlights = (CSS as unknown as { highlights: Map<string, Set<Range>> }).highlights;
      return [...highlights].flatMap(([name, marks]) =>
        name.endsWith("-plain")
          ? [...marks].map((r) => r.startContainer.childNodes[r.startOffset]?.nodeName)
          : [],
      );
    });
  await expect.poll(atElement).toEqual(["svg"]);
  // A formula is read from its copy in MathML, and marked where it is drawn.
  await find(page, "period is T=L^2 here", ["period is", "T=L2", "here"]);
});

test("a mark far down in a scrolling box is brought into sight", async () => {
  const page = await openWithPanel("lighthouse.html");
  await find(page, "snowy owl", ["snowy owl"]);
  await expect
    .poll(() => page.evaluate(() => document.querySelector(".box")?.scrollTop ?? 0))
    .toBeGreaterThan(20);
});

test("when the page changes, marks move with their words, and go when those go", async () => {
  const page = await openWithPanel("lighthouse.html");
  await find(page, "Marta Lindqvist", ["Marta Lindqvist"]);
  await page.evaluate(() => {
    const paragraph = [...document.querySelectorAll("p")].find((p) =>
      p.textContent?.includes("Marta"),
    );
    // As frameworks do: the same words in new nodes, something before them.
    paragraph?.replaceWith(
      Object.assign(document.createElement("p"), { textContent: `New: ${paragraph.textContent}` }),
    );
  });
  await expect.poll(() => marked(page, "plain")).toEqual(["Marta Lindqvist"]);
  await page.evaluate(() => {
    for (const p of document.querySelectorAll("p"))
      if (p.textContent?.includes("Marta")) p.remove();
  });
  await expect.poll(() => marked(page, "plain")).toEqual([]);
});

test("a single-page app goes to another view: the words are looked for there", async () => {
  const page = await openWithPanel("app.html");
  await find(page, "kettle", ["kettle"]);
  await page.evaluate(() => {
    history.pushState({}, "", "view-two");
    document.body.innerHTML = "<p>The second view keeps a blue kettle and a kettle lid.";
  });
  await expect.poll(() => statusLine(panel)).toBe("2 matches");
  await expect.poll(() => marked(page, "plain")).toEqual(["kettle", "kettle"]);
});

test("rows that go when scrolled out of sight and come back in new nodes, and rows that are added", async () => {
  const page = await openWithPanel("list.html");
  await find(page, "ringed plover", ["ringed plover"]);
  const row = await page.evaluate(() => {
    const gone = document.getElementById("r7");
    gone?.remove();
    return gone?.outerHTML ?? "";
  });
  await expect.poll(() => statusLine(panel)).toBe("No matches");
  await expect.poll(() => marked(page, "plain")).toEqual([]);
  const add = (html: string) =>
    page.evaluate(
      (more) => document.querySelector("ul")?.insertAdjacentHTML("beforeend", more),
      html,
    );
  await add(row);
  await expect.poll(() => marked(page, "plain")).toEqual(["ringed plover"]);
  await add(rows(20, 420));
  await expect.poll(() => statusLine(panel)).toBe("5 matches");
  await expect.poll(async () => (await marked(page, "plain")).length).toBe(5);
});

test("the marked words are taken out of the page while it is read: the rest is read, without an error", async () => {
  const page = await openWithPanel("long.html");
  const errors: Error[] = [];
  for (const each of [page, panel]) each.on("pageerror", (error) => errors.push(error));
  await questionLine(panel).fill("the lantern was made");
  // They are there as written: a pause alone would not ask.
  await questionLine(panel).press("Control+Enter");
  await expect.poll(() => statusLine(panel)).toMatch(/reading… \d+ %/i);
  await expect.poll(() => marked(page, "current")).not.toEqual([]);
  await page.evaluate(() => document.getElementById("l")?.remove());
  await expect.poll(async () => (await marked(page, "plain")).join("")).not.toContain("lantern");
  await expect.poll(async () => (await marked(page, "answer")).join("")).not.toContain("Blom");
  await expect.poll(() => statusLine(panel)).toMatch(/reading… \d+ %|read all/i);
  // Never, not even for a moment.
  expect(await panel.locator(".trouble").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("a strict policy and trusted types do not matter", async () => {
  const page = await openWithPanel("strict.html");
  await find(page, "a silver spoon", ["a ", "silver", " spoon"]);
});

test("a page that overrides prototypes is read, keeps its own highlights, and sees no error", async () => {
  const page = await openWithPanel("hostile.html");
  await questionLine(panel).fill('"copper spoon"');
  await expect.poll(() => statusLine(panel)).toBe("1 match");
  // Playwright's own helper runs on the page's prototypes, so the protocol is asked instead.
  const session = await browser.context.newCDPSession(page);
  const seen = async () => {
    const { result } = await session.send("Runtime.evaluate", {
      expression:
        "JSON.stringify([CSS.highlights.size, CSS.highlights.has('their-own'), window.errors])",
    });
    return JSON.parse(result.value);
  };
  await expect.poll(seen).toEqual([3, true, []]);
});

test("what stands in an editor and in fields is read, passwords never", async () => {
  const page = await openWithPanel("writing.html");
  await find(page, "public zebra", ["public zebra"]);
  await find(page, "secret editor", ["secret editor"]);
  await find(page, "secret password", []);
  // Nor does the reader get it: all else is nine words.
  expect(await asks(panel, "What is the secret password?")).toMatch(/read all 9 words/i);
});

test("a page without text says so", async () => {
  await openWithPanel("empty.html");
  await expect.poll(() => panel.getByText("There is no text on this page.").isVisible()).toBe(true);
});

test("a frame of another origin is reported, not silently left out", async () => {
  const page = await browser.open(pages.url("framing.html"));
  const other = pages.url("inner.html").replace("127.0.0.1", "localhost");
  await page.evaluate((url) => {
    (document.getElementById("f") as HTMLIFrameElement).src = url;
  }, other);
  panel = await browser.panelAsTab(page);
  await expect.poll(() => panel.getByText(/1 frame not read: localhost/).isVisible()).toBe(true);
});

test("a frame that comes after the page was read is reported too, and the results stay", async () => {
  const page = await openWithPanel("framing.html");
  await find(page, "Outside", ["Outside"]);
  await page.evaluate(
    (url) => {
      (document.getElementById("f") as HTMLIFrameElement).src = url;
    },
    pages.url("inner.html").replace("127.0.0.1", "localhost"),
  );
  await expect.poll(() => panel.getByText(/1 frame not read: localhost/).isVisible()).toBe(true);
  expect(await statusLine(panel)).toBe("1 match");
  expect(await marked(page, "plain")).toEqual(["Outside"]);
});

test("a frame of another origin is read and marked once its host is allowed, and reported when it goes", async () => {
  const folder = withManifest({ host_permissions: ["http://localhost/*"] });
  const allowed = await Browser.start({ extension: folder });
  try {
    const page = await allowed.open(pages.url("framing.html"));
    const other = pages.url("inner.html").replace("127.0.0.1", "localhost");
    await page.evaluate((url) => {
      (document.getElementById("f") as HTMLIFrameElement).src = url;
    }, other);
    const frame = () => page.frames().find((each) => each.url() === other);
    await expect.poll(() => frame() !== undefined).toBe(true);
    const own = await allowed.panelAsTab(page);
    await questionLine(own).fill("inside another origin");
    await expect
      .poll(async () => marked(frame() ?? page, "current"))
      .toEqual(["Inside another origin"]);
    await expect.poll(() => own.getByText(/not read/).count()).toBe(0);
    // Places before and after the border of the frame are each marked in their own document.
    await questionLine(own).fill('"side"');
    await expect.poll(() => marked(page, "plain")).toEqual(["side"]);
    await expect.poll(async () => marked(frame() ?? page, "plain")).toEqual(["side"]);
    await page.evaluate(() => document.getElementById("f")?.remove());
    await expect.poll(() => statusLine(own)).toBe("1 match");
  } finally {
    await allowed.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a page that never finishes loading is read after a navigation", async () => {
  const page = await openWithPanel("next.html");
  await find(page, "heron", ["heron"]);
  await page.goto(pages.url("waiting.html"), { waitUntil: "commit" });
  await questionLine(panel).fill("otter");
  await expect.poll(() => marked(page, "current")).toEqual(["otter"]);
});

test("the page left for another of its site, the panel reads that one", async () => {
  const page = await openWithPanel("strict.html");
  await find(page, "spoon", ["spoon"]);
  await page.goto(pages.url("next.html"));
  await find(page, "heron", ["heron"]);
});

test("a page of the browser itself is refused in words, with what to do", async () => {
  const page = await browser.open("chrome://version");
  const tab = await browser.tabOf(page);
  panel = await browser.context.newPage();
  await panel.goto(`chrome-extension://${browser.id}/panel.html?tab=${tab}`);
  await expect.poll(() => panel.getByText("This page cannot be read: ").isVisible()).toBe(true);
  await panel.getByText("Open another page to ask it.").waitFor();
  // Nothing would come of that.
  await expect.poll(() => panel.getByRole("button", { name: "Try again" }).count()).toBe(0);
});
