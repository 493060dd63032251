// What roles, rights, shares and tokens are called. Values in, words out.

import type { HeldLibrary, Right, Role, Share, Token } from "@wherein/api-client/team-server.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { t } from "@wherein/ui/messages/messages.ts";

export const EVERYONE = "everyone";
const GROUP = "group:";
const BASE = "base:";

/** What each role may do, in a few words. */
export const ROLES: Readonly<Record<Role, string>> = {
  reader: t.roleReader,
  editor: t.roleEditor,
  admin: t.roleAdmin,
};

export const RIGHTS: Readonly<Record<Right, string>> = {
  read: t.rightRead,
  write: t.rightWrite,
  admin: t.rightAdmin,
};

const DONE: Readonly<Record<string, string>> = {
  read: t.didRead,
  added: t.didAdd,
  changed: t.didChange,
  removed: t.didRemove,
  shared: t.didShare,
  unshared: t.didUnshare,
  "signed in": t.didSignIn,
  paired: t.didPair,
  "managed people": t.didManagePeople,
  "managed tokens": t.didManageTokens,
  "made a token": t.didMakeAToken,
  "ended a token": t.didEndAToken,
  "managed groups": t.didManageGroups,
  "signed out": t.didSignOut,
  "managed libraries": t.didManageLibraries,
  "changed settings": t.didChangeSettings,
  "managed folders": t.didManageFolders,
  "managed knowledge bases": t.didManageBases,
};

/** What somebody did, by the audit's own word. */
export function doneWords(what: string): string {
  return DONE[what] ?? what;
}

/** With whom something is shared. */
export function whomWords(whom: string): string {
  if (whom === EVERYONE) return t.everyoneOnThisServer;
  return whom.startsWith(GROUP) ? t.theGroup(whom.slice(GROUP.length)) : whom;
}

/** What is shared: a library by its name, or a knowledge base. */
export function whatWords(what: string): string {
  return what.startsWith(BASE) ? t.theKnowledgeBase(what.slice(BASE.length)) : what;
}

export function isBase(what: string): boolean {
  return what.startsWith(BASE);
}

export function baseNamed(name: string): string {
  return `${BASE}${name}`;
}

export function groupNamed(name: string): string {
  return `${GROUP}${name}`;
}

/** From where somebody has a library or a knowledge base. */
export function wayWords(through: readonly string[]): string {
  return through
    .map((way) => {
      if (way === "own") return t.yours;
      if (way === "person") return t.sharedWithYou;
      if (way === EVERYONE) return t.sharedWithEveryone;
      return t.sharedWithTheGroup(way.slice(GROUP.length));
    })
    .join(", ");
}

/** Whether somebody may say who else reads a library: of a folder of it alone nobody may. */
export function mayShare({ folder, role }: HeldLibrary): boolean {
  return folder === "" && role === "admin";
}

/** The day of a time of the server's. */
export function dayOf(time: string): string {
  return day(time);
}

export function isOver({ expires }: Pick<Token, "expires">, now: number): boolean {
  return expires != null && Date.parse(expires) <= now;
}

/** When a token ends. */
export function endWords(token: Pick<Token, "expires">, now: number): string {
  if (token.expires == null) return t.neverEnds;
  const end = dayOf(token.expires);
  return isOver(token, now) ? t.ended(end) : t.endsOn(end);
}

/** A share's own name among all. */
export function keyOf({ what, folder, whom }: Share): string {
  return JSON.stringify([what, folder, whom]);
}
