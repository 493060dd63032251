// The controller of the ask view, with a storage that keeps nothing.

import type { Span } from "@wherein/anchoring/span.ts";
import type { AppServer } from "@wherein/api-client/app-server.ts";
import type { VoiceParts } from "@wherein/ui/voice/voice-desk.ts";
import { AskController } from "../src/asking/ask-controller.ts";
import { ConversationController } from "../src/asking/conversation-controller.ts";
import { storedPreferences } from "../src/preferences.ts";

const NOTHING = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const STORAGE = NOTHING as unknown as Storage;

/** What an asking that finds nothing gives back, beside the question. */
export const NOTHING_FOUND = {
  answers: [],
  perhaps: [],
  nearest: [],
  agreement: [],
  read: { fraction: 1, words: 9, stopped: false },
  notes: [],
  steps: [],
  links: [],
};

/** `server` has the calls that the test makes, and no others. */
export function madeController(
  server: Partial<AppServer>,
  voice?: VoiceParts,
  selection: () => Span | null = () => null,
): AskController {
  const whole = server as AppServer;
  return new AskController(
    whole,
    storedPreferences(STORAGE),
    new ConversationController(whole, STORAGE),
    {
      navigate: () => {},
      selection,
      selectsWords: () => false,
      clipboard: { write: () => Promise.resolve() },
      origin: "",
      ...(voice && { voice }),
    },
  );
}
