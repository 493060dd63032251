// Every word of the interface is in the messages, and the two languages of the tests say each of them.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, test } from "vitest";
import { en } from "../src/messages/en.ts";
import { CLOSING, OPENING, pseudo, reversed } from "../src/messages/pseudo.ts";

const WEB = fileURLToPath(new URL("../../", import.meta.url));
const SURFACES = ["app/src", "ui/src", "extension/src", "speech/src", "api-client/src"];
/** The messages themselves, what is made of the server's description, and how numbers are read aloud in English. */
const NOT_SHOWN =
  /ui\/src\/messages\/|api-client\/src\/api-|speech\/src\/saying\/(?:numerals|saying)/;

/** Attributes that a person reads or hears. */
const SHOWN = /^(?:aria-label|aria-description|title|placeholder|alt|label)$/;
/** Names of keys, styles and media, formats of files: the same in every language. */
const CODE =
  /^(?:Arrow\w+|Page(?:Up|Down)|Shift\+\w+|TextualBody|Text\w+Selector|\w+Trouble|Tab|Esc|Enter|Home|End|Ctrl|Annotation|noopener noreferrer|light dark|go on|reader trouble|reader there\?|px 48px|ask failed|choose completion|taken back|Control|Delete|Backspace|Escape|Bearer .*|\d+(?:px|%)? .*|\(.*\)|[a-z]+(?:\[\w+\])?(?:, [a-z]+(?:\[\w+\])?)+|[.#:[].*|M\d.*)$/su;
/** Modules whose other texts are no words: Markdown and JSON that is copied, errors that are caught again. */
const ERRORS = /^(?:Error|Malformed|Missing|TypeError)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Text that a person would read, outside of the messages: in elements, in their attributes, and as sentences in code. */
function literals(file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, inside: string): void => {
    if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return;
    if (node.type === "NewExpression" && ERRORS.test(String((node.callee as Node).name))) return;
    // Compared or looked up, and so never shown.
    if (node.type === "BinaryExpression" && /^[!=]==$/.test(String(node.operator))) return;
    if (node.type === "MemberExpression") {
      if (isNode(node.object)) visit(node.object, inside);
      return;
    }
    if (node.type === "CallExpression" && /^parse$/.test(String((node.callee as Node).name)))
      return;
    const text = textOf(node);
    if (text !== null && isForPeople(node, text, inside)) found.push(text.trim());
    for (const [key, value] of Object.entries(node)) {
      const next = insideOf(node, inside);
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child) && !(node.type === "Property" && key === "key")) visit(child, next);
      }
    }
  };
  const source = readFileSync(file, "utf8");
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, "");
  return found;
}

/** Where a child of the node stands: in an attribute ("@title"), among what an element shows (">"), or anywhere else. */
function insideOf(node: Node, inside: string): string {
  if (node.type === "JSXAttribute") return `@${String((node.name as Node).name)}`;
  if (inside.startsWith("@")) return inside;
  if (node.type === "JSXExpressionContainer") return ">";
  return /^(?:Conditional|Logical|Parenthesized)Expression$/.test(node.type) ? inside : "";
}

function textOf(node: Node): string | null {
  if (node.type === "JSXText" || node.type === "Literal") {
    return typeof node.value === "string" ? node.value : null;
  }
  if (node.type !== "TemplateLiteral") return null;
  const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join("");
}

function isForPeople(node: Node, text: string, inside: string): boolean {
  const said = text.trim();
  if (!/\p{L}{2}/u.test(said) || CODE.test(said)) return false;
  if (node.type === "JSXText" || inside === ">" || SHOWN.test(inside.slice(1))) return true;
  if (inside.startsWith("@")) return false;
  if (/^(?:https?:|\/)/.test(said)) return false;
  return /\p{L}{2,}.*\s.*\p{L}{2,}/su.test(said) || /^\p{Lu}\p{Ll}.*[.…’”]$/u.test(said);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /(?<!\.d)\.tsx?$/.test(name) ? [path] : [];
  });
}

test("no file of the app or the extension says anything but the messages", () => {
  const files = SURFACES.flatMap((surface) => filesBelow(join(WEB, surface)));
  const said = files
    .filter((file) => !NOT_SHOWN.test(file))
    .flatMap((file) => literals(file).map((text) => `${file.slice(WEB.length)}: ${text}`));
  expect(files.length).toBeGreaterThan(100);
  expect(said).toEqual([]);
});

test("no message is there for nobody", () => {
  const code = SURFACES.flatMap((surface) => filesBelow(join(WEB, surface)))
    .filter((file) => !file.endsWith("messages/en.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const used = new Set(Array.from(code.matchAll(/\bt\.(\w+)/g), ([, key]) => key));
  expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
});

describe.each([
  ["longer, with accents", pseudo(en)],
  ["from right to left", reversed(en)],
])("in the language that is %s", (_, messages) => {
  test("each message is another, between its brackets, with what is put into it", () => {
    for (const [key, message] of Object.entries(messages)) {
      const value = "⟨value⟩";
      const text =
        typeof message === "string"
          ? message
          : (message as (...values: unknown[]) => string)(
              ...Array.from({ length: message.length || 4 }, () => value),
            );
      expect(text.trim(), key).toMatch(new RegExp(`^${OPENING}.*${CLOSING}$`, "su"));
      const around = text.replaceAll(value, "").replaceAll("NaN", "");
      expect(around, key).not.toMatch(/[aeiouAEIOU]/);
    }
  });
});

test("what is put into a message stays as it is, and a number chooses its words", () => {
  const messages = pseudo(en);
  expect(messages.onPage(3)).toMatch(/^⟦páge? ?.*3.*⟧$|^⟦.*3.*⟧$/u);
  expect(messages.answerCount(1)).not.toBe(messages.answerCount(2));
});

test("no sentence sends a person of the app or of a store's copy to a checkout", () => {
  const said = Object.values(en).map((message) => String(message));
  expect(said.filter((text) => /`make |npm |\.venv/.test(text))).toEqual([]);
});
