// Knowledge bases: shows the cost before a build, and builds, updates, stops, removes and browses them.

import type { AppServer, Bases, Estimate } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import { duration, size } from "../asking/words.ts";
import { Confirmed } from "../form/confirmed.tsx";
import { addressOf } from "../route.ts";
import { troubleOf } from "../troubles.ts";

const ASK_AGAIN_MS = 700;
const TYPING_MS = 150;
const AT_ONCE = 100;

interface Props {
  readonly server: AppServer;
  /** Whether they may build and remove bases; others ask and browse those that they may read. */
  readonly manages: boolean;
  /** Called when the set of bases that can be asked has changed. */
  readonly changed: () => void;
  readonly open: (document: string) => void;
}

export function BasesView({ server, manages, changed, open }: Props): ReactElement | null {
  const [bases, setBases] = useState<Bases | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [browsed, setBrowsed] = useState("");
  /** Runs a button's action and shows its error. */
  const attempt = useCallback((what: Promise<Bases>) => {
    what.then(
      (now) => {
        setBases(now);
        setTrouble(null);
      },
      (error: unknown) => setTrouble(troubleOf(error)),
    );
  }, []);
  const load = useCallback(() => attempt(server.bases()), [server, attempt]);
  useEffect(load, [load]);
  const isBuilding = bases?.building?.state === "building";
  useEffect(() => {
    if (!isBuilding) {
      changed();
      return;
    }
    const timer = setInterval(load, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBuilding, load, changed]);
  if (!manages && bases?.bases.length === 0) return null;
  return (
    <section aria-label={t.knowledgeBases}>
      <h2>{t.knowledgeBases}</h2>
      <p className="note">{t.anEncyclopediaAWikiOrA}</p>
      {trouble && <TroubleNote trouble={trouble} retry={load} />}
      {bases?.building && (
        <Building building={bases.building} stop={(name) => attempt(server.removeBase(name))} />
      )}
      {bases?.damaged.map(({ name, reason }) => (
        <p key={name} className="note">
          {reason}
        </p>
      ))}
      <ul className="documents">
        {bases?.bases.map((base) => (
          <li key={base.name}>
            <button
              type="button"
              className="link"
              aria-expanded={browsed === base.name}
              onClick={() => setBrowsed(browsed === base.name ? "" : base.name)}
            >
              {base.name}
            </button>
            <span className="meta">
              <span>{t.countedArticles(base.articles)}</span>
              <span>{size(base.bytes)}</span>
              <span>{t.madeOn(day(base.built))}</span>
              {!base.searchable && <span>{t.namesOnly}</span>}
              {base.sources.map((each) => (
                <span key={each} className="source" title={each}>
                  <bdi>{each}</bdi>
                </span>
              ))}
            </span>
            {manages && (
              <span className="row-actions">
                <button
                  type="button"
                  disabled={isBuilding}
                  aria-label={t.makeAgain(base.name)}
                  onClick={() => attempt(server.makeBase(base.name, ""))}
                >
                  {t.update}
                </button>
                <Confirmed
                  name={t.remove}
                  label={t.removeBase(base.name)}
                  yes={t.removeForGood(base.name)}
                  no={t.keepIt}
                  take={() => attempt(server.removeBase(base.name))}
                />
              </span>
            )}
            {browsed === base.name && <Titles server={server} name={base.name} open={open} />}
          </li>
        ))}
      </ul>
      {bases?.unfinished
        .filter((name) => !isBuilding || name !== bases.building?.name)
        .map((name) => (
          <p key={name} className="note">
            {t.isNotFinished(name)}
          </p>
        ))}
      {manages && (
        <MakeBase
          server={server}
          isBuilding={isBuilding}
          make={(name, source) => attempt(server.makeBase(name, source))}
        />
      )}
    </section>
  );
}

function Building({
  building,
  stop,
}: {
  readonly building: NonNullable<Bases["building"]>;
  readonly stop: (name: string) => void;
}): ReactElement {
  const { name, state, done, of, doing, reason } = building;
  if (state !== "building") {
    const said = { done: t.isReady, failed: t.couldNotBeMade, cancelled: t.wasStopped }[state];
    return (
      <p role="status">
        {name} {said}. {reason}
      </p>
    );
  }
  return (
    <div className="jobs">
      <p role="status">
        {t.makingBase(name, doing)}
        {done > 0 &&
          `, ${of ? t.doneOf(done, of.toLocaleString("en")) : done.toLocaleString("en")}`}
      </p>
      <progress
        aria-label={t.makingNamed(name)}
        {...(of && { max: of, value: Math.min(done, of) })}
      />
      <p>
        <button type="button" onClick={() => stop(name)}>
          {t.stop}
        </button>
      </p>
    </div>
  );
}

function Titles({
  server,
  name,
  open,
}: {
  readonly server: AppServer;
  readonly name: string;
  readonly open: (document: string) => void;
}): ReactElement {
  const [begins, setBegins] = useState("");
  const [titles, setTitles] = useState<readonly string[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    let left = false;
    const timer = setTimeout(() => {
      server.titles(name, begins, "").then(
        (found) => !left && setTitles(found),
        (error: unknown) => !left && setTrouble(troubleOf(error)),
      );
    }, TYPING_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [server, name, begins]);
  const more = () => {
    server.titles(name, begins, titles.at(-1) ?? "").then(
      (found) => setTitles([...titles, ...found]),
      (error: unknown) => setTrouble(troubleOf(error)),
    );
  };
  return (
    <div className="edit titles">
      <label>
        {t.titlesThatBeginWith}
        <input type="search" value={begins} onChange={({ target }) => setBegins(target.value)} />
      </label>
      {trouble && <TroubleNote trouble={trouble} retry={() => setTrouble(null)} />}
      <ul aria-label={t.titlesOf(name)}>
        {titles.map((title) => {
          const document = `${name}:${title}`;
          return (
            <li key={title}>
              <a
                href={addressOf({ view: "document", document, span: null })}
                dir="auto"
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  open(document);
                }}
              >
                {title}
              </a>
            </li>
          );
        })}
      </ul>
      {titles.length > 0 && titles.length % AT_ONCE === 0 && (
        <button type="button" onClick={more}>
          {t.showMore}
        </button>
      )}
    </div>
  );
}

