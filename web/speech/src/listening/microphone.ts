// The microphone through the browser: its samples at 16 kHz, and why there are none. The only module of the package
// that knows the devices of a page.

import { faultOf, SpeechTrouble } from "../speech-trouble.ts";

// As the worklet registers itself; importing it here would run it in the page.
const CAPTURE = "wherein-capture";
// A microphone that is switched off at the device is muted from the beginning, and stays so.
const MUTED_MS = 1500;

export interface Sounds {
  /** Samples at RATE of one channel. */
  samples(block: Float32Array): void;
  /** Nothing comes any more. */
  lost(trouble: SpeechTrouble): void;
}

export interface Microphone {
  /** Lets go of the device: the browser's sign of recording goes out. */
  close(): void;
}

/**
 * Opens a microphone and sends what it hears until it is closed; `beside` what is read aloud meanwhile, which is taken
 * out of it as far as the browser can. Rejects with SpeechTrouble.
 */
export type OpenMicrophone = (sounds: Sounds, beside?: boolean) => Promise<Microphone>;

/** `worklet` is the address of the built `capture-worklet.ts`. */
export function browserMicrophone(worklet: string): OpenMicrophone {
  return async (sounds, beside = false) => {
    if (!navigator.mediaDevices?.getUserMedia) throw new SpeechTrouble("insecure");
    const stream = await opened(beside);
    const context = new AudioContext();
    let muted: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const close = () => {
      closed = true;
      clearTimeout(muted);
      for (const track of stream.getTracks()) track.stop();
      void context.close().catch(() => undefined);
    };
    const lose = (trouble: SpeechTrouble) => {
      if (closed) return;
      close();
      sounds.lost(trouble);
    };
    try {
      await context.audioWorklet.addModule(worklet);
      // A page that has not been clicked yet starts its sound suspended.
      await context.resume();
      const node = new AudioWorkletNode(context, CAPTURE, { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
        if (!closed) sounds.samples(data);
      };
      context.createMediaStreamSource(stream).connect(node);
    } catch (error) {
      close();
      throw error;
    }
    for (const track of stream.getAudioTracks()) {
      track.addEventListener("ended", () => lose(new SpeechTrouble("unplugged")));
      const watch = () => {
        clearTimeout(muted);
        if (track.muted) muted = setTimeout(() => lose(new SpeechTrouble("muted")), MUTED_MS);
      };
      track.addEventListener("mute", watch);
      track.addEventListener("unmute", watch);
      watch();
    }
    return { close };
  };
}

async function opened(beside: boolean): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      // The recogniser hears through noise; what is made to please ears costs it words.
      audio: { channelCount: 1, echoCancellation: beside, noiseSuppression: beside },
    });
  } catch (error) {
    const fault = faultOf(error);
    if (fault) throw new SpeechTrouble(fault);
    throw error;
  }
}
