import { defineConfig } from "vitest/config";

// Tests that load the built extension, or open the built app, in a real browser, one file after another.
export default defineConfig({
  test: {
    include: ["extension/tests/browser/*.test.ts", "app/tests/browser/*.test.ts"],
    pool: "threads",
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 600_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 300_000 } },
    sequence: { concurrent: false },
  },
});
