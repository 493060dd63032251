// Builds the web app into the Python package, which serves it: src/wherein/server/webapp. pdf.js, its worker and
// what it needs for some PDFs stand apart and are loaded when a PDF is opened.

import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const outDir = join(here, "../../src/wherein/server/webapp");
const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

await build({
  root: here,
  base: "/",
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  plugins: [react()],
  build: {
    outDir,
    emptyOutDir: true,
    target: "chrome120",
    // Its loader would be the only script that writes elements of its own.
    modulePreload: false,
    // Nothing in style sheets or pages as data: the content policy names files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
  cpSync(join(pdfjs, folder), join(outDir, "pdfjs", folder), { recursive: true });
}
console.log(`Built into ${outDir}.`);
