// Before each test of a file a panel is opened on a page that was read, with a clock that the test moves.

import { afterEach, beforeEach, vi } from "vitest";
import type { Feedback } from "../src/links.ts";
import { PanelController } from "../src/state/panel-controller.ts";
import { FakeVoice } from "./fake-voice.ts";
import { FakePage, FakeReader, FakeServer, FakeVerdicts, TEXT } from "./fakes.ts";

export interface OpenedPanel {
  page: FakePage;
  reader: FakeReader;
  server: FakeServer;
  panel: PanelController;
  kept: Feedback[];
  copied: string[];
  /** How often the panel asked to be closed. */
  closed: number;
  /** What the panel hears and says with, where it was given a voice. */
  voice: FakeVoice;
  verdicts: FakeVerdicts;
  readonly consent: { weak: boolean };
}

/** The same object for all tests of a file; what is in it is new for each. */
export function openedPanel({ withVoice = false, hears = true } = {}): OpenedPanel {
  const given = {} as OpenedPanel;

  beforeEach(async () => {
    vi.useFakeTimers();
    const consent = { weak: false };
    const kept: Feedback[] = [];
    const copied: string[] = [];
    const voice = new FakeVoice();
    const verdicts = new FakeVerdicts();
    const [page, reader, server] = [new FakePage(TEXT), new FakeReader(), new FakeServer()];
    const panel = new PanelController({
      page,
      reader,
      server,
      notebook: {
        keeps: true,
        keepsWeak: async () => consent.weak,
        keep: async (feedback) => void kept.push(feedback),
      },
      verdicts,
      ...(withVoice && { voice: hears ? voice.parts : { ...voice.parts, hearer: null } }),
      clipboard: { write: async (text) => void copied.push(text) },
      close: () => given.closed++,
    });
    Object.assign(given, {
      page,
      reader,
      server,
      panel,
      kept,
      copied,
      closed: 0,
      voice,
      consent,
      verdicts,
    });
    await panel.open();
    reader.ready();
  });

  afterEach(() => {
    given.panel.destroy();
    vi.useRealTimers();
  });

  return given;
}

/** Lets all go on that waits for nothing but its turn. */
export const settled = () => vi.advanceTimersByTimeAsync(0);
