// The settings page: the server, sites that are never read, stored data, and the note on marks that pages can see.

import { pairingOf, ServerClient, ServerTrouble } from "@wherein/api-client/server.ts";
import { withCode } from "@wherein/ui/trouble-note.tsx";
import { VoiceChoices } from "@wherein/ui/voice/voice-choices.tsx";
import { type FormEvent, type ReactElement, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "@wherein/ui/panel.css";
import "@wherein/ui/voice/voice.css";
import "./settings.css";
import { asSquad, LocalNotebook, labels } from "../notebook.ts";
import { forgetAnswers, loadSettings, type Settings, saveSettings, wipe } from "../settings.ts";

/** The outcome of the last action. */
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
      <MemorySection settings={settings} change={change} />
      <section>
        <h2>Voice</h2>
        <p>
          A question can be spoken and an answer read aloud, on this computer. No sound is kept or
          sent.
        </p>
        <VoiceChoices
          settings={settings.voice}
          change={(changed) => change({ voice: { ...settings.voice, ...changed } })}
        />
      </section>
      <KeptSection
        settings={settings}
        change={change}
        wiped={() => void loadSettings().then(setSettings)}
      />
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
        this computer.
        {!settings.pairing && (
          <>
            {" "}
            Start it with <code>wherein serve --pairing-code</code> and enter the code it prints;
            the settings of its web app show one, too.
          </>
        )}
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
        {note && withCode(note.text)}
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
        One per line, for example bank.example. Its subdomains are not read either.
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

/** Saves the feedback as a file, either the person's own or guessed labels; returns the outcome. */
async function exportFeedback(weak: boolean): Promise<string> {
  const all = labels(await new LocalNotebook(false).all(), weak);
  if (all.length === 0) return "There is none yet.";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([asSquad(all)], { type: "application/json" }));
  link.download = weak ? "guessed.json" : "feedback.json";
  link.click();
  URL.revokeObjectURL(link.href);
  return weak
    ? `Exported ${all.length}. They are guesses: take a reader trained with them only if it passes \`wherein train check\`.`
    : `Exported ${all.length}; train with \`wherein train reader --from feedback.json\`.`;
}

const MEMORY = {
  off: "Remember no answers",
  local: "Remember answers in this browser",
  shared: "Remember them in this browser, and on your own server if one is paired",
} as const;

function MemorySection({ settings, change }: SectionProps): ReactElement {
  return (
    <section>
      <h2>Memory</h2>
      <p>
        A question asked again of a page whose text is the same is answered at once. Nothing is
        remembered from private windows.
      </p>
      <fieldset className="choices">
        <legend className="spoken">Memory</legend>
        {(["off", "local", "shared"] as const).map((memory) => (
          <label key={memory} className="check">
            <input
              type="radio"
              name="memory"
              checked={settings.memory === memory}
              onChange={() => {
                change({ memory });
                if (memory === "off") void forgetAnswers();
              }}
            />
            {MEMORY[memory]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function KeptSection({
  settings,
  change,
  wiped,
}: SectionProps & { readonly wiped: () => void }): ReactElement {
  const [note, setNote] = useState("");
  return (
    <section>
      <h2>What is kept</h2>
      <p>
        In this browser alone: these settings, the answers remembered, and what you called right or
        wrong with the passage around it. No page is kept, and nothing from private windows.
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.sendFeedback}
          onChange={(event) => change({ sendFeedback: event.target.checked })}
        />
        Tell your own server what you called right or wrong, if one is paired
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.keepWeak}
          onChange={(event) => change({ keepWeak: event.target.checked })}
        />
        After you called an answer wrong, keep the words you select or copy next, as a guess at the
        right one
      </label>
      <p>
        <button type="button" onClick={() => void exportFeedback(false).then(setNote)}>
          Export what I called right or wrong
        </button>{" "}
        <button type="button" onClick={() => void exportFeedback(true).then(setNote)}>
          Export the guesses
        </button>
      </p>
      <p role="status" className="note">
        {withCode(note)}
      </p>
      <Wipe wiped={wiped} />
    </section>
  );
}

/** Separate from the rest, and only after a second press, because it cannot be undone. */
function Wipe({ wiped }: { readonly wiped: () => void }): ReactElement {
  const [state, setState] = useState<"idle" | "asking" | "gone">("idle");
  const cancel = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  // The pressed button disappears; the focus moves to a harmless one.
  useEffect(() => {
    if (state === "asking") cancel.current?.focus();
    else if (before.current === "asking") first.current?.focus();
    before.current = state;
  }, [state]);
  return (
    <div className="wipe">
      {state === "asking" ? (
        <>
          <p>
            Remove the answers remembered, what you called right or wrong, and these settings, the
            pairing among them? This cannot be undone.
          </p>
          <button
            type="button"
            className="dangerous"
            onClick={() =>
              void wipe().then(() => {
                setState("gone");
                wiped();
              })
            }
          >
            Wipe everything
          </button>{" "}
          <button ref={cancel} type="button" onClick={() => setState("idle")}>
            Keep it
          </button>
        </>
      ) : (
        <button ref={first} type="button" className="dangerous" onClick={() => setState("asking")}>
          Wipe everything…
        </button>
      )}
      <p role="status" className="note">
        {state === "gone" && "All gone."}
      </p>
    </div>
  );
}

function PrivacySection(): ReactElement {
  return (
    <section>
      <h2>Privacy</h2>
      <p>
        A page is read only after you ask for it, in this browser; its text goes nowhere but to your
        own server, if you pair one. There is no telemetry.{" "}
        <a href="privacy.html">What is read, what is kept, what a page can see</a>
      </p>
    </section>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <SettingsPage />
  </StrictMode>,
);
