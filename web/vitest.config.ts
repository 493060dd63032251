import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*/tests/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/browser/**"],
    // A process for each file, so that its processor time is its own (see tests of linear time).
    pool: "forks",
    maxWorkers: 2,
    // Only ends a test that hangs: a busy machine is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
