import { defineConfig } from 'vitest/config';

// npm run test:faults. Apart from the other tests: it takes minutes, kills processes and mounts a small file system.
export default defineConfig({
  test: {
    include: ['tests/faults/*.fault.ts'],
    // Most of the time is waiting for something to be ended or to come back.
    maxWorkers: 3,
    testTimeout: 8 * 60_000,
    hookTimeout: 120_000,
    // What was lost and how long it took is for reading, not for passing or failing.
    disableConsoleIntercept: true,
    expect: { poll: { timeout: 60_000 } },
  },
});
