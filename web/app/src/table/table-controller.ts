// Takes what a person does in the table view, keeps one state, and asks the server. Draws nothing.

import type { AppServer, ExportForm } from "@wherein/api-client/app-server.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { EXPORTS, saved } from "../saved.ts";
import type { Scope } from "../scope.ts";
import { within } from "../scope.ts";
import { Store } from "../store.ts";
import { isStopped, troubleOf } from "../troubles.ts";
import { csvOf, exchangesOf, markdownTable } from "./table-export.ts";
import { NO_TABLE, nextOrder, questionsIn, type TableState } from "./table-state.ts";

export class TableController {
  readonly store = new Store<TableState>(NO_TABLE);
  readonly #server: AppServer;
  #asking: AbortController | null = null;

  constructor(server: AppServer) {
    this.#server = server;
  }

  write(lines: string): void {
    this.store.set({ lines });
  }

  setScope(scope: Scope): void {
    this.store.set({ scope });
  }

  sortBy(column: number): void {
    this.store.set({ order: nextOrder(this.store.snapshot().order, column) });
  }

  /** Asks all of it; what was corrected since, counts. */
  async ask(): Promise<void> {
    const { lines, scope } = this.store.snapshot();
    const questions = questionsIn(lines);
    if (questions.length === 0) {
      this.store.set({ note: t.writeAQuestionOnEachLine });
      return;
    }
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.store.set({ ...NO_TABLE, lines, scope, questions, asking: true });
    const { document, within: names = [] } = within(scope);
    try {
      const table = await this.#server.table(
        questions,
        document === undefined ? names : [document],
        (row, of) => this.store.set({ rows: [...this.store.snapshot().rows, row], of }),
        asking.signal,
      );
      this.store.set({ ...table, asking: false });
    } catch (error) {
      if (isStopped(error) || asking.signal.aborted) return;
      this.store.set({ asking: false, trouble: troubleOf(error) });
    }
  }

  /** What is there stays. */
  stop(): void {
    this.#asking?.abort();
    const { rows, of } = this.store.snapshot();
    this.store.set({ asking: false, note: t.stoppedAfterOfDocuments(rows.length, of) });
  }

  /** The table as a text: CSV and Markdown have every cell, also those without an answer. */
  async exported(form: ExportForm): Promise<string> {
    const table = this.store.snapshot();
    if (form === "csv") return csvOf(table);
    const text = await this.#server.exported(form, t.answers, exchangesOf(table));
    if (form !== "markdown") return text;
    // Below the title: the sentences and their sources come after it.
    const [title, ...others] = text.split("\n");
    return [title, "", markdownTable(table).trimEnd(), ...others].join("\n");
  }

  async save(form: ExportForm): Promise<void> {
    try {
      const text = await this.exported(form);
      const [, , end, type] = EXPORTS.find(([each]) => each === form) ?? EXPORTS[0]!;
      saved(`answers${end}`, type, text);
    } catch (error) {
      const { what, next } = troubleOf(error);
      this.store.set({ note: `${what} ${next}` });
    }
  }
}
