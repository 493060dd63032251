// Many questions to many documents: the form and the table of answers. Draws a state; decides nothing.

import type { TableCell, TableRow } from "@wherein/api-client/app-server.ts";
import { shownSource } from "@wherein/api-client/source.ts";
import { confidenceWords, FILE_CHANGES } from "@wherein/ui/messages/fact-words.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import { type ReactElement, useMemo, useSyncExternalStore } from "react";
import type { LibraryController } from "../library/library-controller.ts";
import { Menu } from "../menu.tsx";
import { EXPORTS } from "../saved.ts";
import { type Scope, scopeGroups } from "../scope.ts";
import type { TableController } from "./table-controller.ts";
import { counts, sorted, type TableState } from "./table-state.ts";

const GROUPS = 3;

/** A cell that a person wants to see in its document. */
export interface CellPlace {
  readonly question: string;
  readonly row: TableRow;
  readonly cell: TableCell;
}

interface Props {
  readonly table: TableController;
  readonly library: LibraryController;
  readonly open: (place: CellPlace) => void;
}

export function TableView({ table, library, open }: Props): ReactElement {
  const state = useSyncExternalStore(table.store.subscribe, table.store.snapshot);
  return (
    <main className="page tables">
      <h1>{t.tables}</h1>
      <p className="note">{t.oneRowPerDocumentOneColumn}</p>
      <Asking state={state} table={table} library={library} />
      {state.trouble && <TroubleNote trouble={state.trouble} retry={() => void table.ask()} />}
      {state.rows.length > 0 && <Grid state={state} table={table} open={open} />}
    </main>
  );
}

function Asking({
  state,
  table,
  library,
}: Omit<Props, "open"> & { readonly state: TableState }): ReactElement {
  const { documents, bases } = useSyncExternalStore(
    library.store.subscribe,
    library.store.snapshot,
  );
  const groups = useMemo(() => scopeGroups(documents ?? [], bases), [documents, bases]);
  const scopes: readonly Scope[] = groups.flatMap(({ scopes: each }) => each);
  const place = (scope: Scope) =>
    scopes.findIndex((each) => each?.kind === scope?.kind && each?.name === scope?.name);
  const { asking, rows, of, note } = state;
  return (
    <form
      className="asking"
      onSubmit={(event) => {
        event.preventDefault();
        if (!asking) void table.ask();
      }}
    >
      <label>
        <span>{t.questionsOneALine}</span>
        <textarea
          rows={5}
          dir="auto"
          value={state.lines}
          onChange={(event) => table.write(event.target.value)}
        />
      </label>
      <label className="within">
        <span>{t.searchInEachDocumentOf}</span>
        <select
          value={place(state.scope)}
          onChange={(event) => table.setScope(scopes[Number(event.target.value)] ?? null)}
        >
          <option value={-1}>{t.theWholeLibrary}</option>
          {groups.map(({ label, scopes: each }) => (
            <optgroup key={label} label={label}>
              {each.map((scope) => (
                <option key={scope.name} value={place(scope)}>
                  {scope.title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <div className="doing">
        {/* A button that is disabled would lose the focus. */}
        <button type="submit" aria-disabled={asking}>
          {rows.length > 0 ? t.askAgain : t.ask}
        </button>
        {asking && (
          <button type="button" onClick={() => table.stop()}>
            {t.stop}
          </button>
        )}
        {rows.length > 0 && !asking && (
          <Menu
            name={t.exportWord}
            items={EXPORTS.map(([form, name]) => ({ name, take: () => void table.save(form) }))}
          />
        )}
      </div>
      <p role="status" aria-live="polite">
        {note || said(state)}
      </p>
      {asking && (
        <progress
          aria-label={t.documentsAskedSoFar}
          max={Math.max(1, of)}
          {...(rows.length > 0 && { value: rows.length })}
        />
      )}
    </form>
  );
}

function said({ asking, rows, of, questions }: TableState): string {
  if (asking) return rows.length === 0 ? t.readingNow : t.ofDocuments(rows.length, of);
  if (rows.length === 0) return "";
  return `${t.countedDocuments(rows.length)}, ${t.countedQuestions(questions.length)}`;
}

function Grid({
  state,
  table,
  open,
}: Omit<Props, "library"> & { readonly state: TableState }): ReactElement {
  const { questions, rows, order, agreement } = state;
  const shown = useMemo(() => sorted(rows, order), [rows, order]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too.
    <section className="grid" aria-label={t.answers} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.document}</th>
            {questions.map((question, column) => {
              const own = order?.column === column ? order : null;
              return (
                <th
                  key={question}
                  scope="col"
                  aria-sort={own ? (own.falling ? "descending" : "ascending") : "none"}
                >
                  <button type="button" dir="auto" onClick={() => table.sortBy(column)}>
                    {question}
                    {own && <span aria-hidden="true">{own.falling ? " ↓" : " ↑"}</span>}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.source}>
              <th scope="row" dir="auto" title={shownSource(row.source)}>
                {row.title || shownSource(row.source)}
                {row.reason && <span className="reason"> {row.reason}</span>}
                {row.file_change && <span className="meta"> {FILE_CHANGES[row.file_change]}</span>}
              </th>
              {row.cells.map((cell, column) => (
                <Cell
                  key={questions[column]}
                  cell={cell}
                  open={() => open({ question: questions[column] ?? "", row, cell })}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.together}</th>
            {questions.map((question, column) => {
              const { answered, perhaps, refused, failed } = counts(rows, column);
              const parts = [
                t.cellsAnswered(answered),
                ...(perhaps > 0 ? [t.cellsPerhaps(perhaps)] : []),
                ...(refused > 0 ? [t.countNotHere(refused)] : []),
                ...(failed > 0 ? [t.countNotRead(failed)] : []),
              ];
              return (
                <td key={question}>
                  {parts.join(", ")}
                  <ul>
                    {(agreement?.[column] ?? []).slice(0, GROUPS).map((group) => (
                      <li key={group.text} dir="auto">
                        {group.rows.length} × “{group.text}”{group.newest && t.theNewest}
                      </li>
                    ))}
                  </ul>
                </td>
              );
            })}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Called *perhaps*, an answer needs no second word for how sure it is. */
export function Cell({
  cell,
  open,
}: {
  readonly cell: TableCell;
  readonly open: () => void;
}): ReactElement {
  const { status, answer, quote, page, confidence } = cell;
  if (status === "refused") return <Without words={t.cellNotHere} />;
  if (status === "failed") return <Without words={t.cellNotRead} />;
  const isSaid = confidence == null || status === "perhaps";
  const sure = isSaid ? "" : confidenceWords(confidence);
  return (
    <td data-status={status}>
      <button type="button" className="cell" dir="auto" title={quote} onClick={open}>
        {status === "perhaps" && (
          <>
            <span className="meta">{t.perhapsBefore}</span>{" "}
          </>
        )}
        <span className="said">{answer}</span>
      </button>
      <span className="meta">
        {[page != null ? t.factPage(page) : "", sure].filter(Boolean).join(" · ")}
      </span>
    </td>
  );
}

function Without({ words }: { readonly words: string }): ReactElement {
  return (
    <td>
      <span className="meta">{words}</span>
    </td>
  );
}
