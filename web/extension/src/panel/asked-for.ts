// Passes the person's request from the service worker to the panel when the panel is opened.

import { parse } from "@wherein/api-client/parsing.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import * as v from "valibot";
import { VERSION } from "../messages.ts";

export interface AskedFor {
  /** Words to ask about; null to keep the words in the field. */
  readonly question: string | null;
}

const kept = v.object({ question: v.nullable(v.string()) });
const focus = v.object({
  v: v.literal(VERSION),
  type: v.literal("focus"),
  tabId: v.number(),
});

function key(tabId: number): string {
  return `asked-for-${tabId}`;
}

export async function keepQuestion(tabId: number, asked: AskedFor): Promise<void> {
  await chrome.storage.session.set({ [key(tabId)]: asked });
}

/** Takes what was stored for the tab; a second call returns nothing. */
export async function takeQuestion(tabId: number): Promise<AskedFor> {
  const found = (await chrome.storage.session.get(key(tabId)))[key(tabId)];
  await chrome.storage.session.remove(key(tabId));
  return found === undefined ? { question: null } : parse(kept, found, t.theKeptQuestion);
}

export function focusMessage(tabId: number): { v: number; type: string; tabId: number } {
  return { v: VERSION, type: "focus", tabId };
}

/** The tab whose panel a message asks to take the focus; null for any other message. */
export function tabToFocus(message: unknown): number | null {
  try {
    return parse(focus, message).tabId;
  } catch {
    return null;
  }
}
