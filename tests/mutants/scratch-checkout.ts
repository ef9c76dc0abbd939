import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const checkout = join(import.meta.dirname, '../..');

const copied = [
  ...['src', 'tests', 'public', 'migrations', 'scripts', 'bin', 'docs', 'build', '.react-router', 'README.md'],
  ...['.env.example', '.npmrc', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['react-router.config.ts', 'vite.config.ts', 'vitest.config.ts'],
];

/** A copy of the working tree, uncommitted changes included, that shares its installed packages. */
export const createScratchCheckout = (from = checkout) => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-mutants-'));
  for (const name of copied)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(folder, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
