// The failures of recognising and speaking, each as one sentence and the next step. Texts only.

export class SpeechTrouble extends Error {
  override readonly name = "SpeechTrouble";

  constructor(
    readonly what: string,
    readonly next: string,
  ) {
    super(what);
  }
}

export type MicrophoneFault =
  | "refused"
  | "by system"
  | "missing"
  | "taken"
  | "unplugged"
  | "muted"
  | "insecure";

const FAULTS: Readonly<Record<MicrophoneFault, readonly [what: string, next: string]>> = {
  refused: [
    "The browser does not allow the microphone here.",
    "Allow it in the browser’s settings for this page, then press {button} again.",
  ],
  "by system": [
    "The system does not let this browser use the microphone.",
    "Allow it in the system’s privacy settings, then press {button} again.",
  ],
  missing: [
    "No microphone was found.",
    "Plug one in or switch it on in the system’s sound settings, then press {button} again.",
  ],
  taken: [
    "The microphone is used by another program.",
    "Close the program that records, then press {button} again.",
  ],
  unplugged: [
    "The microphone was unplugged while you spoke.",
    "Plug it in, press {button} and say the question again.",
  ],
  muted: [
    "The microphone is muted.",
    "Switch it on at the device or in the system’s sound settings, then press {button} again.",
  ],
  insecure: [
    "This page cannot use a microphone, since its address is not secure.",
    "Open it at 127.0.0.1 or over https.",
  ],
};

/** `button`: what a person presses to try again. */
export function microphoneTrouble(
  fault: MicrophoneFault,
  button = "the microphone",
): SpeechTrouble {
  const [what, next] = FAULTS[fault];
  return new SpeechTrouble(what, next.replace("{button}", button));
}

/** The fault that a rejection of `getUserMedia` is; null for one that is none of the microphone's. */
export function faultOf(error: unknown): MicrophoneFault | null {
  if (!(error instanceof Error)) return null;
  switch (error.name) {
    case "NotAllowedError":
    case "SecurityError":
      return /system/i.test(error.message) ? "by system" : "refused";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "taken";
    default:
      return null;
  }
}
