// Settings and about: this browser's settings, the server's settings, and where data is stored.

import type { About, AppServer } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { count } from "@wherein/ui/state/words.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { VoiceChoices } from "@wherein/ui/voice/voice-choices.tsx";
import { type ReactElement, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { size } from "../asking/words.ts";
import type { Appearance, CautionChosen, Preferences } from "../preferences.ts";
import { saved } from "../saved.ts";
import type { Store } from "../store.ts";
import { troubleOf } from "../troubles.ts";
import { ServerSettings } from "./server-settings.tsx";

interface Props {
  readonly server: AppServer;
  readonly preferences: Store<Preferences>;
  /** The browser is signed out: the page begins again. */
  readonly signedOut: () => void;
}

export function SettingsView({ server, preferences, signedOut }: Props): ReactElement {
  const chosen = useSyncExternalStore(preferences.subscribe, preferences.snapshot);
  const [about, setAbout] = useState<About | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [code, setCode] = useState("");
  const [note, setNote] = useState("");
  const load = useCallback(() => {
    setTrouble(null);
    server.about().then(setAbout, (error: unknown) => setTrouble(troubleOf(error)));
  }, [server]);
  useEffect(load, [load]);
  /** Runs a button's action; an error is shown in its place. */
  const attempt = (what: () => Promise<void>) => {
    what().catch((error: unknown) => setTrouble(troubleOf(error)));
  };
  return (
    <main className="page">
      <h1>Settings</h1>
      {trouble && <TroubleNote trouble={trouble} retry={load} />}
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
            attempt(async () => {
              saved("wherein-memory.jsonl", "application/x-ndjson", await server.mine());
              setNote("Saved as wherein-memory.jsonl.");
            })
          }
        >
          Save a copy
        </button>
        <button
          type="button"
          onClick={() =>
            attempt(async () => {
              const gone = await server.forgetMine();
              setNote(`${count(gone, "question")} forgotten for good.`);
            })
          }
        >
          Forget it all
        </button>
        <p role="status">{note}</p>
      </section>
      <section>
        <h2>Browser extension</h2>
        <p>This code pairs the extension with this server. Whoever has it can ask your library.</p>
        {code === "" ? (
          <button
            type="button"
            onClick={() => attempt(async () => setCode(await server.pairingCode()))}
          >
            Show the code
          </button>
        ) : (
          <p>
            <code className="code">{code}</code>
          </p>
        )}
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
            attempt(async () => {
              await server.signOut();
              signedOut();
            })
          }
        >
          Sign out
        </button>
      </section>
    </main>
  );
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
