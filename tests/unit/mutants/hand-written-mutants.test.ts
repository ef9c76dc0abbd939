import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handWrittenMutants } from '../../mutants/hand-written-mutants.ts';
import { problemOf } from '../../mutants/mutant.ts';

test('every hand-written mutant still applies to the source, in one place', () => {
  const problems = handWrittenMutants.map((mutant) =>
    existsSync(mutant.file) ? problemOf(mutant, readFileSync(mutant.file, 'utf8')) : `${mutant.file} does not exist`,
  );
  // After a refactoring, put the same bug into the new code: see tests/mutants/areas.
  expect(problems.filter(Boolean)).toEqual([]);
});

test('every hand-written mutant names test files that exist', () => {
  const missing = handWrittenMutants.flatMap(({ tests }) => tests).filter((file) => !existsSync(file));
  expect(missing).toEqual([]);
  expect(handWrittenMutants.filter(({ tests }) => tests.length === 0)).toEqual([]);
});
