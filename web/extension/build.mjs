// Builds the extension into dist/chromium and dist/firefox: the pages and the background, then the content
// script, then what is copied (manifest, icons, the runtime's wasm, the models from the repository's models/).

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, defaultClientConditions } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "../..");
const outDir = join(here, "dist/chromium");
const runtime = dirname(createRequire(import.meta.url).resolve("onnxruntime-web/wasm"));

const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

// Without this condition the bundler copies the 14 MB of wasm a second time.
const conditions = ["onnxruntime-web-use-extern-wasm", ...defaultClientConditions];
// The recogniser of speech is not in the repository: `make speech-model` gets it.
const speech = join(repository, "models/moonshine-tiny");
const common = {
  root: here,
  base: "./",
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  resolve: { conditions },
  define: { BUILT_WITH_RECOGNISER: JSON.stringify(existsSync(speech)) },
};

rmSync(outDir, { recursive: true, force: true });

await build({
  ...common,
  plugins: [react()],
  // The worker's address does not change, so that measurements can start one of their own.
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "[name].js" } } },
  build: {
    outDir,
    emptyOutDir: false,
    target: "chrome120",
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        panel: join(here, "panel.html"),
        settings: join(here, "settings.html"),
        privacy: join(here, "privacy.html"),
        microphone: join(here, "microphone.html"),
        pdf: join(here, "pdf.html"),
        offscreen: join(here, "offscreen.html"),
        background: join(here, "src/background.ts"),
      },
      output: { entryFileNames: "[name].js" },
    },
  },
});

await build({
  ...common,
  build: {
    outDir,
    emptyOutDir: false,
    target: "chrome120",
    reportCompressedSize: false,
    lib: {
      entry: join(here, "src/page/content.ts"),
      formats: ["iife"],
      name: "wherein",
      fileName: () => "content.js",
    },
  },
});

const copy = (from, to) => {
  if (!existsSync(from)) throw new Error(`${from} is missing; the extension cannot be built.`);
  mkdirSync(dirname(join(outDir, to)), { recursive: true });
  cpSync(from, join(outDir, to), { recursive: true });
};
copy(join(here, "manifest.json"), "manifest.json");
copy(join(here, "icons"), "icons");
for (const file of ["ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"]) {
  copy(join(runtime, file), `ort/${file}`);
}
for (const file of ["reader.int8.onnx", "reader.json", "NOTICE.md"]) {
  copy(join(repository, "models/small", file), `models/${file}`);
}
for (const file of ["rows.int8.npy", "scales.float32.npy"]) {
  copy(join(repository, "models/static", file), `models/${file}`);
}
copy(join(repository, "models/static/NOTICE.md"), "models/NOTICE-static.md");
for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
  copy(join(pdfjs, folder), `pdfjs/${folder}`);
}
for (const file of ["LICENSE", "NOTICE.md"]) copy(join(repository, file), `licenses/${file}`);
copy(join(here, "licences/onnxruntime-web.txt"), "licenses/onnxruntime-web.txt");
const ofTheRuntime = ["flatbuffers", "long", "platform", "protobufjs"];
for (const name of ["pdfjs-dist", "react", "react-dom", "scheduler", "valibot", ...ofTheRuntime]) {
  const folder = join(here, "../node_modules", name);
  const file = readdirSync(folder).find((each) => each.startsWith("LICENSE"));
  copy(join(folder, file ?? "LICENSE"), `licenses/${name}.txt`);
}
copy(join(repository, "models/wordpiece/tokenizer.json"), "models/tokenizer.json");
if (existsSync(speech)) {
  for (const file of ["encoder_model.onnx", "decoder_model_merged.onnx", "llama-tokenizer.js"]) {
    copy(join(speech, file), `models/moonshine-tiny/${file}`);
  }
} else {
  console.log("Built without the recogniser of speech, which is optional (docs/voice.md).");
}

// Firefox: the same files under another manifest. It has a sidebar, an event page, and no offscreen
// document; the panel then starts the worker itself.
const firefox = join(here, "dist/firefox");
rmSync(firefox, { recursive: true, force: true });
cpSync(outDir, firefox, { recursive: true });
for (const file of ["offscreen.html", "offscreen.js"]) rmSync(join(firefox, file));
const { minimum_chrome_version: _, ...manifest } = JSON.parse(
  readFileSync(join(here, "manifest.json"), "utf8"),
);
const forFirefox = {
  ...manifest,
  permissions: manifest.permissions.filter((name) => name !== "sidePanel" && name !== "offscreen"),
  background: { scripts: ["background.js"], type: "module" },
  sidebar_action: {
    default_panel: "panel.html",
    default_title: manifest.name,
    open_at_install: false,
  },
  browser_specific_settings: {
    gecko: {
      id: "wherein@wherein.invalid",
      // The first with CSS.highlights.
      strict_min_version: "140.0",
      data_collection_permissions: { required: ["none"] },
    },
  },
};
writeFileSync(join(firefox, "manifest.json"), `${JSON.stringify(forFirefox, null, 2)}\n`);

console.log(`Built. In the browser's extensions page switch on developer mode and load ${outDir}`);
