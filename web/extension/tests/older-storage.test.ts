// What earlier versions put into the browser's storage, and what a later one may have: opened by the code of today, each
// value that can be read is kept. The database of answers has its own tests (reading-row, browser/older-memory).

import { VOICE_AT_FIRST } from "@wherein/ui/voice/voice-settings.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { LocalNotebook } from "../src/notebook.ts";
import { DEFAULTS, loadSettings, saveSettings } from "../src/settings.ts";
import { LocalVerdicts } from "../src/verdict-store.ts";

let kept: Record<string, unknown>;

beforeEach(() => {
  kept = {};
  vi.stubGlobal("chrome", {
    storage: {
      local: {
        get: async (key: string) => (key in kept ? { [key]: kept[key] } : {}),
        set: async (values: object) => void Object.assign(kept, structuredClone(values)),
      },
    },
  });
});

const PAIRING = { address: "http://127.0.0.1:8484", token: "t" };
/** The first form of the settings, before memory, verdicts and voice had any. */
const FIRST = { v: 1, pairing: PAIRING, serverOn: false, neverRead: ["bank.example"] };

test("the settings of the first version are kept, and what it lacked is as at first", async () => {
  kept.settings = FIRST;
  expect(await loadSettings()).toEqual({ ...DEFAULTS, ...FIRST });
});

test.each([
  ["memory", "elsewhere"],
  ["keepWeak", "yes"],
  ["voice", { speed: 9 }],
  ["v", 2],
])("a %s that this version does not know costs itself alone", async (name, value) => {
  kept.settings = { ...FIRST, memory: "off", [name]: value, later: true };
  const memory = name === "memory" ? DEFAULTS.memory : "off";
  expect(await loadSettings()).toEqual({ ...DEFAULTS, ...FIRST, memory });
});

test("a damaged list of sites that are never read keeps the others", async () => {
  kept.settings = { ...FIRST, neverRead: ["bank.example", null, "clinic.example"] };
  expect((await loadSettings()).neverRead).toEqual(["bank.example", "clinic.example"]);
});

test.each([undefined, null, "x", 3, []])("settings that are %j are as at first", async (value) => {
  kept.settings = value;
  expect(await loadSettings()).toEqual(DEFAULTS);
  expect(DEFAULTS.voice).toEqual(VOICE_AT_FIRST);
});

test("what is saved is what is loaded", async () => {
  const settings = { ...DEFAULTS, ...FIRST, memory: "local", keepWeak: true } as const;
  await saveSettings(settings);
  expect(await loadSettings()).toEqual(settings);
});

const VERDICT = {
  url: "https://a.example/",
  question: "who",
  typed: "Who?",
  verdict: "right",
  block: "b",
  quote: "It was Ada.",
  quoteStart: 0,
  start: 7,
  length: 3,
  when: 1,
};

test("a verdict that a later version wrote costs none of the others", async () => {
  kept.verdicts = [VERDICT, { ...VERDICT, verdict: "half" }, null, { ...VERDICT, when: 2 }];
  const rows = await new LocalVerdicts(false).load();
  expect(rows.map(({ when }) => when)).toEqual([1, 2]);
});

test("feedback of before there were weak labels is kept beside one that cannot be read", async () => {
  const first = { question: "q", url: "u", title: "t", context: "c", right: null, shown: null };
  kept.feedback = [first, { question: "q" }];
  const notebook = new LocalNotebook(false);
  expect(await notebook.all()).toEqual([first]);
  await notebook.keep({ ...first, weak: true });
  expect(await notebook.all()).toEqual([first, { ...first, weak: true }]);
});
