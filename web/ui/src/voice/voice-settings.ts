// A person's voice settings. A value and its bounds.

export interface VoiceSettings {
  /** Whether there is a microphone at the question, and "Read aloud" at an answer. */
  readonly on: boolean;
  /** What was heard is asked at once; else it can be edited before. */
  readonly asksAtOnce: boolean;
  /** The microphone listens while it is held; else until it is pressed again, or silence. */
  readonly holds: boolean;
  readonly speed: number;
  /** The microphone is open while an answer is read aloud, so that speaking stops it. */
  readonly stopsWhenSpokenTo: boolean;
}

export const VOICE_AT_FIRST: VoiceSettings = {
  on: true,
  asksAtOnce: false,
  holds: false,
  speed: 1,
  stopsWhenSpokenTo: false,
};

/** The fastest speed that the voices accept. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The settings kept, where they are ones; what is missing or of another kind is as at first. */
export function voiceSettingsOf(kept: unknown): VoiceSettings {
  if (typeof kept !== "object" || kept === null) return VOICE_AT_FIRST;
  const { on, asksAtOnce, holds, speed, stopsWhenSpokenTo } = kept as Record<string, unknown>;
  const known = SPEEDS.find((each) => each === speed);
  return {
    on: on !== false,
    asksAtOnce: asksAtOnce === true,
    holds: holds === true,
    speed: known ?? VOICE_AT_FIRST.speed,
    stopsWhenSpokenTo: stopsWhenSpokenTo === true,
  };
}

/** Stores the settings and notifies the views that show them. */
export interface KeptVoiceSettings {
  snapshot(): VoiceSettings;
  subscribe(listener: () => void): () => void;
  set(changes: Partial<VoiceSettings>): void;
}
