/** `npm start` installs what is missing and never removes what a developer installed. */
import { expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript, because it runs before TypeScript is installed
import * as plan from '../../../scripts/install-plan.mjs';

interface Package {
  version?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
}
type Packages = Record<string, Package>;

const planInstall = (installed: Packages, { forTests = false, isBroken = false } = {}): string[] | undefined =>
  plan.planInstall(locked, installed, { forTests, isBroken });

const fastify = { version: '5.0.0' };
const vitest = { version: '5.1.0', dev: true };
const locked: Packages = {
  '': { version: '0.1.0' },
  'node_modules/fastify': fastify,
  'node_modules/vitest': vitest,
  'node_modules/other-platform': { version: '1.0.0', optional: true },
};

it('installs without packages for development on an operator’s first start', () => {
  expect(planInstall({})).toEqual(['install', '--no-save', '--omit=dev']);
});

it('installs packages for development for the tests', () => {
  expect(planInstall({ 'node_modules/fastify': fastify }, { forTests: true })).toEqual([
    'install',
    '--no-save',
    '--include=dev',
  ]);
});

it('does not run npm when everything is installed, whoever installed it', () => {
  expect(planInstall({ 'node_modules/fastify': fastify })).toBeUndefined();
  const all = { 'node_modules/fastify': fastify, 'node_modules/vitest': vitest };
  expect(planInstall(all)).toBeUndefined();
  expect(planInstall(all, { forTests: true })).toBeUndefined();
  expect(planInstall({ ...all, 'node_modules/my-tool': { version: '2.0.0' } })).toBeUndefined();
});

it('runs npm when the lockfile has another version, or the pinned Node is missing', () => {
  expect(planInstall({ 'node_modules/fastify': { version: '4.9.0' } })).toEqual(['install', '--no-save', '--omit=dev']);
  expect(planInstall({ 'node_modules/fastify': fastify }, { isBroken: true })).toEqual([
    'install',
    '--no-save',
    '--omit=dev',
  ]);
});

it('never omits packages for development once some are installed', () => {
  const outdated = { 'node_modules/fastify': { version: '4.9.0' }, 'node_modules/vitest': vitest };
  expect(planInstall(outdated)).toEqual(['install', '--no-save', '--include=dev']);
});

it('keeps the packages that a developer added', () => {
  const added = planInstall({
    'node_modules/fastify': { version: '4.9.0' },
    'node_modules/vitest': vitest,
    'node_modules/my-tool': { version: '2.0.0', dependencies: { helper: '^1.0.0' } },
    'node_modules/my-tool/node_modules/nested': { version: '1.0.0' },
    'node_modules/helper': { version: '1.0.0' },
    'node_modules/@scope/tool': { version: '3.0.0' },
    'node_modules/linked': { resolved: '../linked', link: true },
    'node_modules/from-git': { version: '1.0.0', resolved: 'git+ssh://git@example.com/x.git#abc' },
  });
  expect(added?.slice(2)).toEqual([
    '--include=dev',
    'my-tool@2.0.0',
    '@scope/tool@3.0.0',
    'linked@file:../linked',
    'from-git@git+ssh://git@example.com/x.git#abc',
  ]);
});
