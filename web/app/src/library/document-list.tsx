// The library's documents: sorted, filtered, opened, asked, named, tagged, removed. Draws a state; decides nothing.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { shownSource } from "@wherein/api-client/source.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { kindWords } from "@wherein/ui/messages/fact-words.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { memo, type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { TextField } from "../form/fields.tsx";
import { RowForm } from "../form/row-form.tsx";
import { Refusal } from "../refusal.tsx";
import { tagsOf } from "../scope.ts";
import { KindIcon } from "./kind-icon.tsx";
import type { LibraryController } from "./library-controller.ts";
import { ALL, kindsOf, listed, type Order, type State } from "./library-list.ts";

// More rows at once make the page slow: ten thousand took seconds to lay out.
const SHOWN = 200;
const ORDERS: Readonly<Record<Order, string>> = {
  newest: t.newestFirst,
  oldest: t.oldestFirst,
  dated: t.byDocumentDate,
  title: t.byTitle,
  longest: t.longestFirst,
};
const ADDED: readonly (readonly [number, string])[] = [
  [0, t.addedAtAnyTime],
  [1, t.addedToday],
  [7, t.addedThisWeek],
  [31, t.addedThisMonth],
  [366, t.addedThisYear],
];
const STATES: Readonly<Record<State, string>> = {
  "": t.allStates,
  outdated: t.needsAddingAgain,
};

interface Props {
  readonly library: LibraryController;
  readonly open: (document: KeptDocument) => void;
  readonly ask: (document: KeptDocument) => void;
}

