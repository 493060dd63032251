// The watched folders: adds one by its path, shows its state, stops it. Draws what the server reports.

import type { AppServer, WatchedFolder } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import { TextField } from "../form/fields.tsx";
import { RowForm } from "../form/row-form.tsx";
import { troubleOf } from "../troubles.ts";

// While files go in; and as often as the server looks at a folder.
const BUSY_MS = 1000;
const IDLE_MS = 5000;

interface Props {
  readonly server: AppServer;
  /** The library holds other documents now. */
  readonly changed: () => void;
}

export function WatchedView({ server, changed }: Props): ReactElement {
  const [folders, setFolders] = useState<readonly WatchedFolder[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [path, setPath] = useState("");
  const attempt = useCallback(async (what: Promise<readonly WatchedFolder[]>) => {
    try {
      setFolders(await what);
      setTrouble(null);
      return true;
    } catch (error) {
      setTrouble(troubleOf(error));
      return false;
    }
  }, []);
  const load = useCallback(() => void attempt(server.watched()), [server, attempt]);
  useEffect(load, [load]);
  const isBusy = folders.some(({ state }) => state === "waiting" || state === "scanning");
  const isWatched = folders.length > 0;
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(load, isBusy ? BUSY_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [isWatched, isBusy, load]);
  const documents = folders.reduce((sum, folder) => sum + folder.documents, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is what the library is read again for.
  useEffect(() => {
    if (isWatched) changed();
  }, [documents, isWatched, changed]);
  return (
    <section aria-label={t.watchedFolders}>
      <h2>{t.watchedFolders}</h2>
      <p className="note">{t.whileTheServerRunsTheLibrary}</p>
      {trouble && <TroubleNote trouble={trouble} retry={load} />}
      <ul className="documents">
        {folders.map((folder) => (
          <Folder
            key={folder.folder}
            folder={folder}
            stop={() => void attempt(server.unwatch(folder.folder))}
          />
        ))}
      </ul>
      <RowForm
        name={t.watchIt}
        send={() => {
          if (path.trim() === "") return;
          void attempt(server.watch(path.trim())).then((taken) => taken && setPath(""));
        }}
      >
        <TextField
          label={t.folderToWatchByItsWhole}
          value={path}
          set={setPath}
          placeholder={t.homeMePapers}
          isName
        />
      </RowForm>
    </section>
  );
}

function Folder({
  folder,
  stop,
}: {
  readonly folder: WatchedFolder;
  readonly stop: () => void;
}): ReactElement {
  const { folder: path, documents, failures, failed, reason } = folder;
  return (
    <li>
      <span className="title" dir="auto">
        {path}
      </span>
      <span className="meta">
        <span>{standing(folder)}</span>
        <span>{t.countedDocuments(documents)}</span>
        {failures > 0 && <span>{t.filesNotAdded(t.countedFiles(failures))}</span>}
      </span>
      {reason && <p className="note">{reason}</p>}
      {failures > 0 && (
        <details>
          <summary>{t.whatCouldNotBeAddedAnd}</summary>
          <ul>
            {failed.map(({ source, reason: why }) => (
              <li key={source} dir="auto">
                {source}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      <span className="row-actions">
        <button type="button" aria-label={t.stopWatching(path)} onClick={stop}>
          {t.stopWatchingIt}
        </button>
      </span>
    </li>
  );
}

function standing({ state, done, of }: WatchedFolder): string {
  if (state === "scanning" && of > 0) return t.addingOf(Math.min(done + 1, of), of);
  return {
    waiting: t.willBeLookedInto,
    scanning: t.lookingIntoIt,
    watched: t.folderIsWatched,
    missing: t.folderIsNotThere,
    trouble: t.cannotBeFollowed,
  }[state];
}
