// What a store looks at: few permissions, each one explained; icons of their sizes; no way out but one's own
// server. Of the sources, so that it needs no build.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));
const manifest = JSON.parse(read("manifest.json").toString());

describe("the manifest", () => {
  test("asks for no site at install, and every permission is explained in the privacy page", () => {
    expect(manifest.host_permissions).toBeUndefined();
    expect(manifest.content_scripts).toBeUndefined();
    const privacy = read("privacy.html").toString();
    const explained = [...privacy.matchAll(/<dt>(\w+)<\/dt>\s*<dd>\S/g)].map(([, name]) => name);
    expect(explained).toEqual(manifest.permissions);
    expect(privacy).toContain("CSS.highlights");
  });

  test("lets extension pages speak to this machine alone, and run what is bundled alone", () => {
    const policy = manifest.content_security_policy.extension_pages as string;
    const of = (name: string) =>
      policy
        .split(";")
        .map((part) => part.trim().split(" "))
        .find(([directive]) => directive === name)
        ?.slice(1);
    expect(of("default-src")).toEqual(["'none'"]);
    expect(of("connect-src")).toEqual(["'self'", "http://127.0.0.1:*"]);
    expect(of("script-src")).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  });

  test("names icons that have the sizes it says", () => {
    expect(Object.keys(manifest.icons)).toEqual(["16", "32", "48", "64", "96", "128"]);
    for (const [size, path] of Object.entries(manifest.icons as Record<string, string>)) {
      const png = read(path);
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      // Width and height stand in the first chunk.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(size), Number(size)]);
    }
  });

  test("says in a store's 132 characters what it does", () => {
    expect(manifest.description.length).toBeLessThanOrEqual(132);
    expect(manifest.version).toMatch(/^\d+(\.\d+){1,3}$/);
  });
});
