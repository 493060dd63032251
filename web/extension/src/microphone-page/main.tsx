// The page that asks for the microphone once, since a side panel cannot show the browser's prompt. Records nothing.

import { faultOf, SpeechTrouble } from "@wherein/speech/speech-trouble.ts";
import { setLanguageOf, t } from "@wherein/ui/messages/messages.ts";
import { speechWords } from "@wherein/ui/voice/speech-words.ts";
import { type ReactElement, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import "@wherein/ui/panel.css";
import "../settings-page/settings.css";

type State =
  | { readonly kind: "asking" }
  | { readonly kind: "allowed" }
  | { readonly kind: "not"; readonly what: string; readonly next: string };

const ASK = t.askMeNow;

async function ask(): Promise<State> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
    return { kind: "allowed" };
  } catch (error) {
    const trouble = new SpeechTrouble(faultOf(error) ?? "missing");
    const { what, next } = speechWords(trouble, `“${ASK}”`);
    return { kind: "not", what, next };
  }
}

function MicrophonePage(): ReactElement {
  const [state, setState] = useState<State>({ kind: "asking" });
  return (
    <main className="settings">
      <h1>{t.theMicrophone}</h1>
      <p>{t.whereinListensWhileYouPressIts}</p>
      <p>{t.browsersAskBeforeAProgramMay}</p>
      <p>
        <button type="button" onClick={() => void ask().then(setState)}>
          {ASK}
        </button>
      </p>
      <p role="status" className={state.kind === "not" ? "trouble-what" : "note"}>
        {state.kind === "allowed" && t.allowedGoBackToThePage}
        {state.kind === "not" && `${state.what} ${state.next}`}
      </p>
    </main>
  );
}

setLanguageOf(document);
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <MicrophonePage />
  </StrictMode>,
);
