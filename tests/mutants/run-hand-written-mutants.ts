import { availableParallelism } from 'node:os';
import { applyMutant, type Mutant } from './mutant.ts';
import { runTests } from './run-tests.ts';
import { createScratchCheckout } from './scratch-checkout.ts';

export interface MutantResult {
  mutant: Mutant;
  outcome: 'noticed' | 'timed out' | 'survived' | 'broken';
  seconds: number;
  error?: string | undefined;
}

const minute = 60_000;
/** A mutant may make a test wait forever. A busy machine can do the same, so it is not reported as noticed. */
const maxMutantMs = 5 * minute;
const maxFirstRunMs = 30 * minute;

const needsBuild = ({ file }: Mutant) => /^(src\/(web|contract)|public)\//.test(file);

const runMutant = async (folder: string, mutant: Mutant): Promise<MutantResult> => {
  const start = performance.now();
  const revert = applyMutant(folder, mutant);
  const { hasFailures, timedOut, error } = await runTests(folder, mutant.tests, maxMutantMs).finally(revert);
  const seconds = (performance.now() - start) / 1_000;
  const judged = hasFailures ? 'noticed' : 'survived';
  return { mutant, outcome: error ? 'broken' : timedOut ? 'timed out' : judged, seconds, error };
};

/** Failing tests would make every mutant look noticed. This run also builds the pages that the scratch copies share. */
const assertTestsPass = async (folder: string, mutants: Mutant[]) => {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  const { hasFailures, error, output } = await runTests(folder, tests, maxFirstRunMs);
  if (hasFailures || error) throw new Error(`The tests fail without any mutant:\n${error ?? output.slice(-4_000)}`);
};

/** Applies each mutant by itself to a scratch checkout and runs the tests that should notice it. */
export const runHandWrittenMutants = async (mutants: Mutant[], onResult: (result: MutantResult) => void) => {
  const first = createScratchCheckout();
  const scratches = [first];
  try {
    await assertTestsPass(first.folder, mutants);
    while (scratches.length < Math.min(availableParallelism(), mutants.length))
      scratches.push(createScratchCheckout(first.folder));
    // Those that need a build last: going back to a server-side mutant would build once more.
    const queue = mutants.toSorted((a, b) => Number(needsBuild(a)) - Number(needsBuild(b)));
    const results: MutantResult[] = [];
    const work = async (folder: string) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const result = await runMutant(folder, mutant);
        results.push(result);
        onResult(result);
      }
    };
    await Promise.all(scratches.map(({ folder }) => work(folder)));
    return results;
  } finally {
    for (const scratch of scratches) scratch.remove();
  }
};
