// The failures of recognising and speaking, each by its name. Their sentences are the interface's.

import type { ServerTrouble } from "@wherein/api-client/server.ts";

export type MicrophoneFault =
  | "refused"
  | "by-system"
  | "missing"
  | "taken"
  | "unplugged"
  | "muted"
  | "insecure";

export type SpeechFault =
  | MicrophoneFault
  /** The files of the recogniser are not there. */
  | "no-recogniser"
  | "recogniser-stopped"
  /** No voice on this computer; and no server that has one, where one could be paired. */
  | "no-voice"
  | "no-voice-no-server"
  | "may-not-speak"
  | "voice-stopped"
  /** The server refused or could not be reached; it says why itself. */
  | "of-server";

interface More {
  /** The software's own message. */
  readonly details?: string;
  readonly server?: ServerTrouble;
}

export class SpeechTrouble extends Error {
  override readonly name = "SpeechTrouble";
  readonly fault: SpeechFault;
  readonly details: string;
  /** With "of-server" alone. */
  readonly server: ServerTrouble | null;

  constructor(fault: SpeechFault, { details = "", server }: More = {}) {
    super(details === "" ? fault : `${fault}: ${details}`);
    this.fault = fault;
    this.details = details;
    this.server = server ?? null;
  }
}

/** The fault that a rejection of `getUserMedia` is; null for one that is none of the microphone's. */
export function faultOf(error: unknown): MicrophoneFault | null {
  if (!(error instanceof Error)) return null;
  switch (error.name) {
    case "NotAllowedError":
    case "SecurityError":
      return /system/i.test(error.message) ? "by-system" : "refused";
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
