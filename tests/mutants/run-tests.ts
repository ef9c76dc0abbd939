import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface TestRun {
  hasFailures: boolean;
  timedOut?: boolean;
  /** Set when the tests could not be run at all, for example because the pages could not be built. */
  error?: string;
  output: string;
}

interface JsonReport {
  testResults: { status: string }[];
}

/** Runs test files in a scratch checkout and stops at the first failure. Taking longer than `maxMs` is a failure. */
export const runTests = (folder: string, files: string[], maxMs: number) =>
  new Promise<TestRun>((resolve) => {
    const report = join(folder, 'test-report.json');
    rmSync(report, { force: true });
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const options = ['--bail=1', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // A process group of its own, so that a run that hangs ends together with its workers.
    const env = {
      ...process.env,
      ...(files.some((file) => file.startsWith('tests/full/')) && { MARQUEE_TESTS: 'all' }),
    };
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...files], { cwd: folder, detached: true, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    let timedOut = false;
    const limit = AbortSignal.timeout(maxMs);
    const end = () => {
      timedOut = true;
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    };
    limit.addEventListener('abort', end);
    child.once('close', () => {
      limit.removeEventListener('abort', end);
      if (timedOut)
        return resolve({ hasFailures: true, timedOut, output: `${output}\nNot finished after ${maxMs} ms.` });
      if (!existsSync(report)) return resolve({ hasFailures: false, error: output.slice(-2_000), output });
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
      if (testResults.length === 0) return resolve({ hasFailures: false, error: 'No test was run.', output });
      resolve({ hasFailures: testResults.some((file) => file.status === 'failed'), output });
    });
  });
