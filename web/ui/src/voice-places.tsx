// The buttons for the microphone and for reading aloud; shown only where the panel has a voice.

import type { FoundAnswer } from "@wherein/reader/reading.ts";
import type { ReactElement } from "react";
import { Icon } from "./icons.tsx";
import type { PanelController } from "./panel-controller.ts";

interface Props {
  readonly controller: PanelController;
}

/** The microphone button, at the right of the question. */
export function Microphone({ controller }: Props): ReactElement | null {
  const { voice } = controller;
  if (!voice) return null;
  return (
    <button
      type="button"
      className="quiet"
      aria-label="Ask by voice"
      title="Ask by voice"
      onClick={() => void voice.hear()}
    >
      <Icon name="microphone" />
    </button>
  );
}

/** The button that reads an answer aloud, among the actions on it. */
export function ReadAloud({
  answer,
  controller,
}: Props & { readonly answer: FoundAnswer }): ReactElement | null {
  const { voice } = controller;
  if (!voice) return null;
  return (
    <button type="button" onClick={() => void voice.speak(answer)}>
      <Icon name="aloud" /> Read aloud
    </button>
  );
}
