// Speech in the app: recordings go to its own server, which has the recogniser; the server's voice, else the
// browser's. Nothing is asked of either before the microphone or "Read aloud" is pressed.

import { AudioServer } from "@wherein/api-client/audio.ts";
import { ServerHearer, speechOf } from "@wherein/speech/hearing/server-hearer.ts";
import worklet from "@wherein/speech/listening/capture-worklet.ts?worker&url";
import { browserMicrophone } from "@wherein/speech/listening/microphone.ts";
import { BrowserMouth } from "@wherein/speech/saying/browser-mouth.ts";
import { FirstMouth } from "@wherein/speech/saying/mouth.ts";
import { ServerMouth } from "@wherein/speech/saying/server-mouth.ts";
import type { VoiceParts } from "@wherein/ui/voice/voice-desk.ts";
import type { Preferences } from "../preferences.ts";
import type { Store } from "../store.ts";

/** `document` is the one whose names are expected in a question; without one, those of the library. */
export function makeVoice(
  preferences: Store<Preferences>,
  document: () => string | null,
): VoiceParts {
  const server = AudioServer.ofPage();
  return {
    open: browserMicrophone(worklet),
    hearer: new ServerHearer(server, document),
    mouth: new FirstMouth([new ServerMouth(speechOf(server)), new BrowserMouth()]),
    settings: {
      snapshot: () => preferences.snapshot().voice,
      subscribe: preferences.subscribe,
      set: (changes) => preferences.set({ voice: { ...preferences.snapshot().voice, ...changes } }),
    },
  };
}
