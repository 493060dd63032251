// Words that are heard in the web app: they come into its question line, and what was not sure is offered.

import { expect, test } from "vitest";
import { FakeVoice } from "../../ui/tests/fake-voice.ts";
import { madeController } from "./made-controller.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test("a name that is likely but not sure is offered beside the words, until something else is typed", async () => {
  const voice = new FakeVoice();
  const controller = madeController({ search: async () => [] }, voice.parts);
  voice.heard = { text: "When did aida home die.", meant: "When did Ada Holm die.", unheard: null };
  controller.voice?.press();
  await settled();
  voice.sound(1);
  voice.silence(1);
  await settled();
  expect(controller.store.snapshot().question).toBe("When did aida home die?");
  expect(controller.voice?.snapshot().heard?.meant).toBe("When did Ada Holm die?");
  controller.type("When did aida");
  expect(controller.voice?.snapshot().heard).toBeNull();
});