export function DocumentList({
  documents,
  removed,
  refused,
  library,
  open,
  ask,
}: Props & {
  readonly documents: readonly KeptDocument[];
  /** What could not be removed, and why. */
  readonly refused: Trouble | null;
  /** Stands in its place, where it can be put back. */
  readonly removed: KeptDocument | null;
}): ReactElement {
  const [wanted, setWanted] = useState(ALL);
  const [first, setFirst] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const [editing, setEditing] = useState("");
  const [returned, setReturned] = useState("");
  const settled = useCallback(() => setReturned(""), []);
  const edit = useCallback(
    (document: string) => setEditing((now) => (now === document ? "" : document)),
    [],
  );
  const shown = useMemo(
    () => listed(removed ? [...documents, removed] : documents, wanted),
    [documents, removed, wanted],
  );
  const found = shown.filter((each) => each !== removed).length;
  // What was removed may leave the last page empty.
  const last = Math.floor(Math.max(0, shown.length - 1) / SHOWN) * SHOWN;
  const from = Math.min(first, last);
  const turn = (pages: number) => {
    flushSync(() => setFirst(from + pages * SHOWN));
    list.current?.querySelector("a")?.focus();
    list.current?.scrollIntoView({ block: "start" });
  };
  const kinds = useMemo(() => kindsOf(documents), [documents]);
  const tags = useMemo(() => tagsOf(documents), [documents]);
  const set = (changes: Partial<typeof wanted>) => {
    setWanted({ ...wanted, ...changes });
    // Another choice begins at its top.
    setFirst(0);
  };
  return (
    <section aria-label={t.documents}>
      <h2>{t.documents}</h2>
      <div className="filters">
        <input
          type="search"
          aria-label={t.titleSourceOrTag}
          placeholder={t.titleSourceOrTag}
          value={wanted.words}
          onChange={({ target }) => set({ words: target.value })}
        />
        <select
          aria-label={t.kind}
          value={wanted.kind}
          onChange={({ target }) => set({ kind: target.value })}
        >
          <option value="">{t.everyKind}</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {kindWords(each)}
            </option>
          ))}
        </select>
        {tags.length > 0 && (
          <select
            aria-label={t.tag}
            value={wanted.tag}
            onChange={({ target }) => set({ tag: target.value })}
          >
            <option value="">{t.everyTag}</option>
            {tags.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        <select
          aria-label={t.added}
          value={wanted.days}
          onChange={({ target }) => set({ days: Number(target.value) })}
        >
          {ADDED.map(([days, name]) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={t.state}
          value={wanted.state}
          onChange={({ target }) => set({ state: target.value as State })}
        >
          {Object.entries(STATES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={t.order}
          value={wanted.order}
          onChange={({ target }) => set({ order: target.value as Order })}
        >
          {Object.entries(ORDERS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {refused && <Refusal trouble={refused} />}
      <p className="note" role="status">
        {found === documents.length
          ? t.countedDocuments(documents.length)
          : t.foundOf(found, t.countedDocuments(documents.length))}
        {found === 0 && documents.length > 0 && (
          <>
            {" "}
            <button type="button" onClick={() => setWanted({ ...ALL, order: wanted.order })}>
              {t.showAll}
            </button>
          </>
        )}
      </p>
      <ul className="documents" ref={list}>
        {shown.slice(from, from + SHOWN).map((each) => (
          <li key={each.document} className={each === removed ? "removed" : undefined}>
            {each === removed ? (
              <RemovedRow
                document={each}
                undo={() => {
                  setReturned(each.document);
                  void library.undo();
                }}
              />
            ) : (
              <Row
                document={each}
                library={library}
                open={open}
                ask={ask}
                edit={edit}
                isEdited={editing === each.document}
                isReturned={returned === each.document}
                settled={settled}
              />
            )}
            {editing === each.document && each !== removed && (
              <NameAndTags
                document={each}
                tags={tags}
                library={library}
                done={() => setEditing("")}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && (
        <nav className="paging" aria-label={t.pagesOfTheList}>
          <button type="button" disabled={from === 0} onClick={() => turn(-1)}>
            {t.previousRows(SHOWN)}
          </button>
          <span>
            {t.rowsOf(
              (from + 1).toLocaleString(),
              Math.min(from + SHOWN, shown.length).toLocaleString(),
              shown.length.toLocaleString(),
            )}
          </span>
          <button type="button" disabled={from + SHOWN >= shown.length} onClick={() => turn(1)}>
            {t.nextRows(SHOWN)}
          </button>
        </nav>
      )}
    </section>
  );
}

function RemovedRow({
  document,
  undo,
}: {
  readonly document: KeptDocument;
  readonly undo: () => void;
}): ReactElement {
  return (
    <>
      <span className="gone" dir="auto">
        {t.removed}
        {shortened(document.title)}”.
      </span>
      <span className="row-actions">
        <button
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed stood here.
          autoFocus
          type="button"
          aria-label={t.undoPutBack(shortened(document.title))}
          onClick={undo}
        >
          {t.undo}
        </button>
      </span>
    </>
  );
}

/** Drawn again only when something of its own changed: there may be thousands. */
const Row = memo(function Row({
  document,
  library,
  open,
  ask,
  edit,
  isEdited,
  isReturned,
  settled,
}: Props & {
  readonly document: KeptDocument;
  readonly edit: (document: string) => void;
  readonly isEdited: boolean;
  /** It was just put back, and takes the focus, since what was pressed for that stood here. */
  readonly isReturned: boolean;
  readonly settled: () => void;
}): ReactElement {
  const { title, kind, words, added, date, tags, source, outdated, unread } = document;
  const named = shortened(title);
  const link = useRef<HTMLAnchorElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone.
    const isFree = window.document.activeElement === window.document.body;
    if (wasEdited.current && !isEdited && isFree) editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  useEffect(() => {
    if (!isReturned) return;
    link.current?.focus();
    settled();
  }, [isReturned, settled]);
  return (
    <>
      <a
        ref={link}
        href={`/d/${encodeURIComponent(document.document)}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open(document);
        }}
      >
        <KindIcon kind={kind} />
        <span dir="auto">{named}</span>
      </a>
      <span className="meta">
        <span>{kindWords(kind)}</span>
        <span>{t.countedWords(words)}</span>
        <span>{t.addedOn(day(added))}</span>
        {date && <span>{t.datedOf(day(date))}</span>}
        {unread.length > 0 && (
          <span>
            {t.notRead} {unread.map((each) => each.words).join(", ")}
          </span>
        )}
        {outdated && <span>{t.readByOlderRulesAddIt}</span>}
        {tags.map((tag) => (
          <span key={tag} className="tag" dir="auto">
            {tag}
          </span>
        ))}
        <span className="source" title={shownSource(source)}>
          <bdi>{shortened(shownSource(source))}</bdi>
        </span>
      </span>
      <span className="row-actions">
        <button type="button" aria-label={t.askNamed(named)} onClick={() => ask(document)}>
          {t.ask}
        </button>
        <button
          type="button"
          ref={editButton}
          aria-label={t.nameAndTagsOf(named)}
          aria-expanded={isEdited}
          onClick={() => edit(document.document)}
        >
          {t.edit}
        </button>
        <button
          type="button"
          aria-label={t.removeDocument(named)}
          onClick={() => void library.remove(document)}
        >
          {t.remove}
        </button>
      </span>
    </>
  );
});

function NameAndTags({
  document,
  tags,
  library,
  done,
}: {
  readonly document: KeptDocument;
  readonly tags: readonly string[];
  readonly library: LibraryController;
  readonly done: () => void;
}): ReactElement {
  const [title, setTitle] = useState(document.title);
  const [given, setGiven] = useState(document.tags.join(", "));
  const [refused, setRefused] = useState<Trouble | null>(null);
  return (
    <RowForm
      name={t.save}
      send={() => {
        const list = given.split(",").map((tag) => tag.trim());
        void library.change(document, title, list.filter(Boolean)).then((trouble) => {
          setRefused(trouble);
          if (!trouble) done();
        });
      }}
      onKeyDown={(event) => event.key === "Escape" && done()}
      after={
        <>
          <button type="button" onClick={done}>
            {t.cancel}
          </button>
          {refused && <Refusal trouble={refused} />}
        </>
      }
    >
      <TextField
        label={t.title}
        value={title}
        set={setTitle}
        dir="auto"
        maxLength={500}
        placeholder={t.itsOwnTitle}
        // The person has just asked for this form.
        autoFocus
      />
      <TextField
        label={t.tagsWithCommasBetweenThem}
        value={given}
        set={setGiven}
        dir="auto"
        known={tags}
      />
    </RowForm>
  );
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
