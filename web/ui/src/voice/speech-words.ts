// The sentences of what recognising and speaking failed at. Values in, sentences out.

import type { Hearing, Told } from "@wherein/speech/hearing/hearing.ts";
import type { SpeechFault, SpeechTrouble } from "@wherein/speech/speech-trouble.ts";
import { t } from "../messages/messages.ts";
import { serverWords } from "../messages/server-words.ts";

type Sentences = readonly [what: string, next: string];
type Reason = Exclude<Hearing["unheard"], Told | null>;

/** `button`: what a person presses to try again. */
function sentencesOf(fault: SpeechFault, details: string, button: string): Sentences {
  switch (fault) {
    case "refused":
      return [t.theBrowserDoesNotAllowThe, t.allowItInTheBrowsersSettings(button)];
    case "by-system":
      return [t.theSystemDoesNotLetThis, t.allowItInTheSystemsPrivacy(button)];
    case "missing":
      return [t.noMicrophoneWasFound, t.plugOneInOrSwitchIt(button)];
    case "taken":
      return [t.theMicrophoneIsUsedByAnother, t.closeTheProgramThatRecords(button)];
    case "unplugged":
      return [t.theMicrophoneWasUnplugged, t.plugItInPressAndSay(button)];
    case "muted":
      return [t.theMicrophoneIsMuted, t.switchItOnAtTheDevice(button)];
    case "insecure":
      return [t.thisPageCannotUseAMicrophone, t.openItAt127001Or];
    case "no-recogniser":
      return [t.thisBuildOfTheExtensionHas, t.askAloudInTheWebApp];
    case "recogniser-stopped":
      return [t.theSpeechRecogniserStopped(details), t.pressTheMicrophoneAgainOr];
    case "no-voice-no-server":
      return [t.thisBrowserHasNoVoiceThat, t.addOneInTheSystemS];
    case "may-not-speak":
      return [t.theBrowserDoesNotAllowThisPage, t.clickIntoThePageThen];
    case "voice-stopped":
      return [t.theBrowsersVoiceStopped(details), t.pressReadAloudAgain];
    default:
      return [t.thisBrowserHasNoVoiceThat, t.addOneOrStartServeWith];
  }
}

export function speechWords(
  { fault, details, server }: Pick<SpeechTrouble, "fault" | "details" | "server">,
  button: string = t.theMicrophoneButton,
): Told {
  if (server) return serverWords(server);
  const [what, next] = sentencesOf(fault, details, button);
  return { what, next };
}

/** As the server and the terminal say them (`contracts/lexicon/speech.json`). */
const UNHEARD: Readonly<Partial<Record<Reason, Sentences>>> = {
  too_short: [t.iDidntCatchThatTooShort, t.speakForASecondOrLonger],
  too_short_held: [t.iDidntCatchThatTooShort, t.holdTheMicrophoneOrItsKey],
  too_long: [t.iDidntCatchThatTooLong, t.recordOneQuestionAtATime],
  silent: [t.iDidntCatchThatSilent, t.checkThatTheRightMicrophone],
  wordless: [t.iDidntCatchThatNoWords, t.sayItAgainWhereItIs],
  unclear: [t.iDidntCatchThatNotClear, t.sayItAgainCloserToThe],
  repeated: [t.iDidntCatchThatRepeated, t.sayItAgainInOneGo],
};

/** Why there is no text, and the next step. */
export function unheardWords(unheard: Reason | Told): Told {
  if (typeof unheard !== "string") return unheard;
  const [what, next] = UNHEARD[unheard] ?? [t.iDidntCatchThatNotClear, t.sayItAgainCloserToThe];
  return { what, next };
}
