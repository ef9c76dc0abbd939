// Puts small bugs into scratch copies of the code and fails when the tests miss too many of them.
// Usage: npm run test:mutants [-- unit | hand-written | <part of the name of a source or test file>]
import { handWrittenMutants } from './hand-written-mutants.ts';
import { type MutantResult, runHandWrittenMutants } from './run-hand-written-mutants.ts';
import { runUnitMutants } from './stryker/run-unit-mutants.ts';

const maxSurvivingShare = 0.15;
const [selection = ''] = process.argv.slice(2);

const print = ({ mutant, outcome, seconds, error }: MutantResult) => {
  console.log(`${outcome.padEnd(9)}${seconds.toFixed(0).padStart(4)} s  ${mutant.file}: ${mutant.harm}`);
  if (error) console.log(error);
};

const report = (title: string, noticed: number, survived: number) => {
  const share = survived / Math.max(1, noticed + survived);
  console.log(`${title}: ${survived} of ${noticed + survived} survived (${(100 * share).toFixed(1)} %)`);
  if (share > maxSurvivingShare) process.exitCode = 1;
};

const runHandWritten = async () => {
  const selected = handWrittenMutants.filter(
    ({ file, tests }) => selection === 'hand-written' || [file, ...tests].some((name) => name.includes(selection)),
  );
  const results = await runHandWrittenMutants(selected, print);
  const count = (outcome: MutantResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  report('Hand-written mutants', count('noticed'), count('survived'));
  console.log(`${count('timed out')} timed out and are in neither number.`);
  if (count('broken') + count('timed out') > 0) process.exitCode = 1;
};

if (selection !== 'unit') await runHandWritten();
if (selection === '' || selection === 'unit') {
  const { noticed, survived, uncovered } = await runUnitMutants();
  console.log(`${uncovered} mutants in these files are not covered by a unit test.`);
  report('Mutants of unit-tested code', noticed, survived);
}
