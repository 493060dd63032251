// The library's documents: sorted, filtered, opened, asked, named, tagged, removed. Draws a state; decides nothing.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { shownSource } from "@wherein/api-client/source.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { count } from "@wherein/ui/state/words.ts";
import {
  memo,
  type ReactElement,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Refusal } from "../refusal.tsx";
import { tagsOf } from "../scope.ts";
import type { LibraryController } from "./library-controller.ts";
import { ALL, kindsOf, listed, type Order, type State } from "./library-list.ts";

// More rows at once make the page slow: ten thousand took seconds to lay out.
const SHOWN = 200;
const ORDERS: Readonly<Record<Order, string>> = {
  newest: "Newest first",
  oldest: "Oldest first",
  dated: "By document date",
  title: "By title",
  longest: "Longest first",
};
const ADDED: readonly (readonly [number, string])[] = [
  [0, "Added at any time"],
  [1, "Added today"],
  [7, "Added this week"],
  [31, "Added this month"],
  [366, "Added this year"],
];
const STATES: Readonly<Record<State, string>> = {
  "": "All states",
  outdated: "Needs adding again",
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
    <section aria-label="Documents">
      <h2>Documents</h2>
      <div className="filters">
        <input
          type="search"
          aria-label="Title, source or tag"
          placeholder="Title, source or tag"
          value={wanted.words}
          onChange={({ target }) => set({ words: target.value })}
        />
        <select
          aria-label="Kind"
          value={wanted.kind}
          onChange={({ target }) => set({ kind: target.value })}
        >
          <option value="">Every kind</option>
          {kinds.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {tags.length > 0 && (
          <select
            aria-label="Tag"
            value={wanted.tag}
            onChange={({ target }) => set({ tag: target.value })}
          >
            <option value="">Every tag</option>
            {tags.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
        <select
          aria-label="Added"
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
          aria-label="State"
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
          aria-label="Order"
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
          ? count(documents.length, "document")
          : `${found} of ${count(documents.length, "document")}`}
        {found === 0 && documents.length > 0 && (
          <>
            {" "}
            <button type="button" onClick={() => setWanted({ ...ALL, order: wanted.order })}>
              Show all
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
        <nav className="paging" aria-label="Pages of the list">
          <button type="button" disabled={from === 0} onClick={() => turn(-1)}>
            Previous {SHOWN}
          </button>
          <span>
            {(from + 1).toLocaleString()} to {Math.min(from + SHOWN, shown.length).toLocaleString()}{" "}
            of {shown.length.toLocaleString()}
          </span>
          <button type="button" disabled={from + SHOWN >= shown.length} onClick={() => turn(1)}>
            Next {SHOWN}
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
        Removed “{shortened(document.title)}”.
      </span>
      <span className="row-actions">
        <button
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed stood here.
          autoFocus
          type="button"
          aria-label={`Undo: put ${shortened(document.title)} back`}
          onClick={undo}
        >
          Undo
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
        dir="auto"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open(document);
        }}
      >
        {named}
      </a>
      <span className="meta">
        <span>{kind}</span>
        <span>{count(words, "word")}</span>
        <span>added {added.slice(0, 10)}</span>
        {date && <span>of {date.slice(0, 10)}</span>}
        {unread.length > 0 && <span>not read: {unread.map((each) => each.words).join(", ")}</span>}
        {outdated && <span>read by older rules: add it again</span>}
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
        <button type="button" aria-label={`Ask ${named}`} onClick={() => ask(document)}>
          Ask
        </button>
        <button
          type="button"
          aria-label={`Name and tags of ${named}`}
          aria-expanded={isEdited}
          onClick={() => edit(document.document)}
        >
          Edit
        </button>
        <button
          type="button"
          aria-label={`Remove ${named}`}
          onClick={() => void library.remove(document)}
        >
          Remove
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
  const known = useId();
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        const list = given.split(",").map((tag) => tag.trim());
        void library.change(document, title, list.filter(Boolean)).then((trouble) => {
          setRefused(trouble);
          if (!trouble) done();
        });
      }}
      onKeyDown={(event) => event.key === "Escape" && done()}
    >
      <label>
        Title
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form.
          autoFocus
          type="text"
          dir="auto"
          maxLength={500}
          placeholder="its own title"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <label>
        Tags, with commas between them
        <input
          type="text"
          dir="auto"
          list={known}
          value={given}
          onChange={({ target }) => setGiven(target.value)}
        />
      </label>
      <datalist id={known}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <button type="submit">Save</button>
      <button type="button" onClick={done}>
        Cancel
      </button>
      {refused && <Refusal trouble={refused} />}
    </form>
  );
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
