import { defineConfig } from 'vitest/config';

// For Stryker: the unit tests by themselves. It activates mutants per test file, so files must not share modules.
export default defineConfig({
  test: { include: ['tests/unit/**/*.test.{ts,tsx}'], exclude: ['tests/unit/{demo,mutants}/**'], testTimeout: 60_000 },
});
