import { defineConfig } from 'vitest/config';

// npm run test:cluster. Apart from the other tests: each starts several PostgreSQL servers and a site, and takes them away.
export default defineConfig({
  test: {
    include: ['tests/cluster/*.cluster.ts'],
    setupFiles: 'tests/support/end-with-run.ts',
    maxWorkers: 1,
    testTimeout: 3 * 60_000,
    hookTimeout: 120_000,
    // How long it took is for reading, not for passing or failing.
    disableConsoleIntercept: true,
    expect: { poll: { timeout: 60_000 } },
  },
});
