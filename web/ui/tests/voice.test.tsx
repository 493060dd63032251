import { SpeechTrouble } from "@wherein/speech/speech-trouble.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { Panel } from "../src/panel.tsx";
import type { PanelController } from "../src/state/panel-controller.ts";
import { speechWords } from "../src/voice/speech-words.ts";
import { VoiceChoices } from "../src/voice/voice-choices.tsx";
import type { VoiceDesk } from "../src/voice/voice-desk.ts";
import { voiceKeyDown, voiceKeyUp } from "../src/voice/voice-places.tsx";
import { VOICE_AT_FIRST, voiceSettingsOf } from "../src/voice/voice-settings.ts";
import { answerAt, TEXT } from "./fakes.ts";
import { type OpenedPanel, openedPanel, settled } from "./opened-panel.ts";

const SENTENCE = "The bridge was built by Ada Holm.";
const ANSWER = {
  ...answerAt(TEXT, "Ada Holm"),
  quote: SENTENCE,
  quoteSpan: { start: 0, end: SENTENCE.length },
};

function shown(panel: PanelController): string {
  const settings = () => undefined;
  return renderToStaticMarkup(createElement(Panel, { controller: panel, settings, focus: 0 }));
}

async function answered({ panel, reader }: OpenedPanel): Promise<void> {
  panel.type("who built it");
  panel.enter(1);
  await settled();
  reader.tell({ answers: [ANSWER], done: true });
}

const deskOf = ({ panel }: OpenedPanel) => panel.voice as VoiceDesk;
const key = (code: string, more = {}) => ({
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  code,
  ...more,
});

describe("a panel that was given no voice", () => {
  const given = openedPanel();

  test("has no button that would do nothing", async () => {
    await answered(given);
    expect(shown(given.panel)).toContain("Copy");
    expect(shown(given.panel)).not.toMatch(/voice|aloud/i);
    expect(given.panel.voice).toBeNull();
    expect(voiceKeyDown(given.panel.voice, key("KeyM"), () => null)).toBe(false);
  });
});

describe("a panel of a build without a recogniser", () => {
  const given = openedPanel({ withVoice: true, hears: false });

  test("reads aloud, and offers nothing that listens", async () => {
    await answered(given);
    expect(shown(given.panel)).not.toContain("Ask by voice");
    expect(shown(given.panel).match(/>Read aloud</g)).toHaveLength(1);
    expect(voiceKeyDown(given.panel.voice, key("KeyM"), () => null)).toBe(false);
    deskOf(given).press();
    await settled();
    expect(given.voice.opened).toBe(0);
  });

  test("says in its settings what asking by voice needs", () => {
    const choices = (hears: boolean) =>
      renderToStaticMarkup(
        <VoiceChoices settings={VOICE_AT_FIRST} hears={hears} change={() => undefined} />,
      );
    expect(choices(false)).toContain("needs a download of 29 MB");
    expect(choices(false)).not.toContain("Ask by voice");
    expect(choices(true)).toContain("Ask by voice");
  });
});

