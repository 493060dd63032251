// The processor time that work takes: what else the machine does beside the tests doesn't count.

/** The least of several runs, in milliseconds. Every test file has a process of its own (vitest.config.ts). */
export function leastProcessorTime(runs: number, work: () => unknown): number {
  return Math.min(...Array.from({ length: runs }, () => processorTime(work)));
}

function processorTime(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
