// Settings and about: this browser's settings, the server's settings, and where data is stored.

import type { About, AppServer } from "@wherein/api-client/app-server.ts";
import type { Me } from "@wherein/api-client/team-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
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
import { type Choice, SelectField } from "../form/fields.tsx";
import type { Appearance, Preferences } from "../preferences.ts";
import { saved } from "../saved.ts";
import type { Store } from "../store.ts";
import { manages } from "../team/team-controller.ts";
import { troubleOf } from "../troubles.ts";
import { CAUTION_CHOICES, ServerSettings } from "./server-settings.tsx";

/** What went wrong, in which part of the page: it is said there, where the person looks. */
interface Failed {
  readonly where: "about" | "memory" | "code" | "session";
  readonly trouble: Trouble;
  readonly again: () => void;
}

interface Props {
  readonly server: AppServer;
  readonly preferences: Store<Preferences>;
  /** Who is signed in; null until it is known. */
  readonly me: Me | null;
  /** The browser is signed out: the page begins again. */
  readonly signedOut: () => void;
}

const APPEARANCES: readonly Choice<Appearance>[] = [
  ["light dark", t.matchTheSystem],
  ["light", t.light],
  ["dark", t.dark],
];
const CAUTIONS: Readonly<Record<string, string>> = {
  low: t.cautionLow,
  normal: t.normal,
  high: t.cautionHigh,
};

export function SettingsView({ server, preferences, me, signedOut }: Props): ReactElement {
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
  const asServer = about
    ? `${t.asTheServerIsSet} (${CAUTIONS[about.caution] ?? about.caution})`
    : t.asTheServerIsSet;
  const failure = (where: Failed["where"]) =>
    failed?.where === where && <TroubleNote trouble={failed.trouble} retry={failed.again} />;
  return (
    <main className="page settings-page">
      <h1>{t.settings}</h1>
      {failure("about")}
      <div className="groups">
        <div className="group">
          <h2>{t.setForThisBrowser}</h2>
          <section>
            <SelectField
              label={t.appearance}
              value={chosen.appearance}
              choices={APPEARANCES}
              set={(appearance) => preferences.set({ appearance })}
            />
            <SelectField
              label={t.howSureInThisBrowser}
              value={chosen.caution ?? ""}
              choices={[["", asServer], ...CAUTION_CHOICES]}
              set={(caution) => preferences.set({ caution: caution === "" ? null : caution })}
            />
            <label>
              <input
                type="checkbox"
                checked={chosen.memory}
                onChange={(event) => preferences.set({ memory: event.target.checked })}
              />{" "}
              {t.rememberWhatThisBrowserAsks}
            </label>
          </section>
          <section>
            <h3>{t.voice}</h3>
            <p>{t.aQuestionCanBeSpokenAnd}</p>
            <VoiceChoices
              settings={chosen.voice}
              change={(changed) => preferences.set({ voice: { ...chosen.voice, ...changed } })}
            />
          </section>
          <section>
            <h3>{t.yourQuestionsAndFeedback}</h3>
            <p>{t.questionsAndVerdictsFromThisBrowser}</p>
            <button
              type="button"
              onClick={() =>
                attempt("memory", async () => {
                  saved("wherein-memory.jsonl", "application/x-ndjson", await server.mine());
                  setNote(t.savedAsWhereinMemoryJsonl);
                })
              }
            >
              {t.exportWord}
            </button>
            {forgetting.isPending ? (
              <button type="button" onClick={forgetting.undo}>
                {t.undo}
              </button>
            ) : (
              <button type="button" onClick={forgetting.begin}>
                {t.forgetItAll}
              </button>
            )}
            <p role="status">{note}</p>
            {failure("memory")}
          </section>
          <section>
            <h3>{t.browserExtension}</h3>
            <p>{t.thisCodePairsTheExtensionWith}</p>
            {code === "" ? (
              <button
                type="button"
                onClick={() => attempt("code", async () => setCode(await server.pairingCode()))}
              >
                {t.showTheCode}
              </button>
            ) : (
              <p>
                <code className="code">{code}</code>
              </p>
            )}
            {failure("code")}
          </section>
          <section>
            <h3>{t.signingOut}</h3>
            <p>{t.thisBrowserForgetsTheServerA}</p>
            <button
              type="button"
              onClick={() =>
                attempt("session", async () => {
                  await server.signOut();
                  signedOut();
                })
              }
            >
              {t.signOut}
            </button>
            {failure("session")}
          </section>
        </div>
        <div className="group">
          <h2>{t.setForTheServer}</h2>
          {about && manages(me) && (
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
          {me !== null && manages(me) && !me.team && (
            <section>
              <h3>{t.aTeam}</h3>
              <p>{t.othersCanUseThisServer}</p>
              <p>
                <a href="/team">{t.addPeople}</a>
              </p>
            </section>
          )}
          {about && <AboutServer about={about} />}
        </div>
      </div>
    </main>
  );
}

/** Long enough to read what was pressed, and to change one's mind. */
const UNDO_SECONDS = 20;

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
        attempt(async () => say(t.forgottenForGood(t.countedQuestions(await server.forgetMine()))));
      };
      timer.current = setTimeout(() => forget.current?.(), UNDO_SECONDS * 1000);
      setPending(true);
      say(t.everythingWillBeForgottenIn(t.countedSeconds(UNDO_SECONDS)));
    },
    undo: () => {
      end();
      say(t.nothingWasForgotten);
    },
  };
}

function AboutServer({ about }: { readonly about: About }): ReactElement {
  const rows: readonly (readonly [string, string])[] = [
    [t.version, about.version],
    [t.reader, readerOf(about)],
    [t.library, `${t.countedDocuments(about.documents)}, ${t.countedWords(about.words)}`],
    // A member is told no places of the server's machine.
    ...(about.config === "" ? [] : [[t.settings, about.config] as const]),
    [
      t.keptIn,
      about.home === ""
        ? t.onTheServer(size(about.bytes_kept))
        : `${about.home} (${size(about.bytes_kept)})`,
    ],
    [t.licence, t.apache20PdfsAreDrawn],
  ];
  return (
    <section>
      <h3>{t.aboutThisServer}</h3>
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
    return reader === "large" ? "large" : t.smallAndTheLargerOneWhere;
  }
  return t.smallALargerOneIsSurer(size(larger_reader_bytes)) + t.runInATerminalWhereinModels;
}