describe("a panel with a voice", () => {
  const given = openedPanel({ withVoice: true });

  test("has a microphone and reads aloud, unless that is switched off", async () => {
    await answered(given);
    expect(shown(given.panel).match(/aria-label="Ask by voice"/g)).toHaveLength(1);
    expect(shown(given.panel).match(/>Read aloud</g)).toHaveLength(1);
    given.voice.set({ on: false });
    expect(shown(given.panel)).not.toMatch(/voice"|aloud/i);
    expect(voiceKeyDown(given.panel.voice, key("KeyM"), () => null)).toBe(false);
  });

  test("shows the words as they come, ends by silence, and lets them be edited before they are asked", async () => {
    const { panel, voice } = given;
    deskOf(given).press();
    await settled();
    expect(shown(panel)).toContain("Opening the microphone");
    voice.silence(0.5);
    expect(shown(panel)).toContain("Listening…");
    voice.sound(1);
    await settled();
    expect(voice.looks[0]?.whole).toBe(false);
    expect(shown(panel)).toMatch(/class="voice-words"[^>]*>who built it</);
    expect(shown(panel)).toMatch(/<meter [^>]*value="0\.\d+"/);
    expect(panel.snapshot().question).toBe("");
    voice.silence(1);
    await settled();
    expect(voice.closed).toBe(1);
    expect(voice.looks.at(-1)?.whole).toBe(true);
    expect(panel.snapshot().question).toBe("who built it?");
    expect(deskOf(given).snapshot()).toMatchObject({ hearing: null, fills: 1 });
    // Longer than the pause after which typed words are asked.
    await vi.advanceTimersByTimeAsync(2000);
    expect(given.reader.asked).toEqual([]);
    panel.enter(1);
    await settled();
    expect(given.reader.asked.map(({ text }) => text)).toEqual(["who built it?"]);
  });

  test("asks at once where that is chosen, even one word", async () => {
    const { voice } = given;
    voice.set({ asksAtOnce: true });
    voice.heard = { text: "bridge", meant: null, unheard: null };
    deskOf(given).press();
    await settled();
    voice.sound(1);
    deskOf(given).press();
    await settled();
    expect(given.reader.asked.map(({ text }) => text)).toEqual(["bridge"]);
  });

  test("expects the names of the page, and offers one that it is unsure of", async () => {
    const { panel, voice } = given;
    voice.heard = { text: "when did aida home die", meant: "when did Ada Holm die", unheard: null };
    deskOf(given).press();
    await settled();
    voice.sound(1);
    voice.silence(1);
    await settled();
    expect(voice.names).toContain("Ada Holm");
    expect(panel.snapshot().question).toBe("when did aida home die?");
    expect(shown(panel)).toContain("Did you mean");
    deskOf(given).takeMeant();
    expect(panel.snapshot().question).toBe("when did Ada Holm die?");
    expect(shown(panel)).not.toContain("Did you mean");
  });

  test("forgets what it offered when something else is typed", async () => {
    given.voice.heard = { text: "aida", meant: "Ada", unheard: null };
    deskOf(given).press();
    await settled();
    given.voice.sound(1);
    given.voice.silence(1);
    await settled();
    given.panel.type("aida h");
    expect(shown(given.panel)).not.toContain("Did you mean");
  });

  test("is held by its key: listens through silence, and ends when either key is let go", async () => {
    const { voice, panel } = given;
    voice.set({ holds: true });
    expect(voiceKeyDown(panel.voice, key("KeyM"), () => null)).toBe(true);
    await settled();
    voice.sound(1);
    voice.silence(3);
    await settled();
    expect(voiceKeyDown(panel.voice, key("KeyM", { repeat: true }), () => null)).toBe(true);
    expect(voice.closed).toBe(0);
    voiceKeyUp(panel.voice, { code: "AltLeft" });
    await settled();
    expect(voice.closed).toBe(1);
    expect(panel.snapshot().question).toBe("who built it?");
  });

  test("puts nothing into the line when Esc is pressed, and closes only at the next", async () => {
    const { voice, panel } = given;
    deskOf(given).press();
    await settled();
    voice.sound(1);
    await panel.escape();
    voice.silence(2);
    await settled();
    expect(panel.snapshot().question).toBe("");
    expect(deskOf(given).snapshot().hearing).toBeNull();
    expect(voice.closed).toBe(1);
    expect(given.closed).toBe(0);
    await panel.escape();
    expect(given.closed).toBe(1);
  });

  test.each(["refused", "by-system", "missing", "taken"] as const)(
    "says what to do where the microphone is %s",
    async (fault) => {
      given.voice.fault = new SpeechTrouble(fault);
      const trouble = speechWords(given.voice.fault);
      deskOf(given).press();
      await settled();
      expect(shown(given.panel)).toContain(trouble.what);
      expect(shown(given.panel)).toContain(trouble.next);
      expect(deskOf(given).snapshot().hearing).toBeNull();
    },
  );

  test("says so where it is unplugged in the middle of a sentence, and hears again after", async () => {
    const { voice, panel } = given;
    deskOf(given).press();
    await settled();
    voice.sound(0.5);
    voice.sounds?.lost(new SpeechTrouble("unplugged"));
    await settled();
    expect(shown(panel)).toContain("unplugged while you spoke");
    expect(panel.snapshot().question).toBe("");
    deskOf(given).press();
    await settled();
    expect(shown(panel)).not.toContain("unplugged");
    voice.sound(1);
    voice.silence(1);
    await settled();
    expect(panel.snapshot().question).toBe("who built it?");
  });

  test("says what to do first where the microphone can't be opened here", async () => {
    given.voice.before = { what: "Asked once.", next: "Allow it there.", final: true };
    deskOf(given).press();
    await settled();
    expect(given.voice.opened).toBe(0);
    expect(shown(given.panel)).toContain("Allow it there.");
  });

  test("says that it did not catch what is no question, and keeps the line as it is", async () => {
    const { voice, panel } = given;
    panel.type("who");
    voice.heard = { text: "", meant: null, unheard: "unclear" };
    deskOf(given).press();
    await settled();
    voice.sound(1);
    voice.silence(1);
    await settled();
    expect(panel.snapshot().question).toBe("who");
    expect(shown(panel)).toContain("it was not clear. Say it again, closer");
    // Esc takes the message away, then what stands in the line.
    await panel.escape();
    expect(shown(panel)).not.toContain("it was not clear");
    expect(panel.snapshot().question).toBe("who");
  });

  test("lets go of the microphone when the question is typed", async () => {
    const { voice, panel } = given;
    deskOf(given).press();
    await settled();
    voice.sound(1);
    panel.type("goats");
    voice.silence(2);
    await settled();
    expect(voice.closed).toBe(1);
    expect(deskOf(given).snapshot().hearing).toBeNull();
    expect(panel.snapshot().question).toBe("goats");
  });

  test("says to hold the microphone where it was let go at once", async () => {
    const { voice, panel } = given;
    voice.set({ holds: true });
    deskOf(given).hold();
    await settled();
    voice.sound(0.1);
    deskOf(given).release();
    await settled();
    expect(shown(panel)).toContain("Hold the microphone, or its key, while you speak.");
  });

  test("gives up where nothing is said", async () => {
    deskOf(given).press();
    await settled();
    given.voice.silence(8.5);
    await settled();
    expect(given.voice.closed).toBe(1);
  });
});

describe("reading aloud", () => {
  const given = openedPanel({ withVoice: true });

  test("says the answer’s sentence, marks it in the page while it does, and the word that is said", async () => {
    const { panel, page, voice } = given;
    await answered(given);
    void deskOf(given).speak(panel.passage(ANSWER));
    expect(voice.said).toEqual(["The bridge was built by Ada Holm."]);
    const spoken = page.marks.at(-1)?.spoken;
    expect(spoken && TEXT.slice(spoken.start, spoken.end)).toBe(
      "The bridge was built by Ada Holm.",
    );
    voice.saying?.word("The bridge was ".length);
    expect(shown(panel)).toContain("The bridge was <mark>built</mark> by Ada Holm.");
    expect(shown(panel)).toContain("Stop reading");
    voice.finishSaying();
    await settled();
    expect(page.marks.at(-1)?.spoken).toBeNull();
    expect(deskOf(given).snapshot().speaking).toBeNull();
  });

  test("reads the section on wish, sentence by sentence, the next one made meanwhile", async () => {
    const { panel, page, voice } = given;
    page.change(TEXT);
    await answered(given);
    void deskOf(given).speak(panel.passage(ANSWER));
    void deskOf(given).speakSection();
    await settled();
    // Without blocks there is no section to be found, and nothing is said of one.
    expect(voice.said).toHaveLength(1);
    page.blocks = [
      { kind: "heading", level: 2, start: 0, end: 3 },
      { kind: "paragraph", start: 0, end: TEXT.length },
    ];
    page.change(`${TEXT} `);
    await settled();
    given.reader.tell({ answers: [ANSWER], done: true });
    void deskOf(given).speakSection(panel.passage(ANSWER));
    expect(voice.said.at(-1)).toBe("The");
    expect(voice.saying?.next).toBe("The bridge was built by Ada Holm.");
    voice.finishSaying();
    await settled();
    voice.finishSaying();
    await settled();
    expect(voice.said.at(-1)).toBe("Ada Holm died in nineteen oh one.");
    voice.finishSaying();
    await settled();
    // The section was read: it is not offered again.
    expect(shown(panel)).not.toContain("Read the section");
    // After the sentence it is, until something else is done.
    void deskOf(given).speak(panel.passage(ANSWER));
    voice.finishSaying();
    await settled();
    expect(shown(panel)).toContain("Read the section");
    await panel.escape();
    expect(shown(panel)).not.toContain("Read the section");
    expect(panel.snapshot().question).toBe("who built it");
  });

  test("stops at once by Esc, by its key, and when someone wants to speak", async () => {
    const { panel, voice } = given;
    await answered(given);
    const current = () => panel.currentPassage();
    voiceKeyDown(panel.voice, key("KeyR"), current);
    expect(deskOf(given).snapshot().speaking).not.toBeNull();
    voiceKeyDown(panel.voice, key("KeyR"), current);
    expect(voice.saying?.signal.aborted).toBe(true);
    voiceKeyDown(panel.voice, key("KeyR"), current);
    await panel.escape();
    expect(voice.saying?.signal.aborted).toBe(true);
    expect(panel.snapshot().question).toBe("who built it");
    voiceKeyDown(panel.voice, key("KeyR"), current);
    deskOf(given).press();
    expect(voice.saying?.signal.aborted).toBe(true);
    expect(voice.said).toHaveLength(3);
  });

  test("says so where there is no voice", async () => {
    given.voice.mute = new SpeechTrouble("no-voice");
    await answered(given);
    await deskOf(given).speak(given.panel.passage(ANSWER));
    expect(shown(given.panel)).toContain("Add one in the system");
    expect(given.page.marks.at(-1)?.spoken ?? null).toBeNull();
  });

  test("is done with when the page is another", async () => {
    await answered(given);
    void deskOf(given).speak(given.panel.passage(ANSWER));
    given.page.change("Another text. It stands.");
    await settled();
    expect(given.voice.saying?.signal.aborted).toBe(true);
    expect(given.page.marks.at(-1)?.spoken).toBeNull();
  });
});

describe("reading aloud with the microphone open", () => {
  const given = openedPanel({ withVoice: true });

  test("stops when someone speaks, and lets go of the microphone when it is over", async () => {
    const { panel, voice } = given;
    await answered(given);
    void deskOf(given).speak(panel.passage(ANSWER));
    await settled();
    expect(voice.opened).toBe(0);
    deskOf(given).stop();
    voice.set({ stopsWhenSpokenTo: true });
    void deskOf(given).speak(panel.passage(ANSWER));
    await settled();
    expect(voice.opened).toBe(1);
    voice.silence(1);
    expect(voice.saying?.signal.aborted).toBe(false);
    voice.sound(0.5);
    expect(voice.saying?.signal.aborted).toBe(true);
    expect(voice.closed).toBe(1);
    void deskOf(given).speak(panel.passage(ANSWER));
    await settled();
    voice.finishSaying();
    await settled();
    expect(voice.closed).toBe(2);
  });
});

test("settings that were kept by something else are as at first", () => {
  expect(voiceSettingsOf("nonsense")).toEqual(VOICE_AT_FIRST);
  expect(voiceSettingsOf({ on: 3, speed: 9, holds: true })).toEqual({
    ...VOICE_AT_FIRST,
    holds: true,
  });
  expect(voiceSettingsOf({ on: false, speed: 1.5 })).toMatchObject({ on: false, speed: 1.5 });
});
