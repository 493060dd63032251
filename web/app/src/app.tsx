// The app: its views, the keys that work everywhere, files dropped anywhere. Draws only; the controllers act.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { voiceKeyDown, voiceKeyUp } from "@wherein/ui/voice/voice-places.tsx";
import {
  type DragEvent,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { AskPane } from "./ask-pane.tsx";
import type { AskController } from "./asking/ask-controller.ts";
import { isTelling } from "./asking/ask-state.ts";
import { CONTENT, focusShown, toAnswers } from "./asking/focus.ts";
import { DocumentPane } from "./document/document-pane.tsx";
import { useGone } from "./document/gone.ts";
import { Head } from "./frame/head.tsx";
import { filesDropped } from "./library/dropped.ts";
import type { LibraryController } from "./library/library-controller.ts";
import { LibraryView } from "./library/library-view.tsx";
import { PaneTabs, toNextPane, usePane } from "./panes.tsx";
import type { Preferences } from "./preferences.ts";
import { addressOf, type Route } from "./route.ts";
import { KeysView } from "./settings/keys-view.tsx";
import { SettingsView } from "./settings/settings-view.tsx";
import type { Store } from "./store.ts";
import type { TableController } from "./table/table-controller.ts";
import { TableView } from "./table/table-view.tsx";
import { SharingView } from "./team/sharing-view.tsx";
import { isMember, manages, type TeamController } from "./team/team-controller.ts";
import { TeamView } from "./team/team-view.tsx";
import type { Viewer } from "./viewer.ts";
import type { WritingController } from "./written/writing-controller.ts";

/** What the browser calls files among what is dragged. */
const FILES = "Files";
const VIEWS = [
  ["ask", t.ask],
  ["library", t.library],
  ["tables", t.tables],
  ["sharing", t.sharing],
  ["team", t.team],
  ["settings", t.settings],
  ["keys", t.keys],
] as const;

export interface AppProps {
  readonly server: AppServer;
  readonly controller: AskController;
  readonly library: LibraryController;
  readonly table: TableController;
  readonly writing: WritingController;
  readonly team: TeamController;
  readonly preferences: Store<Preferences>;
  readonly route: Store<{ readonly route: Route }>;
  readonly viewer: RefObject<Viewer | null>;
  readonly go: (address: string) => void;
}

export function App(props: AppProps): ReactElement {
  const { server, controller, library, table, writing, team, preferences, viewer, go } = props;
  const { route } = useSyncExternalStore(props.route.subscribe, props.route.snapshot);
  const asking = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const { opened } = asking;
  const { me } = useSyncExternalStore(team.store.subscribe, team.store.snapshot);
  const [pane, show] = usePane(asking);
  const { documents } = useSyncExternalStore(library.store.subscribe, library.store.snapshot);
  const [dragging, setDragging] = useState(false);
  const question = useRef<HTMLTextAreaElement>(null);
  const view = route.view === "document" ? "ask" : route.view;

  const toQuestion = useCallback(() => {
    show("answers");
    focusShown(question.current);
  }, [show]);

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
      const control = event.ctrlKey || event.metaKey;
      const handled = (does: () => void) => {
        event.preventDefault();
        does();
      };
      if (voiceKeyDown(controller.voice, event, () => controller.currentPassage())) {
        // Another view has no question line to put the words into.
        if (view !== "ask") go(addressOf(controller.routeNow()));
        event.preventDefault();
      } else if (event.key === "F3" || (control && event.key.toLowerCase() === "g")) {
        handled(() => controller.move(event.shiftKey ? -1 : 1));
      } else if (event.altKey && /^[1-9]$/u.test(event.key)) {
        handled(() => controller.goTo(Number(event.key)));
      } else if (event.altKey && !control && event.code === "KeyA" && view === "ask") {
        handled(() => {
          controller.takeScopeBack();
          toQuestion();
        });
      } else if (control && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "f") {
        const isThere = controller.asksOpenDocument && event.target === question.current;
        // What is open is searched here; pressed again, the browser's own search comes.
        if (view !== "ask" || !controller.isOpen || isThere) return;
        handled(() => {
          controller.askOpenDocument();
          toQuestion();
          question.current?.select();
        });
      } else if (event.key === "Escape" && view === "ask") {
        handled(() => {
          const corrected = isTelling(controller.store.snapshot());
          controller.escape();
          if (corrected) toAnswers();
          else toQuestion();
        });
      } else if (event.key === "F6" && view === "ask" && !control && !event.altKey) {
        handled(() => toNextPane(event.shiftKey ? -1 : 1, question, show));
      } else if (event.key === "/" && !typing && !control) {
        handled(() => {
          // Another view has no question line; the ask view takes the focus there when it opens.
          if (view === "ask") toQuestion();
          else go(addressOf(controller.routeNow()));
        });
      } else if (event.key === "?" && !typing && !control) handled(() => go("/keys"));
    };
    const keyUp = (event: KeyboardEvent) => voiceKeyUp(controller.voice, event);
    window.addEventListener("keydown", keys);
    window.addEventListener("keyup", keyUp);
    return () => {
      window.removeEventListener("keydown", keys);
      window.removeEventListener("keyup", keyUp);
    };
  }, [controller, go, view, show, toQuestion]);

  // Words that were heard can be put right at once.
  const { voice } = controller;
  useEffect(() => {
    let fills = 0;
    return voice?.subscribe(() => {
      const now = voice.snapshot().fills;
      if (now !== fills) requestAnimationFrame(() => question.current?.focus());
      fills = now;
    });
  }, [voice]);

  useEffect(() => {
    if (view === "ask") question.current?.focus();
    else controller.conversation.endRephrasing();
  }, [view, controller]);

  // Another browser or a terminal may have changed it since it was fetched.
  useEffect(() => {
    library.entered(view);
  }, [view, library]);

  const open = useCallback(
    ({ document, title }: KeptDocument) => {
      go(addressOf(controller.routeAsScope(document, title)));
      show("document");
    },
    [controller, go, show],
  );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    void filesDropped(event.dataTransfer).then((files) => {
      if (files.length === 0) return;
      go("/library");
      library.adding.add(files);
    });
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(FILES)) return;
    event.preventDefault();
    setDragging(true);
  };
  const gone = useGone(asking.opened, library);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by button as well.
    <div
      className="app"
      data-view={view}
      data-open={opened.kind !== "nothing"}
      onDragOver={drag}
      onDragLeave={(event) => event.currentTarget === event.target && setDragging(false)}
      onDrop={drop}
    >
      <Head
        go={go}
        // What whoever is signed in has no use for is not offered; its address works all the same.
        views={VIEWS.filter(
          ([each]) =>
            view === each ||
            ((each !== "sharing" || isMember(me)) &&
              (each !== "team" || (me?.team === true && manages(me)))),
        ).map(([each, name]) => ({
          name,
          address: addressOf(each === "ask" ? controller.routeNow() : { view: each }),
          isShown: view === each,
        }))}
      />
      {view === "ask" && (
        <main className="beside" data-pane={pane}>
          <h1 className="spoken">{t.ask}</h1>
          {opened.kind !== "nothing" && (
            <PaneTabs
              pane={pane}
              show={show}
              // What was copied, its button says.
              note={asking.copied ? "" : asking.note}
            />
          )}
          <AskPane
            controller={controller}
            library={library}
            writing={writing}
            question={question}
            server={server}
            open={open}
            toDocument={() => {
              show("document");
              focusShown(document.getElementById(CONTENT));
            }}
            toLibrary={() => go("/library")}
          />
          <DocumentPane
            controller={controller}
            server={server}
            viewer={viewer}
            gone={gone}
            isEmpty={documents?.length === 0}
          />
        </main>
      )}
      {view === "library" && (
        <LibraryView
          server={server}
          library={library}
          manages={manages(me)}
          openArticle={(document) => go(addressOf(controller.routeTo(document, null)))}
          openAt={({ document, start, end }) =>
            go(addressOf(controller.routeTo(document, { start, end })))
          }
          open={open}
          ask={(kept) => {
            open(kept);
            show("answers");
          }}
        />
      )}
      {view === "tables" && (
        <TableView
          table={table}
          library={library}
          open={({ question, row: { document, title }, cell: { start, end } }) => {
            const span = start == null || end == null ? null : { start, end };
            void controller.askAlone({ kind: "document", name: document, title }, question, span);
          }}
        />
      )}
      {view === "settings" && (
        <SettingsView
          server={server}
          me={me}
          preferences={preferences}
          signedOut={() => window.location.assign("/")}
        />
      )}
      {view === "sharing" && (
        <SharingView team={team} signedOut={() => window.location.assign("/")} />
      )}
      {view === "team" && <TeamView team={team} />}
      {view === "keys" && <KeysView />}
      {dragging && <div className="drop">{t.dropTheFilesToAddThem}</div>}
    </div>
  );
}
