// Puts the app together: the server, the controllers, the address line, what other tabs change.

import { AppServer } from "@wherein/api-client/app-server.ts";
import "@wherein/ui/panel.css";
import "@wherein/ui/voice/voice.css";
import "@wherein/ui/text-layer.css";
import "./frame/head.css";
import "./app.css";
import "./library/report.css";
import "./settings/settings.css";
import "./start/start.css";
import "./conversation/conversation.css";
import { TeamServer } from "@wherein/api-client/team-server.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { AskController } from "./asking/ask-controller.ts";
import { ConversationController } from "./asking/conversation-controller.ts";
import { LibraryController } from "./library/library-controller.ts";
import { askerName, storedPreferences } from "./preferences.ts";
import { addressOf, type Route, routeOf } from "./route.ts";
import { Store } from "./store.ts";
import { TableController } from "./table/table-controller.ts";
import { TeamController } from "./team/team-controller.ts";
import "./team/team.css";
import { titleOf } from "./title.ts";
import "./table/table.css";
import { setLanguageOf } from "@wherein/ui/messages/messages.ts";
import { makeVoice } from "./asking/voice.ts";
import type { Viewer } from "./viewer.ts";
import { WritingController } from "./written/writing-controller.ts";
import "./written/written.css";

setLanguageOf(document);
const server = new AppServer(askerName(localStorage));
const preferences = storedPreferences(localStorage);
const route = new Store<{ readonly route: Route }>({ route: routeOf(location) });
const viewer: { current: Viewer | null } = { current: null };
const tabs = new BroadcastChannel("wherein-library");
const library = new LibraryController(server, () => tabs.postMessage("changed"));
const conversation = new ConversationController(server, localStorage);
const table = new TableController(server);
const writing = new WritingController(server);
const team = new TeamController(new TeamServer(server));
const controller: AskController = new AskController(server, preferences, conversation, {
  navigate(to, anew, understood) {
    if (anew) history.pushState({ understood }, "", addressOf(to));
    else history.replaceState({ understood }, "", addressOf(to));
    route.set({ route: routeOf(location) });
  },
  selection: () => viewer.current?.selection() ?? null,
  selectsWords: () => (document.getSelection()?.toString() ?? "").trim() !== "",
  clipboard: { write: (text) => navigator.clipboard.writeText(text) },
  origin: location.origin,
  voice: makeVoice(preferences, () => controller.documentAsked),
});

/** The browser's history says what was asked, its tabs what is open. */
function nameEntry(): void {
  const title = titleOf(route.snapshot().route, controller.store.snapshot());
  if (document.title !== title) document.title = title;
}

/** How the question of this entry of the history was put, where a conversation completed it. */
function understoodThen(): string | null {
  const kept: unknown = history.state;
  if (typeof kept !== "object" || kept === null || !("understood" in kept)) return null;
  return typeof kept.understood === "string" ? kept.understood : null;
}

/** Shows what the address line names. */
function follow(): void {
  const now = routeOf(location);
  route.set({ route: now });
  if (now.view === "ask" || now.view === "document") controller.restore(now, understoodThen());
}

function go(address: string): void {
  // A view that keeps the question keeps how it was understood.
  history.pushState(history.state, "", address);
  follow();
}

function applyAppearance(): void {
  document.documentElement.dataset.appearance = preferences.snapshot().appearance;
}

window.addEventListener("popstate", follow);
window.addEventListener("hashchange", follow);
window.addEventListener("focus", () => {
  void library.refresh();
  void library.adding.follow();
  void writing.learn();
  void team.learn();
});
window.addEventListener("beforeunload", (event) => {
  if (library.adding.isSending) event.preventDefault();
});
window.addEventListener("pagehide", () => {
  library.leave();
  controller.voice?.cancel();
});
// A file that is dropped beside the app must not replace it.
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => event.preventDefault());
tabs.addEventListener("message", () => void library.refresh());
preferences.subscribe(applyAppearance);
route.subscribe(nameEntry);
controller.store.subscribe(nameEntry);

applyAppearance();
follow();
void library.refresh();
void library.refreshBases();
void library.adding.follow();
void writing.learn();
void team.learn();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App
        server={server}
        controller={controller}
        library={library}
        table={table}
        writing={writing}
        team={team}
        preferences={preferences}
        route={route}
        viewer={viewer}
        go={go}
      />
    </StrictMode>,
  );
}
