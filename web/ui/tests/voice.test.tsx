import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { LinkTrouble } from "../src/links.ts";
import { Panel } from "../src/panel.tsx";
import { answerAt, TEXT } from "./fakes.ts";
import { type OpenedPanel, openedPanel, settled } from "./opened-panel.ts";

const ANSWER = answerAt(TEXT, "Ada Holm");

async function answered({ panel, reader }: OpenedPanel): Promise<string> {
  panel.type("who built it");
  panel.enter(1);
  await settled();
  reader.tell({ answers: [ANSWER], done: true });
  const settings = () => undefined;
  return renderToStaticMarkup(createElement(Panel, { controller: panel, settings, focus: 0 }));
}

describe("a panel that was given no voice", () => {
  const given = openedPanel();

  test("has no button that would do nothing", async () => {
    const shown = await answered(given);
    expect(shown).toContain("Copy");
    expect(shown).not.toMatch(/voice|aloud/i);
    expect(given.panel.voice).toBeNull();
  });
});

describe("a panel with a voice", () => {
  const given = openedPanel({ withVoice: true });

  test("has a microphone at the question and reads each answer aloud", async () => {
    const shown = await answered(given);
    expect(shown.match(/aria-label="Ask by voice"/g)).toHaveLength(1);
    expect(shown.match(/Read aloud/g)).toHaveLength(1);
    await given.panel.voice?.speak(ANSWER);
    expect(given.spoken).toEqual([ANSWER.quote]);
  });

  test("asks what it hears, even one word, and nothing where it hears nothing", async () => {
    await given.panel.voice?.hear();
    expect(given.reader.asked).toEqual([]);
    given.heard = "bridge";
    await given.panel.voice?.hear();
    await settled();
    expect(given.reader.asked.map(({ text }) => text)).toEqual(["bridge"]);
  });

  test("says why it hears nothing", async () => {
    given.heard = new LinkTrouble({ what: "No microphone.", next: "Plug one in." });
    await given.panel.voice?.hear();
    expect(given.panel.snapshot().note).toBe("No microphone. Plug one in.");
  });
});
