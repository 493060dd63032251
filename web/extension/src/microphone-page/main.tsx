// The page that asks for the microphone once, since a side panel cannot show the browser's prompt. Records nothing.

import { faultOf, microphoneTrouble } from "@wherein/speech/speech-trouble.ts";
import { type ReactElement, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import "@wherein/ui/panel.css";
import "../settings-page/settings.css";

type State =
  | { readonly kind: "asking" }
  | { readonly kind: "allowed" }
  | { readonly kind: "not"; readonly what: string; readonly next: string };

const ASK = "Ask me now";

async function ask(): Promise<State> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
    return { kind: "allowed" };
  } catch (error) {
    const { what, next } = microphoneTrouble(faultOf(error) ?? "missing", `“${ASK}”`);
    return { kind: "not", what, next };
  }
}

function MicrophonePage(): ReactElement {
  const [state, setState] = useState<State>({ kind: "asking" });
  return (
    <main className="settings">
      <h1>The microphone</h1>
      <p>
        wherein listens while you press its microphone or hold it, and at no other time. What you
        say is made into text by this browser, on this computer. No sound is kept or sent.
      </p>
      <p>Browsers ask before a program may listen. In the side panel they can’t, so here it is.</p>
      <p>
        <button type="button" onClick={() => void ask().then(setState)}>
          {ASK}
        </button>
      </p>
      <p role="status" className={state.kind === "not" ? "trouble-what" : "note"}>
        {state.kind === "allowed" &&
          "Allowed. Go back to the page, press the microphone in the panel and say your question."}
        {state.kind === "not" && `${state.what} ${state.next}`}
      </p>
    </main>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <MicrophonePage />
  </StrictMode>,
);
