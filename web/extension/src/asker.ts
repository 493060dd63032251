// The random name of this browser profile in a server's memory; only paired servers get it.

import { Malformed, parse } from "@wherein/api-client/parsing.ts";
import * as v from "valibot";

const KEY = "asker";

/** The profile's name, made when first needed; after everything is wiped, a new one is made. */
export async function askerName(): Promise<string> {
  const kept = (await chrome.storage.local.get(KEY))[KEY];
  try {
    return parse(v.string(), kept, "the name");
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
  }
  const made = crypto.randomUUID();
  await chrome.storage.local.set({ [KEY]: made });
  return made;
}
