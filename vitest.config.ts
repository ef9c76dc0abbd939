import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/longest-first.ts';
import { testLimitMs, waitLimitMs } from './tests/support/wait-limit.ts';

/** `npm run test:all`: also what is long or destructive by nature, and random tests with as many runs as they deserve. */
const isAll = process.env.MARQUEE_TESTS === 'all';
/** `npm test` always asks the same, so that a red test is of the change; `test:all` asks something new each time. */
const seed = isAll ? Number(process.env.SEED ?? Date.now() % 2 ** 31) : 1;
if (isAll) console.log(`Random tests have the seed ${seed}; SEED=${seed} repeats them.`);

const limits = {
  testTimeout: testLimitMs,
  hookTimeout: testLimitMs,
  expect: { poll: { timeout: waitLimitMs, interval: 50 } },
};
const setupFiles = ['tests/support/measure-file.ts', 'tests/support/seed.ts'];
const runner = 'tests/support/test-runner.ts';

/** They end processes, servers and disks. How long it took is for reading, so they print it. */
const destructive = (name: string, include: string, maxWorkers: number, groupOrder: number) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    setupFiles: [...setupFiles, 'tests/support/end-with-run.ts'],
    testTimeout: 8 * 60_000,
    hookTimeout: testLimitMs,
    expect: { poll: { timeout: waitLimitMs } },
    disableConsoleIntercept: true,
    maxWorkers,
    sequence: { groupOrder },
  },
});

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/closing-report.ts'],
    // One more than the two cores: much of a test is waiting. A fourth brings nothing.
    maxWorkers: 3,
    // Share loaded modules between the files of a worker: each file has its own site and database anyway.
    isolate: false,
    // Node runs TypeScript by itself, and its compile cache makes later runs start fast.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    provide: { isAll, seed },
    projects: [
      {
        extends: true,
        test: { ...limits, name: 'unit', include: ['tests/unit/**/*.test.ts'], runner, setupFiles },
      },
      {
        // Only Vite compiles JSX.
        extends: true,
        test: {
          ...limits,
          name: 'jsx',
          include: ['tests/unit/**/*.test.tsx'],
          setupFiles,
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: {
          ...limits,
          name: 'integration',
          include: ['tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/unit/**', ...(isAll ? [] : ['tests/full/**'])],
          runner,
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: ['tests/support/wait-for-set-up.ts', ...setupFiles, 'tests/support/end-with-run.ts'],
        },
      },
      ...(isAll
        ? [
            destructive('faults', 'tests/full/faults/*.fault.ts', 3, 1),
            destructive('cluster', 'tests/full/cluster/*.cluster.ts', 1, 2),
          ]
        : []),
    ],
  },
});
