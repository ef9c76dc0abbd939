// Checks that no test depends on the machine's speed, on chance or on retries.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  pattern: RegExp;
  problem: string;
  /** Files to which the rule doesn't apply. */
  except?: (path: string, text: string) => boolean;
}

/** These tests put a site under load at a certain pace. */
const isDestructive = (path: string) => /^full\/(faults|cluster)\//.test(path);
const oneLimit = 'The only limit is the one in vitest.config.ts: a test must not fail because the machine is busy.';
const sleeping = 'Wait for the expected state (expect.poll), or use fake timers.';
const everyTest = 'Every test must run, and only once.';

const rules: Rule[] = [
  { pattern: /\bvi\.wait(For|Until)\b/, problem: 'This gives up after a second: use expect.poll.' },
  { pattern: /\btimeout:/, problem: oneLimit },
  { pattern: /\bsetDefault(Navigation)?Timeout\((?!waitLimitMs\))/, problem: oneLimit },
  { pattern: /\binterruptAfterTimeLimit\b/, problem: oneLimit },
  { pattern: /\bwaitForTimeout\b/, problem: sleeping },
  { pattern: /(?<![.\w'])setTimeout\(/, problem: sleeping, except: isDestructive },
  { pattern: /\bsetTimeout\b.*from 'node:timers\/promises'/, problem: sleeping, except: isDestructive },
  { pattern: /\b(it|test|describe)(\.\w+|\([^)]*\))*\.(skip|only|todo|fails|skipIf|runIf)\b/, problem: everyTest },
  { pattern: /\bretry:/, problem: everyTest },
  {
    pattern: /\bseed:(?! inject\('seed'\))/,
    problem:
      'tests/support/seed.ts sets the seed: always the same in `npm test`, a new one for each `npm run test:all`.',
    except: (_, text) => !text.includes("from 'fast-check'"),
  },
];

const isTestOrHook = /^\s*(it|test|describe|beforeAll|beforeEach|afterAll|afterEach)\b/;

/** Whether this line ends a test or hook whose last argument is a time limit. */
const hasLimit = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  const isLast = /^\s*\}, [\d_]+\);$/.test(line) || (/^\s*\);$/.test(line) && /^\s*[\d_]+,$/.test(lines[at - 1] ?? ''));
  if (!isLast) return false;
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const opens = (each: string) => each.startsWith(indent) && /^[^\s)}\]]/.test(each.slice(indent.length));
  return isTestOrHook.test(lines.slice(0, at).findLast(opens) ?? '');
};

/** The problems of a file in tests/, line by line. */
export const testProblems = (path: string, text: string): string[] => {
  const applying = rules.filter(({ except }) => !except?.(path, text));
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const problems = applying.filter(({ pattern }) => pattern.test(line)).map(({ problem }) => problem);
    if (hasLimit(lines, at)) problems.push(oneLimit);
    return problems.map((problem) => `tests/${path}:${at + 1}: ${line.trim()}\n  ${problem}`);
  });
};

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../tests');
  const paths = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/node_modules/**'] }).sort();
  const problems = paths.flatMap((path) => testProblems(path, readFileSync(join(folder, path), 'utf8')));
  for (const line of problems) console.error(line);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('No test has a limit, a sleep or a seed of its own.');
}
