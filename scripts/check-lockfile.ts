// Checks that `npm ci` accepts the lockfile, that npm can verify all packages from any registry, and that only allowed
// packages run install scripts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unverified } from './unverified-packages.ts';

interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface Lockfile {
  packages: Record<string, LockedPackage>;
}

const dependenciesOf = ({ peerDependenciesMeta = {}, ...entry }: LockedPackage, isRoot: boolean): string[] => {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  const { dependencies, optionalDependencies, devDependencies } = entry;
  return [...Object.keys({ ...dependencies, ...optionalDependencies, ...(isRoot && devDependencies) }), ...peers];
};

/** The folders in which Node looks for a package's imports, nearest first. */
const foldersFrom = (path: string): string[] => {
  if (path === '') return ['node_modules/'];
  const parent = path.lastIndexOf('/node_modules/');
  return [`${path}/node_modules/`, ...foldersFrom(parent === -1 ? '' : path.slice(0, parent))];
};

/** Required packages that the lockfile lacks: `npm install` would add any version, and `npm ci` refuses to install. */
const danglingEdges = (packages: Lockfile['packages'], above: Lockfile['packages']): string[] =>
  Object.entries(packages).flatMap(([path, entry]) =>
    dependenciesOf(entry, path === '')
      .filter((name) => !foldersFrom(path).some((folder) => packages[`${folder}${name}`]))
      .filter((name) => !above[`node_modules/${name}`])
      .map((name) => `${path || 'package.json'} needs ${name}, which the lockfile lacks: run npm install.`),
  );

/**
 * The problems of a package-lock.json. `mayRunScripts` and `withoutIntegrity` are names of packages; `above` are those that are
 * installed in a folder above it.
 */
export const lockfileProblems = (
  { packages }: Lockfile,
  mayRunScripts: readonly string[],
  withoutIntegrity: readonly string[] = [],
  above: Lockfile['packages'] = {},
): string[] => {
  const problems = danglingEdges(packages, above);
  const { '': _root, ...locked } = packages;
  for (const [path, { version, integrity, resolved, hasInstallScript }] of Object.entries(locked)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isException = withoutIntegrity.includes(`${name}@${version}`);
    if (!integrity && !isException) problems.push(`${name}@${version} has no integrity: npm would not verify it.`);
    if (integrity && isException) problems.push(`${name}@${version} has an integrity: remove it from the exceptions.`);
    if (integrity && !integrity.startsWith('sha512-')) problems.push(`${name}@${version} has a weak integrity.`);
    if (resolved) problems.push(`${name}@${version} names a URL to download from: ${resolved}`);
    if (hasInstallScript && !mayRunScripts.includes(name))
      problems.push(`${name}@${version} has an install script, but is not in allowScripts of package.json.`);
  }
  return problems;
};

if (import.meta.main) {
  const read = (file: string): Lockfile & { allowScripts: Record<string, boolean> } =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
  const site = read('package-lock.json');
  const nested = ['bench/lighthouse', 'tests/mutants/stryker'];
  const problems = [
    ...lockfileProblems(site, Object.keys(read('package.json').allowScripts), unverified),
    ...nested.flatMap((folder) => lockfileProblems(read(`${folder}/package-lock.json`), [], [], site.packages)),
  ];
  for (const line of problems) console.error(line);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('The lockfiles are complete and verify what is installed.');
}
