// Settings and about: this browser's settings, the server's settings, and where data is stored.

import type { About, AppServer } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { count } from "@wherein/ui/state/words.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { VoiceChoices } from "@wherein/ui/voice/voice-choices.tsx";
import {
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { size } from "../asking/words.ts";
import type { Appearance, CautionChosen, Preferences } from "../preferences.ts";
import { saved } from "../saved.ts";
import type { Store } from "../store.ts";
import { troubleOf } from "../troubles.ts";
import { ServerSettings } from "./server-settings.tsx";

/** What went wrong, in which part of the page: it is said there, where the person looks. */
interface Failed {
  readonly where: "about" | "memory" | "code" | "session";
  readonly trouble: Trouble;
  readonly again: () => void;
}

interface Props {
  readonly server: AppServer;
  readonly preferences: Store<Preferences>;
  /** The browser is signed out: the page begins again. */
  readonly signedOut: () => void;
}

export function SettingsView({ server, preferences, signedOut }: Props): ReactElement {
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.snapshot);
  const [about, setAbout] = useState<About | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [code, setCode] = useState("");
  const [note, setNote] = useState("");
  const load = useCallback(() => {
    setFailed(null);
    server
      .about()
      .then(setAbout, (error: unknown) =>
        setFailed({ where: "about", trouble: troubleOf(error), again: load }),
      );
  }, [server]);
  useEffect(load, [load]);
  /** Runs a button's action; an error is shown beside the button. */
  const attempt = (where: Failed["where"], what: () => Promise<void>) => {
    setFailed(null);
    what().catch((error: unknown) =>
      setFailed({ where, trouble: troubleOf(error), again: () => attempt(where, what) }),
    );
  };
  const forgetting = useForgetting(server, setNote, (what) => attempt("memory", what));
  const failure = (where: Failed["where"]) =>
    failed?.where === where && <TroubleNote trouble={failed.trouble} retry={failed.again} />;
  return (
    <main className="page">
      <h1>Settings</h1>
      {failure("about")}
      <section>
        <h2>In this browser</h2>
        <label>
          Appearance{" "}
          <select
            value={chosen.appearance}
            onChange={(event) => preferences.set({ appearance: event.target.value as Appearance })}
          >
            <option value="light dark">as the system has it</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <label>
          How sure an answer has to be{" "}
          <select
            value={chosen.caution ?? ""}
            onChange={(event) =>
              preferences.set({ caution: (event.target.value || null) as CautionChosen | null })
            }
          >
            <option value="">as the server is set{about ? ` (${about.caution})` : ""}</option>
            <option value="low">low: more answers, more of them wrong</option>
            <option value="normal">normal</option>
            <option value="high">high: fewer answers, surer ones</option>
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={chosen.memory}
            onChange={(event) => preferences.set({ memory: event.target.checked })}
          />{" "}
          Remember questions and their answers
        </label>
      </section>
      <section>
        <h2>Voice</h2>
        <p>
          A question can be spoken and an answer read aloud. What you say goes to this server alone;
          no sound is kept.
        </p>
        <VoiceChoices
          settings={chosen.voice}
          change={(changed) => preferences.set({ voice: { ...chosen.voice, ...changed } })}
        />
      </section>
      <section>
        <h2>What is held about you</h2>
        <p>
          Questions and verdicts from this browser, on this machine alone. An answer is served again
          only while its text stands.
        </p>
        <button
          type="button"
          onClick={() =>
            attempt("memory", async () => {
              saved("wherein-memory.jsonl", "application/x-ndjson", await server.mine());
              setNote("Saved as wherein-memory.jsonl.");
            })
          }
        >
          Save a copy
        </button>
        {forgetting.isPending ? (
          <button type="button" onClick={forgetting.undo}>
            Undo
          </button>
        ) : (
          <button type="button" onClick={forgetting.begin}>
            Forget it all
          </button>
        )}
        <p role="status">{note}</p>
        {failure("memory")}
      </section>
      <section>
        <h2>Browser extension</h2>
        <p>This code pairs the extension with this server. Whoever has it can ask your library.</p>
        {code === "" ? (
          <button
            type="button"
            onClick={() => attempt("code", async () => setCode(await server.pairingCode()))}
          >
            Show the code
          </button>
        ) : (
          <p>
            <code className="code">{code}</code>
          </p>
        )}
        {failure("code")}
      </section>
      {about && (
        <ServerSettings
          about={about}
          save={async (changes) => {
            try {
              setAbout(await server.changeSettings(changes));
              return null;
            } catch (error) {
              return troubleOf(error);
            }
          }}
        />
      )}
      {about && <AboutServer about={about} />}
      <section>
        <h2>Signing out</h2>
        <p>This browser forgets the server. A new link signs it in again.</p>
        <button
          type="button"
          onClick={() =>
            attempt("session", async () => {
              await server.signOut();
              signedOut();
            })
          }
        >
          Sign out
        </button>
        {failure("session")}
      </section>
    </main>
  );
}

const UNDO_MS = 8000;

/** "Forget it all" waits a little, so that it can be undone; whoever leaves the page meanwhile has meant it. */
function useForgetting(
  server: AppServer,
  say: (note: string) => void,
  attempt: (what: () => Promise<void>) => void,
): { readonly isPending: boolean; readonly begin: () => void; readonly undo: () => void } {
  const [isPending, setPending] = useState(false);
  const forget = useRef<(() => void) | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const leave = () => {
      clearTimeout(timer.current);
      if (forget.current) void server.forgetMine(true).catch(() => undefined);
      forget.current = null;
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [server]);
  const end = () => {
    clearTimeout(timer.current);
    forget.current = null;
    setPending(false);
  };
  return {
    isPending,
    begin: () => {
      forget.current = () => {
        end();
        attempt(async () =>
          say(`${count(await server.forgetMine(), "question")} forgotten for good.`),
        );
      };
      timer.current = setTimeout(() => forget.current?.(), UNDO_MS);
      setPending(true);
      say("All of it is forgotten in 8 seconds.");
    },
    undo: () => {
      end();
      say("Nothing is forgotten.");
    },
  };
}

function AboutServer({ about }: { readonly about: About }): ReactElement {
  const rows: readonly (readonly [string, string])[] = [
    ["Version", about.version],
    ["Reader", readerOf(about)],
    ["Library", `${count(about.documents, "document")}, ${count(about.words, "word")}`],
    ["Settings", about.config],
    ["Kept in", `${about.home} (${size(about.bytes_kept)})`],
    ["Licence", "Apache-2.0; PDFs are drawn by pdf.js (Apache-2.0), icons are Lucide’s (ISC)"],
  ];
  return (
    <section>
      <h2>About this server</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Which reader answers, and how to get the larger one. */
function readerOf({ reader, larger_reader, larger_reader_bytes }: About): string {
  if (larger_reader) {
    return reader === "large" ? "large" : "small, and the larger one where the small one is unsure";
  }
  return (
    `small. A larger one is surer and slower; it is not on this machine (${size(larger_reader_bytes)}). To get it, ` +
    "run in a terminal: wherein models get large. The server uses it when it starts again."
  );
}
