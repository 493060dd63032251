// What the stores refuse, looked for in the built extension, whose files are those of the zip. Chrome's store
// refuses code for a string that merely looks like a remote script; Mozilla's has limits of size and a key.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";

const BROWSERS = ["chromium", "firefox"] as const;
const dist = new URL("../dist/", import.meta.url);
const CODE = /\.(?:js|mjs|html|css|json)$/;

/** Hosts that may stand in the code, each with the reason. None of them is ever contacted. */
const HOSTS: Readonly<Record<string, string>> = {
  "127.0.0.1:": "the paired server, on this computer",
  $: "a pattern that is filled in with what a person typed, to see whether it is a host",
  "*": "the optional permission for frames",
  a: "core-js in pdf.js: whether the browser's own parser of addresses is right",
  "example.com": "pdf.js: a base for parsing addresses",
  "foo.bar": "pdf.js: a base for parsing addresses",
  "github.com": "core-js in pdf.js: where its licence and source are",
  "ns.adobe.com": "a namespace of PDF metadata",
  "react.dev": "React: where its error numbers are explained",
  "rolldown.rs": "the bundler: a comment",
  "web.dev": "onnxruntime: where threads are explained",
  "www.apache.org": "a licence",
  "www.w3.org": "namespaces of SVG, MathML and XML",
  "www.xfa.org": "namespaces of PDF forms",
  x: "core-js in pdf.js: whether the browser's own parser of addresses is right",
};

/** What makes code of a string, and how often a file may have it, with the reason. */
const MAKES_CODE = /\beval\s*\(|\bnew Function\b|\bimportScripts\b/g;
const MAY_MAKE_CODE: Readonly<Record<string, number>> = {
  // pdf.js tries whether it may, and compiles PostScript functions only then; the policy forbids it.
  "pdf.worker.min": 2,
};

const MB = 1024 * 1024;

function files(browser: string): { name: string; size: number }[] {
  const root = new URL(`${browser}/`, dist);
  let names: string[];
  try {
    names = readdirSync(root, { recursive: true }).map(String);
  } catch {
    throw new Error("The extension is not built: run `make web-build`, then try again.");
  }
  return names
    .map((name) => ({ name: name.replaceAll("\\", "/"), stats: statSync(new URL(name, root)) }))
    .filter(({ stats }) => stats.isFile())
    .map(({ name, stats }) => ({ name, size: stats.size }));
}

const read = (browser: string, name: string) =>
  readFileSync(new URL(`${browser}/${name}`, dist), "utf8");

/** The hosts of all addresses in a text that no reason allows, and every address of a script. */
function suspicious(text: string): string[] {
  const found = [];
  for (const [address, host = ""] of text.matchAll(
    /(?:https?|wss?|ftp):\/\/([\w.*$-]*:?)[\w./*-]*/g,
  )) {
    const script = /\.(?:m?js|wasm)$/.test(address);
    const known = Object.keys(HOSTS).some((name) => host === name || host === `${name}:`);
    if (host !== "" && (script || !known)) found.push(address);
  }
  return found;
}

const makesCode = (text: string) => text.match(MAKES_CODE)?.length ?? 0;

describe.each(BROWSERS)("the extension for %s", (browser) => {
  const built = files(browser);
  const code = built.filter(({ name }) => CODE.test(name) && !name.startsWith("models/"));

  test("has no address that looks like remote code, and none but the known hosts", () => {
    expect(code.length).toBeGreaterThan(10);
    const found = code.flatMap(({ name }) =>
      suspicious(read(browser, name)).map((address) => `${name}: ${address}`),
    );
    expect(found).toEqual([]);
  });

  test("makes no code of strings", () => {
    for (const { name } of code) {
      const allowed = Object.entries(MAY_MAKE_CODE).find(([part]) => name.includes(part))?.[1] ?? 0;
      expect(makesCode(read(browser, name)), name).toBeLessThanOrEqual(allowed);
    }
    const policy = JSON.parse(read(browser, "manifest.json")).content_security_policy;
    expect(policy.extension_pages).not.toContain("'unsafe-eval'");
  });

  test("keeps the stores' sizes", () => {
    const whole = built.reduce((sum, { size }) => sum + size, 0);
    expect(whole).toBeLessThan(200 * MB);
    for (const { name, size } of code) expect(size, name).toBeLessThan(5 * MB);
  });

  test("has every permission with its reason in the listing, and no other", () => {
    const manifest = JSON.parse(read(browser, "manifest.json"));
    const listing = readFileSync(new URL("../store/listing.md", import.meta.url), "utf8");
    const part = /^## Permissions\n([^#]*)/m.exec(listing)?.[1] ?? "";
    const reasons = [...part.matchAll(/^- (`.+?)(?: \(optional\))?: \S.{20,}/gm)].flatMap(
      ([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    const asked = [...manifest.permissions, ...manifest.optional_host_permissions];
    expect(reasons).toEqual(expect.arrayContaining(asked));
    if (browser === "chromium") expect(new Set(reasons)).toEqual(new Set(asked));
    expect(listing).toContain(manifest.description);
  });
});

test("the listing has pictures of the size that the stores want, each named in its text", () => {
  const folder = new URL("../store/pictures/", import.meta.url);
  const text = readFileSync(new URL("../store/listing.md", import.meta.url), "utf8");
  const pictures = readdirSync(folder).sort();
  expect(pictures.length).toBeGreaterThanOrEqual(3);
  expect(pictures.length).toBeLessThanOrEqual(5);
  for (const name of pictures) {
    const bytes = readFileSync(new URL(name, folder));
    // PNG (third edition), 11.2.1: width and height come first, after the signature and the chunk's head.
    expect(bytes.subarray(1, 4).toString(), name).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], name).toEqual([1280, 800]);
    expect(bytes.length, name).toBeLessThan(150_000);
    expect(text, name).toMatch(new RegExp(`\\(pictures/${name}\\)`));
  }
});

test("the tile has the size that Chrome's store wants", () => {
  const bytes = readFileSync(new URL("../store/tile.png", import.meta.url));
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([440, 280]);
});

test("the manifest tells Mozilla that no data is collected", () => {
  const { gecko } = JSON.parse(read("firefox", "manifest.json")).browser_specific_settings;
  expect(gecko.data_collection_permissions).toEqual({ required: ["none"] });
});

test.each([
  ['import("https://cdn.example.org/a.mjs")', 1],
  ['fetch("https://evil.example/x")', 1],
  ['"http://www.w3.org/2000/svg"', 0],
  ['"http://www.w3.org/evil.js"', 1],
  ["`http://127.0.0.1:8484`", 0],
  ["new WebSocket('wss://a.b')", 1],
])("the scan of %s finds %i", (text, count) => {
  expect(suspicious(text)).toHaveLength(count);
});

test("the scan finds what makes code", () => {
  expect(makesCode("eval('1'); new Function('a'); importScripts('x'); medieval(1)")).toBe(3);
});
