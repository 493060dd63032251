import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Panel } from "../src/panel.tsx";
import { spokenStatus } from "../src/state/words.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { openedPanel, settled } from "./opened-panel.ts";

const given = openedPanel();
const QUESTION =
  "The question is in another language. The reader learned English only, so ask in English if you can.";
const PAGE =
  "The text is in another language (de). The reader learned English only, so its confidence is less reliable.";

/** The panel as it is drawn once the question was read. */
async function answered(question: string): Promise<string> {
  const { panel, reader } = given;
  panel.type(question);
  panel.enter(1);
  await settled();
  expect(shown()).not.toContain("learned English");
  reader.tell({ answers: [answerAt(TEXT, "Ada Holm")], done: true });
  return shown();
}

function shown(): string {
  const settings = () => undefined;
  return renderToStaticMarkup(
    createElement(Panel, { controller: given.panel, settings, focus: 0 }),
  );
}

test.each([
  "Wer hat die Br\u00fccke gebaut?",
  "Qui a construit le pont ?",
  "\u041a\u0442\u043e \u043f\u043e\u0441\u0442\u0440\u043e\u0438\u043b \u043c\u043e\u0441\u0442?",
])("of a question in another language it says so: %s", async (question) => {
  expect(await answered(question)).toContain(`<p class="note">${QUESTION}</p>`);
  expect(spokenStatus(given.panel.snapshot())).toContain("The question is in another language");
});

test("of an English question on an English page it says nothing", async () => {
  expect(await answered("Who built the bridge?")).not.toContain("learned English");
  expect(spokenStatus(given.panel.snapshot())).not.toContain("learned English");
});

test("of a page in another language it says that, whatever the question is in", async () => {
  const { page, panel } = given;
  page.language = "de";
  await panel.open();
  const drawn = await answered("Wer hat die Br\u00fccke gebaut?");
  expect(drawn).toContain(PAGE);
  expect(drawn).not.toContain(QUESTION);
});

test("typing on takes it away", async () => {
  await answered("Wer hat die Br\u00fccke gebaut?");
  given.panel.type("Who built");
  expect(shown()).not.toContain("learned English");
});
