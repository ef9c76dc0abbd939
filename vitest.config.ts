import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/longest-first.ts';

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/closing-line.ts'],
    // One more than the two cores: much of a browser test is waiting.
    maxWorkers: 3,
    // Share loaded modules between the files of a worker: each file has its own site and database anyway.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Far longer than anything takes: a machine that is busy with something else is no failure.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/unit/**'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: 'tests/support/end-with-run.ts',
        },
      },
    ],
  },
});
