// The look's page names the tokens of the style sheet with their values, and the style sheets use them.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const WEB = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${WEB}${path}`, "utf8");
const SHEETS = ["ui/src", "app/src", "extension/src"].flatMap((folder) =>
  readdirSync(`${WEB}${folder}`, { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => path.endsWith(".css") && !path.endsWith("text-layer.css")),
);

/** By name: the values that the style sheet gives, in order. */
function declared(): Map<string, readonly string[]> {
  const [, root = ""] = /:root \{(.*?)\n\}/su.exec(read("ui/src/panel.css")) ?? [];
  const all = root.matchAll(/^ {2}(--[\w-]+): (.+);$/gmu);
  return new Map(
    Array.from(all, ([, name = "", value = ""]) => {
      const [, pixels] = /^calc\((\d+)rem \/ 14\)$/u.exec(value) ?? [];
      const values = value.match(/#[\da-f]{6}/gu) ?? [pixels ?? (value === "1rem" ? "14" : value)];
      return [name, values];
    }),
  );
}

test("every token stands on the look's page with its values, and no other does", () => {
  const rows = read("../docs/look.md").matchAll(/^\| `(--[\w-]+)` \| (.+) \|$/gmu);
  const told = new Map(
    Array.from(rows, ([, name = "", cells = ""]) => {
      const values = cells.split(" | ").slice(0, -1);
      return [name, values.map((value) => value.replaceAll("`", ""))] as const;
    }),
  );
  expect(told.size).toBeGreaterThan(15);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(declared()));
});

test("sizes of text and radii are tokens, and nothing has a shadow that lifts it", () => {
  expect(SHEETS.length).toBeGreaterThan(8);
  const own =
    /^ +(?:font-size: (?!var|inherit|1rem|1em|inherit|smaller)|border-radius: (?!var|0|50%)|box-shadow: (?!inset|none)).*$/gmu;
  const strays = SHEETS.flatMap((sheet) =>
    Array.from(read(sheet).matchAll(own), ([line]) => `${sheet}: ${line.trim()}`),
  );
  expect(strays).toEqual([]);
});
