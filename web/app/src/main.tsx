// Puts the app together: the server, the controllers, the address line, what other tabs change.

import { AppServer } from "@wherein/api-client/app-server.ts";
import "@wherein/ui/panel.css";
import "@wherein/ui/voice/voice.css";
import "@wherein/ui/text-layer.css";
import "./app.css";
import "./conversation/conversation.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { AskController } from "./ask-controller.ts";
import { ConversationController } from "./conversation/conversation-controller.ts";
import { LibraryController } from "./library-controller.ts";
import { askerName, storedPreferences } from "./preferences.ts";
import { type Route, routeOf } from "./route.ts";
import { Store } from "./store.ts";
import { TableController } from "./table/table-controller.ts";
import "./table/table.css";
import type { Viewer } from "./viewer.ts";
import { makeVoice } from "./voice.ts";

const server = new AppServer(askerName(localStorage));
const preferences = storedPreferences(localStorage);
const route = new Store<{ readonly route: Route }>({ route: routeOf(location) });
const viewer: { current: Viewer | null } = { current: null };
const tabs = new BroadcastChannel("wherein-library");
const library = new LibraryController(server, () => tabs.postMessage("changed"));
const conversation = new ConversationController(server, localStorage);
const table = new TableController(server);
const controller: AskController = new AskController(server, preferences, conversation, {
  navigate(address, anew) {
    if (anew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    route.set({ route: routeOf(location) });
  },
  selection: () => viewer.current?.selection() ?? null,
  clipboard: { write: (text) => navigator.clipboard.writeText(text) },
  origin: location.origin,
  voice: makeVoice(preferences, () => controller.documentAsked),
});

/** Shows what the address line names. */
function follow(): void {
  const now = routeOf(location);
  route.set({ route: now });
  if (now.view === "document") void controller.open(now.document, now.span);
}

function go(address: string): void {
  history.pushState(null, "", address);
  follow();
}

function applyAppearance(): void {
  document.documentElement.style.colorScheme = preferences.snapshot().appearance;
}

window.addEventListener("popstate", follow);
window.addEventListener("hashchange", follow);
window.addEventListener("focus", () => {
  void library.refresh();
  void library.adding.follow();
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

applyAppearance();
follow();
void library.refresh();
void library.refreshBases();
void library.adding.follow();
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App
        server={server}
        controller={controller}
        library={library}
        table={table}
        preferences={preferences}
        route={route}
        viewer={viewer}
        go={go}
      />
    </StrictMode>,
  );
}