const READY: readonly (readonly [string, string])[] = [
  ["sample", t.theSampleArticlesThatComeWith],
  ["vital", t.theOpeningsOf10033Articles],
];

function MakeBase({
  server,
  isBuilding,
  make,
}: {
  readonly server: AppServer;
  readonly isBuilding: boolean;
  readonly make: (name: string, source: string) => void;
}): ReactElement {
  const [name, setName] = useState("");
  const [source, setSource] = useState("");
  const [told, setTold] = useState<{ readonly source: string; readonly cost: Estimate } | null>(
    null,
  );
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const look = (wanted: string) => {
    setTold(null);
    server.estimateBase(wanted).then(
      (cost) => {
        setTold({ source: wanted, cost });
        setTrouble(null);
        if (name === "") setName(nameOf(wanted));
      },
      (error: unknown) => setTrouble(troubleOf(error)),
    );
  };
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        if (told?.source !== source) look(source);
        else {
          make(name, source);
          setTold(null);
          setSource("");
          setName("");
        }
      }}
    >
      <label>
        {t.buildFromAFileFolderSample}
        <input
          type="text"
          list="ready-bases"
          placeholder={t.exampleOfASource}
          value={source}
          onChange={({ target }) => {
            setSource(target.value);
            setTold(null);
          }}
        />
      </label>
      <datalist id="ready-bases">
        {READY.map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </datalist>
      <label>
        {t.name}
        <input type="text" value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <button type="submit" disabled={isBuilding || source === ""}>
        {told ? t.build : t.checkSizeAndTime}
      </button>
      {trouble && <TroubleNote trouble={trouble} retry={() => look(source)} />}
      {told && (
        <p className="note" role="status">
          {size(told.cost.bytes)}
          {told.cost.fetched ? t.toFetchFromAPackageRegistry : t.toRead}
          {told.cost.articles !== null &&
            told.cost.articles !== undefined &&
            `, ${t.countedArticles(told.cost.articles)}`}
          {t.takesAbout(duration(told.cost.seconds))}
        </p>
      )}
    </form>
  );
}

/** A possible name for a base of a source. */
function nameOf(source: string): string {
  const last = source.split(/[\\/]/u).findLast((part) => part !== "") ?? "";
  return (last.split(".")[0] ?? "").replace(/[^A-Za-z0-9_-]/gu, "-").replace(/^[-_]+/u, "");
}
