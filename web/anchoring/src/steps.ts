// Long work in steps, so that others can work between them. Knows no clock and no work.

/** Yields now and then, and returns its result. */
export type Steps<T> = Generator<void, T>;

/** Does all steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the steps; `pause` is called after each and returns a promise to wait for where others should work now. */
export async function inSlices<T>(steps: Steps<T>, pause: () => Promise<void> | null): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const waited = pause();
    if (waited) await waited;
  }
}
