/**
 * @typedef {{ version?: string, resolved?: string, dev?: boolean, optional?: boolean, link?: boolean,
 *   dependencies?: object, peerDependencies?: object, optionalDependencies?: object }} LockedPackage
 * @typedef {Record<string, LockedPackage>} Packages the `packages` of a package-lock.json, by path
 */

const prefix = 'node_modules/';

/** @param {[string, LockedPackage]} entry */
const specOf = ([path, { version, resolved = '', link }]) => {
  const name = path.slice(prefix.length);
  if (link) return `${name}@file:${resolved}`;
  return `${name}@${/^(git|file)/.test(resolved) ? resolved : version}`;
};

/**
 * Top-level packages that neither the lockfile nor another package requires, so a developer must have added them.
 *
 * @param {Packages} locked
 * @param {Packages} installed
 */
const addedByHand = (locked, installed) => {
  const required = new Set(
    Object.values(installed).flatMap(({ dependencies, peerDependencies, optionalDependencies }) =>
      Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }),
    ),
  );
  return Object.entries(installed).filter(
    ([path]) => path.lastIndexOf(prefix) === 0 && !locked[path] && !required.has(path.slice(prefix.length)),
  );
};

/**
 * The arguments for `npm install`, or undefined if everything is installed already.
 *
 * `npm install` prunes packages that it isn't asked for, but must never remove what a developer has installed: if any
 * development package is present, all of them are included, and packages that were added by hand are named.
 *
 * @param {Packages} locked package-lock.json
 * @param {Packages} installed node_modules/.package-lock.json, which npm writes after every install
 * @param {{ forTests: boolean, isBroken: boolean }} options whether development packages are needed, and whether an install
 *   is needed in any case
 * @returns {string[] | undefined}
 */
export const planInstall = (locked, installed, { forTests, isBroken }) => {
  const isDeveloper = Object.values(installed).some(({ dev }) => dev);
  const withDev = forTests || isDeveloper;
  const isMissing = Object.entries(locked).some(
    ([path, { version, dev, optional }]) =>
      path.startsWith(prefix) && !optional && (withDev || !dev) && installed[path]?.version !== version,
  );
  if (!isMissing && !isBroken) return undefined;
  const extras = isDeveloper ? addedByHand(locked, installed) : [];
  return ['install', '--no-save', withDev ? '--include=dev' : '--omit=dev', ...extras.map(specOf)];
};
