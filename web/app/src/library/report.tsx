// What became of the files that were added: one line, what failed as a table, all of them folded away. Draws a state.

import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useRef } from "react";
import { type Adding, canBeRetried, isPending, type Job } from "./adding.ts";

// More rows at once make the page slow.
const SHOWN = 200;

const STATES: Readonly<Record<Job["state"], string>> = {
  unsent: t.jobWaiting,
  sending: t.jobSending,
  waiting: t.jobWaiting,
  reading: t.jobReading,
  added: t.jobAdded,
  unchanged: t.jobUnchanged,
  failed: t.jobFailed,
  cancelled: t.jobCancelled,
};

interface Props {
  readonly jobs: readonly Job[];
  readonly adding: Adding;
}

export function Report({ jobs, adding }: Props): ReactElement {
  const waiting = jobs.filter(isPending).length;
  const done = jobs.length - waiting;
  const again = jobs.filter(canBeRetried).length;
  const failed = useInTheirOrder(jobs.filter(({ state }) => state === "failed"));
  return (
    <section className="jobs" aria-label={t.beingAdded}>
      <div className="report">
        <p role="status" aria-live="polite">
          {reportLine(jobs)}
        </p>
        {waiting > 0 && (
          <button type="button" onClick={() => void adding.cancel()}>
            {t.cancel}
          </button>
        )}
        {again > 0 && (
          <button type="button" onClick={() => adding.retry()}>
            {t.tryAgain}
          </button>
        )}
        {waiting === 0 && (
          <button type="button" onClick={() => void adding.clear()}>
            {t.clearThisList}
          </button>
        )}
        {waiting > 0 && <progress aria-label={t.addedSoFar} max={jobs.length} value={done} />}
      </div>
      {failed.length > 0 && <Failures failed={failed} />}
      <details>
        <summary>{t.allOfThem}</summary>
        <ul>
          {jobs.slice(0, SHOWN).map((job) => (
            <li key={job.key}>
              <span className="name" dir="auto">
                {job.name}
              </span>{" "}
              <span className="state">{STATES[job.state]}</span>
            </li>
          ))}
        </ul>
        {jobs.length > SHOWN && <p className="note">{t.firstAreListed(SHOWN)}</p>}
      </details>
    </section>
  );
}

/** "5 of 6 files · 4 added · 1 failed". */
export function reportLine(jobs: readonly Job[]): string {
  const done = jobs.filter((job) => !isPending(job)).length;
  return [t.doneOf(done, t.countedFiles(jobs.length)), ...outcomes(jobs)].join(" · ");
}

function Failures({ failed }: { readonly failed: readonly Job[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys, and holds nothing to press.
    <section className="failures" aria-label={t.whatFailed} tabIndex={0}>
      <table>
        <caption>{t.whatFailed}</caption>
        <thead>
          <tr>
            <th scope="col">{t.file}</th>
            <th scope="col">{t.why}</th>
          </tr>
        </thead>
        <tbody>
          {failed.slice(0, SHOWN).map((job) => (
            <tr key={job.key} data-state={job.state}>
              <td dir="auto">{job.name}</td>
              <td>{job.reason || STATES.failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "21 added", "4 failed": what there is of each. */
function outcomes(jobs: readonly Job[]): string[] {
  const of = (state: Job["state"]) => jobs.filter((job) => job.state === state).length;
  const told: readonly (readonly [number, (number: number) => string])[] = [
    [of("added"), t.addedOfReport],
    [of("unchanged"), t.unchangedOfReport],
    [of("failed"), t.failedOfReport],
    [of("cancelled"), t.cancelledOfReport],
  ];
  return told.flatMap(([number, words]) => (number > 0 ? [words(number)] : []));
}

/** What failed, in the order in which it did: a further one comes below what somebody reads, never above it. */
function useInTheirOrder(failed: readonly Job[]): readonly Job[] {
  const order = useRef<ReadonlyMap<number, number>>(new Map());
  const known = failed.filter(({ key }) => order.current.has(key));
  const further = failed.filter(({ key }) => !order.current.has(key));
  known.sort((a, b) => (order.current.get(a.key) ?? 0) - (order.current.get(b.key) ?? 0));
  const all = [...known, ...further];
  order.current = new Map(all.map(({ key }, place) => [key, place]));
  return all;
}
