// npm run test:repeat -- 10: repeats `npm test`, each time in another order, and every second time next to two busy
// loops. Prints how often which tests failed, and which came near their time limit: both are bugs.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testLimitMs } from '../tests/support/wait-limit.ts';

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string; duration?: number | null }[] }[];
}

const checkout = join(import.meta.dirname, '..');
const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
const [count = '10', ...files] = process.argv.slice(2);
const runs = Number(count);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Add the number of runs: npm run test:repeat -- 10');
  process.exit(1);
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

/** The loop ends with this process, also when it is killed. */
const startBusyLoop = () =>
  spawn(process.execPath, ['-e', `while (process.ppid === ${process.pid});`], { stdio: 'ignore' });

const folder = mkdtempSync(join(tmpdir(), 'marquee-repeat-'));
const failures = new Map<string, number>();
const slowest = new Map<string, number>();
let redRuns = 0;

for (let run = 1; run <= runs; run++) {
  const isLoaded = run % 2 === 0;
  const loops = isLoaded ? [startBusyLoop(), startBusyLoop()] : [];
  const outputFile = join(folder, `run-${run}.json`);
  const started = Date.now();
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${outputFile}`, ...files], {
    cwd: checkout,
    env: { ...process.env, MARQUEE_TEST_ORDER: String(run) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const status = await exitOf(child);
  for (const loop of loops) loop.kill();
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${name.slice(checkout.length + 1)} > ${test.fullName}` })),
  );
  const failed = tests.filter((test) => test.status === 'failed');
  for (const { name } of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
  for (const { name, duration } of tests) slowest.set(name, Math.max(slowest.get(name) ?? 0, duration ?? 0));
  if (status !== 0) redRuns++;
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  const passed = tests.length - failed.length;
  console.log(
    `Run ${run}${isLoaded ? ', under load' : ''}: ${passed} passed, ${failed.length} failed, ${minutes} min, exit ${status}`,
  );
  for (const { name } of failed) console.log(`  failed: ${name}`);
}
rmSync(folder, { recursive: true });

console.log(`\n${runs - redRuns} of ${runs} runs were green.`);
for (const [name, times] of [...failures].toSorted((one, other) => other[1] - one[1]))
  console.log(`  failed ${times}×: ${name}`);
const isNearLimit = ([, ms]: [string, number]) => ms > testLimitMs / 4;
for (const [name, ms] of [...slowest].filter(isNearLimit))
  console.log(
    `  used more than a quarter of the limit (${(ms / 1000).toFixed(0)} of ${testLimitMs / 1000} s): ${name}`,
  );
if (redRuns > 0) process.exitCode = 1;
