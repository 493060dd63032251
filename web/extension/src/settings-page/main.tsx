// The settings page: the server, sites that are never read, stored data, and the note on marks that pages can see.

import { pairingOf, ServerClient, ServerTrouble } from "@wherein/api-client/server.ts";
import { setLanguageOf, t } from "@wherein/ui/messages/messages.ts";
import { serverWords } from "@wherein/ui/messages/server-words.ts";
import { withCode } from "@wherein/ui/trouble-note.tsx";
import { VoiceChoices } from "@wherein/ui/voice/voice-choices.tsx";
import { type FormEvent, type ReactElement, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "@wherein/ui/panel.css";
import "@wherein/ui/voice/voice.css";
import "./settings.css";
import { asSquad, LocalNotebook, labels } from "../notebook.ts";
import { HAS_RECOGNISER } from "../recogniser.ts";
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
      <h1>{t.settings}</h1>
      <ServerSection settings={settings} change={change} />
      <SitesSection settings={settings} change={change} />
      <MemorySection settings={settings} change={change} />
      <section>
        <h2>{t.voice}</h2>
        <p>{t.aQuestionCanBeSpokenHere}</p>
        <VoiceChoices
          settings={settings.voice}
          hears={HAS_RECOGNISER}
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
        text: t.thisIsNotACodeOf,
        good: false,
      });
      return;
    }
    try {
      const client = new ServerClient(pairing);
      const version = await client.health();
      if (!(await client.isPaired())) {
        setNote({
          text: t.theServerDoesNotTakeThis,
          good: false,
        });
        return;
      }
      const member = await client.member();
      change({ pairing, serverOn: true });
      setCode("");
      // Said once, where it is decided.
      const whoSees = member === "" ? "" : ` ${t.whoSeesWhat(member)}`;
      setNote({ text: `${t.pairedWithVersion(version)}${whoSees}`, good: true });
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      const { what, next } = serverWords(error);
      setNote({ text: `${what} ${next}`, good: false });
    }
  };
  return (
    <section>
      <h2>{t.yourOwnServer}</h2>
      <p>
        {t.whenTheSmallReaderIsUnsure}
        {!settings.pairing && (
          <>
            {" "}
            {t.startItWith} <code>{t.whereinServePairingCode}</code> {t.andEnterTheCodeItPrints}
          </>
        )}
      </p>
      {settings.pairing ? (
        <>
          <p>
            {t.pairedWith} <code>{settings.pairing.address}</code>.
          </p>
          <label className="check">
            <input
              type="checkbox"
              checked={settings.serverOn}
              onChange={(event) => change({ serverOn: event.target.checked })}
            />
            {t.askItWhenTheSmallReader}
          </label>
          <button
            type="button"
            onClick={() => {
              change({ pairing: null });
              setNote({ text: t.forgotten, good: true });
            }}
          >
            {t.forgetThisServer}
          </button>
        </>
      ) : (
        <form onSubmit={(event) => void pair(event)}>
          <label htmlFor="code">{t.code}</label>
          <input
            id="code"
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <button type="submit">{t.pair}</button>
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
      <h2>{t.sitesNeverToRead}</h2>
      <label htmlFor="sites">{t.onePerLineForExampleBank}</label>
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
  if (all.length === 0) return t.thereIsNoneYet;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([asSquad(all)], { type: "application/json" }));
  link.download = weak ? "guessed.json" : "feedback.json";
  link.click();
  URL.revokeObjectURL(link.href);
  return weak
    ? t.exportedTheyAreGuessesTakeA(all.length)
    : t.exportedTrainWithWhereinTrainReader(all.length);
}

const MEMORY = {
  off: t.rememberNoAnswers,
  local: t.rememberAnswersInThisBrowser,
  shared: t.rememberThemInThisBrowserAnd,
} as const;

function MemorySection({ settings, change }: SectionProps): ReactElement {
  return (
    <section>
      <h2>{t.memory}</h2>
      <p>{t.aQuestionAskedAgainOfA}</p>
      <fieldset className="choices">
        <legend className="spoken">{t.memory}</legend>
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
      <h2>{t.whatIsKept}</h2>
      <p>{t.inThisBrowserAloneTheseSettings}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.sendFeedback}
          onChange={(event) => change({ sendFeedback: event.target.checked })}
        />
        {t.tellYourOwnServerWhatYou}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.keepWeak}
          onChange={(event) => change({ keepWeak: event.target.checked })}
        />
        {t.afterYouCalledAnAnswerWrong}
      </label>
      <p>
        <button type="button" onClick={() => void exportFeedback(false).then(setNote)}>
          {t.exportWhatICalledRightOr}
        </button>{" "}
        <button type="button" onClick={() => void exportFeedback(true).then(setNote)}>
          {t.exportTheGuesses}
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
          <p>{t.removeTheAnswersRememberedWhatYou}</p>
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
            {t.wipeEverything}
          </button>{" "}
          <button ref={cancel} type="button" onClick={() => setState("idle")}>
            {t.keepIt}
          </button>
        </>
      ) : (
        <button ref={first} type="button" className="dangerous" onClick={() => setState("asking")}>
          {t.wipeEverythingAsk}
        </button>
      )}
      <p role="status" className="note">
        {state === "gone" && t.allGone}
      </p>
    </div>
  );
}

function PrivacySection(): ReactElement {
  return (
    <section>
      <h2>{t.privacy}</h2>
      <p>
        {t.aPageIsReadOnlyAfter} <a href="privacy.html">{t.whatIsReadWhatIsKept}</a>
      </p>
    </section>
  );
}

setLanguageOf(document);
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <SettingsPage />
  </StrictMode>,
);
