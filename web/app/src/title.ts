// The title of the browser's tab: what is asked, what is open, or which view is shown. Values in, a string out.

import { t } from "@wherein/ui/messages/messages.ts";
import { type AskState, isAnswered } from "./asking/ask-state.ts";
import type { Route } from "./route.ts";

const VIEWS = {
  library: t.library,
  tables: t.tables,
  sharing: t.sharing,
  team: t.team,
  settings: t.settings,
  keys: t.keys,
} as const;

export function titleOf(route: Route, state: AskState): string {
  if (route.view !== "ask" && route.view !== "document") return named(VIEWS[route.view]);
  const { asked, opened } = state;
  if (asked && isAnswered(state)) return named(asked.question);
  if (route.question) return named(route.question);
  return opened.kind === "open" ? named(opened.shown.title) : "wherein";
}

function named(what: string): string {
  return t.wherein(what);
}
