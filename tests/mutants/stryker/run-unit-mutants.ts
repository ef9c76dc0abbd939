import { globSync, readFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

/** Every source file that a unit test imports, without the demo's words and the art, where any value is as good. */
const findUnitTestedFiles = (): string[] => {
  const imports = globSync('tests/unit/**/*.test.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '#([^']+)'/g)].map(([, path]) => `src/${path}`),
  );
  return [...new Set(imports)].filter((path) => !/^src\/(domain\/demo|server\/art)\//.test(path)).sort();
};

/** Lets Stryker mutate what the unit tests cover. Returns its results; it prints the survivors itself. */
export const runUnitMutants = async (files = findUnitTestedFiles()) => {
  const results = await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutants/stryker/vitest.config.ts', related: false },
    mutate: files,
    ignorePatterns: ['build', 'data', '.react-router', 'shots'],
    // Wording is the spec tests' matter.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    // A static mutant changes what a module does when it loads: each would run all tests.
    ignoreStatic: true,
    // Later runs repeat only what changed.
    incremental: true,
    incrementalFile: 'build/stryker-incremental.json',
    concurrency: 2,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    // Its TypeScript support needs the compiler's old API; Vitest strips the types by itself.
    tsconfigFile: 'none',
    tempDirName: 'build/stryker',
    allowEmpty: true,
  }).runMutationTest();
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  return { noticed: count('Killed', 'Timeout'), survived: count('Survived'), uncovered: count('NoCoverage') };
};
