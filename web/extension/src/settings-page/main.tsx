// The settings: the server, the sites never to read, what is kept, and what a page can see of the marks.

import { pairingOf, ServerClient, ServerTrouble } from "@wherein/api-client/server.ts";
import { type FormEvent, type ReactElement, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "@wherein/ui/panel.css";
import "./settings.css";
import { asSquad, LocalNotebook } from "../notebook.ts";
import { loadSettings, type Settings, saveSettings, wipe } from "../settings.ts";

/** What the last action came to. */
interface Note {
  readonly text: string;
  readonly good: boolean;
}

function SettingsPage(): ReactElement | null {
  const [settings, setSettings] = useState<Settings | null>(null);
  useEffect(() => void loadSettings().then(setSettings), []);
  if (!settings) return null;
  const change = (changed: Partial<Settings>) => {
    const next = { ...settings, ...changed };
    setSettings(next);
    void saveSettings(next);
  };
  return (
    <main className="settings">
      <h1>Settings</h1>
      <ServerSection settings={settings} change={change} />
      <SitesSection settings={settings} change={change} />
      <KeptSection wiped={() => void loadSettings().then(setSettings)} />
      <PrivacySection />
    </main>
  );
}

interface SectionProps {
  readonly settings: Settings;
  readonly change: (changed: Partial<Settings>) => void;
}

function ServerSection({ settings, change }: SectionProps): ReactElement {
  const [code, setCode] = useState("");
  const [note, setNote] = useState<Note | null>(null);
  const pair = async (event: FormEvent) => {
    event.preventDefault();
    const pairing = pairingOf(code);
    if (!pairing) {
      setNote({
        text: "This is not a code of `wherein serve`. Copy the whole line it prints.",
        good: false,
      });
      return;
    }
    try {
      const client = new ServerClient(pairing);
      const version = await client.health();
      if (!(await client.isPaired())) {
        setNote({
          text: "The server does not take this code. Copy the one it prints now.",
          good: false,
        });
        return;
      }
      change({ pairing, serverOn: true });
      setCode("");
      setNote({ text: `Paired with version ${version}.`, good: true });
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      setNote({ text: `${error.what} ${error.next}`, good: false });
    }
  };
  return (
    <section>
      <h2>Your own server</h2>
      <p>
        When the small reader is unsure, the question and the page’s text can go to a larger one on
        this computer. Start it with <code>wherein serve</code> and enter the code it prints.
      </p>
      {settings.pairing ? (
        <>
          <p>
            Paired with <code>{settings.pairing.address}</code>.
          </p>
          <label className="check">
            <input
              type="checkbox"
              checked={settings.serverOn}
              onChange={(event) => change({ serverOn: event.target.checked })}
            />
            Ask it when the small reader is unsure
          </label>
          <button
            type="button"
            onClick={() => {
              change({ pairing: null });
              setNote({ text: "Forgotten.", good: true });
            }}
          >
            Forget this server
          </button>
        </>
      ) : (
        <form onSubmit={(event) => void pair(event)}>
          <label htmlFor="code">Code</label>
          <input
            id="code"
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <button type="submit">Pair</button>
        </form>
      )}
      <p role="status" className={note?.good === false ? "trouble-what" : "note"}>
        {note?.text}
      </p>
    </section>
  );
}

function SitesSection({ settings, change }: SectionProps): ReactElement {
  const [sites, setSites] = useState(settings.neverRead.join("\n"));
  return (
    <section>
      <h2>Sites never to read</h2>
      <label htmlFor="sites">
        One a line, as in bank.example; what stands below it is meant too.
      </label>
      <textarea
        id="sites"
        rows={4}
        spellCheck={false}
        value={sites}
        onChange={(event) => {
          setSites(event.target.value);
          change({
            neverRead: event.target.value
              .split("\n")
              .map((line) => line.trim())
              .filter(Boolean),
          });
        }}
      />
    </section>
  );
}

/** Saves the feedback as a file; says what came of it. */
async function exportFeedback(): Promise<string> {
  const all = await new LocalNotebook().all();
  if (all.length === 0) return "There is none yet.";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([asSquad(all)], { type: "application/json" }));
  link.download = "feedback.json";
  link.click();
  URL.revokeObjectURL(link.href);
  return `Exported ${all.length}; train with \`wherein train reader --from feedback.json\`.`;
}

function KeptSection({ wiped }: { readonly wiped: () => void }): ReactElement {
  const [note, setNote] = useState("");
  return (
    <section>
      <h2>What is kept</h2>
      <p>
        These settings and what you called right or wrong, in this browser; private windows keep
        nothing. No other question, answer or page is kept.
      </p>
      <button type="button" onClick={() => void exportFeedback().then(setNote)}>
        Export what I called right or wrong
      </button>{" "}
      <button
        type="button"
        onClick={() =>
          void wipe().then(() => {
            setNote("All gone.");
            wiped();
          })
        }
      >
        Wipe everything
      </button>
      <p role="status" className="note">
        {note}
      </p>
    </section>
  );
}

function PrivacySection(): ReactElement {
  return (
    <section>
      <h2>Privacy</h2>
      <ul>
        <li>
          A page is read only after you press the shortcut or the button on it, and in this browser.
        </li>
        <li>
          Its text goes nowhere, but to your own server on this computer if you pair one above.
        </li>
        <li>Password fields, forms and drafts you are writing are never read.</li>
        <li>
          Marks change nothing in the page. Its own scripts can see, through{" "}
          <code>CSS.highlights</code>, that marks named “wherein” are there and which words they
          cover, but not what you asked.
        </li>
        <li>There is no telemetry.</li>
      </ul>
    </section>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <SettingsPage />
  </StrictMode>,
);
