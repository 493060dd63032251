// The app's state of the library: its documents, and a removed one that can be restored. Draws nothing.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { Store } from "../store.ts";
import { troubleOf } from "../troubles.ts";
import { Adding } from "./adding.ts";

// How long a document can be put back.
const UNDO_MS = 8000;
/** The views that list documents, or let somebody choose among them. */
const LISTING: ReadonlySet<string> = new Set(["ask", "library", "tables"]);

export interface LibraryState {
  /** Null until they were fetched. */
  readonly documents: readonly KeptDocument[] | null;
  /** Names of knowledge bases that can be asked. */
  readonly bases: readonly string[];
  readonly trouble: Trouble | null;
  /** The removed document: hidden at once, and removed from the library when the time to undo is over. */
  readonly removed: KeptDocument | null;
  /** What could not be removed, and why; it stays until something else is removed. */
  readonly refused: Trouble | null;
  readonly note: string;
}

export class LibraryController {
  readonly adding: Adding;
  readonly store = new Store<LibraryState>({
    documents: null,
    bases: [],
    trouble: null,
    removed: null,
    refused: null,
    note: "",
  });
  readonly #server: AppServer;
  readonly #changed: () => void;
  #undo: ReturnType<typeof setTimeout> | undefined;
  #requested = 0;
  #received = 0;

  /** `changed` is called when this tab has changed the library, to tell the others. */
  constructor(server: AppServer, changed: () => void = () => {}) {
    this.#server = server;
    this.#changed = changed;
    this.adding = new Adding(
      server,
      () => {
        changed();
        void this.refresh();
      },
      () => void this.refresh(),
    );
  }

  async refresh(): Promise<void> {
    const number = ++this.#requested;
    try {
      const documents = await this.#server.documents();
      // A reply to an earlier request may come later, with fewer documents.
      if (number < this.#received) return;
      this.#received = number;
      const { removed, documents: before } = this.store.snapshot();
      this.store.set({
        documents: kept(
          before ?? [],
          documents.filter(({ document }) => document !== removed?.document),
        ),
        trouble: null,
      });
    } catch (error) {
      this.store.set({ trouble: troubleOf(error) });
    }
  }

  /** A view is shown that lists documents: they are fetched again, unless the first of them are on their way. */
  entered(view: string): void {
    const { documents, trouble } = this.store.snapshot();
    if (!LISTING.has(view) || (documents === null && trouble === null)) return;
    void this.refresh();
    void this.refreshBases();
  }

  /** As `refresh`, for views that call it when something changed. */
  readonly refreshNow = (): void => {
    void this.refresh();
  };

  /** The names of the knowledge bases that a question can be put to. */
  readonly refreshBases = async (): Promise<void> => {
    try {
      const { bases } = await this.#server.bases();
      this.store.set({ bases: bases.map(({ name }) => name) });
    } catch {
      // The list of documents says that the server is gone.
    }
  };

  /** Removes a document; until the time to undo is over, it can be restored. */
  async remove(document: KeptDocument): Promise<void> {
    this.store.set({ refused: null });
    await this.#removeNow();
    const { documents } = this.store.snapshot();
    this.store.set({
      documents: documents?.filter((each) => each !== document) ?? null,
      removed: document,
      note: t.removedNamed(document.title),
    });
    this.#undo = setTimeout(() => void this.#removeNow(), UNDO_MS);
  }

  async undo(): Promise<void> {
    clearTimeout(this.#undo);
    const { removed } = this.store.snapshot();
    this.store.set({ removed: null, note: removed ? t.isBack(removed.title) : "" });
    await this.refresh();
  }

  /** Sets a document's title ("" restores its own) and tags; gives what kept it from being saved. */
  async change(document: KeptDocument, title: string, tags: string[]): Promise<Trouble | null> {
    try {
      const changed = await this.#server.change(document.document, { title, tags });
      const { documents } = this.store.snapshot();
      this.store.set({
        documents:
          documents?.map((each) => (each.document === changed.document ? changed : each)) ?? null,
        note: t.saved(changed.title),
      });
      this.#changed();
      return null;
    } catch (error) {
      return troubleOf(error);
    }
  }

  /** The page is left: removes the hidden document for good. */
  leave(): void {
    const { removed } = this.store.snapshot();
    clearTimeout(this.#undo);
    if (removed) void this.#server.remove(removed.document, true).catch(() => undefined);
  }

  async #removeNow(): Promise<void> {
    clearTimeout(this.#undo);
    const { removed } = this.store.snapshot();
    if (!removed) return;
    try {
      await this.#server.remove(removed.document);
      this.store.set({ removed: null });
      this.#changed();
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({
        removed: null,
        refused: { what: t.wasNotRemoved(removed.title, what), next },
      });
      await this.refresh();
    }
  }
}

/** The documents as they are now, each the object that it was where nothing of it changed: views draw what differs. */
function kept(before: readonly KeptDocument[], now: readonly KeptDocument[]): KeptDocument[] {
  const known = new Map(before.map((each) => [each.document, each]));
  return now.map((each) => {
    const then = known.get(each.document);
    return then && isAlike(then, each) ? then : each;
  });
}

function isAlike(one: KeptDocument, other: KeptDocument): boolean {
  const [{ tags = [], ...mine }, { tags: others = [], ...theirs }] = [one, other];
  const same = (a: object, b: object) => {
    const [left, right] = [Object.entries(a), b as Record<string, unknown>];
    return (
      left.length === Object.keys(b).length && left.every(([key, each]) => each === right[key])
    );
  };
  return same(mine, theirs) && same(tags, others);
}
