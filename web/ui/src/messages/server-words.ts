// The sentences of what the server or the connection to it failed at. Values in, sentences out.

import { OLDEST_VERSION, type Said, type ServerTrouble } from "@wherein/api-client/server.ts";
import { t } from "./messages.ts";

/** The server's own next steps end in a command, which is set as one. */
const COMMAND = /(?<=: )wherein [a-z][^`.]*(?=\.?$)/u;

/** What happened, and the next step; what a server refuses is said in its own words. */
export function serverWords({ kind, said, version }: ServerTrouble): Said {
  if (said) return { ...said, next: said.next.replace(COMMAND, "`$&`") };
  switch (kind) {
    case "cut-off":
      return { what: t.theServerStoppedBeforeItWas, next: t.startItThenAskAgain };
    case "token":
      return { what: t.theServerDoesNotKnowThis, next: t.pairItAgainInTheSettings };
    case "signed-out":
      return { what: t.thisBrowserIsNotSignedIn, next: t.openANewSignInLink };
    case "old":
      return {
        what: t.theServerIsVersion(version, OLDEST_VERSION),
        next: t.updateWhereinStartServeAgain,
      };
    case "garbled":
      return {
        what: t.theServerGaveAReplyThat,
        next: t.updateWhereinAndThisExtension,
      };
    default:
      return { what: t.theServerIsNotRunning, next: t.startItWithServeThenTry };
  }
}
