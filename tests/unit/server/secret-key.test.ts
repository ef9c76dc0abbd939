import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartupError } from '#db/errors.ts';
import { readConfig } from '#server/config.ts';
import { loadSecretKey } from '#server/secret-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const load = (secretKey?: string) => loadSecretKey({ secretKey, dataDir });

it('is made at the first start, for its user alone, and stays the same', () => {
  const key = load();
  expect(key).toHaveLength(32);
  expect(load()).toEqual(key);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

it('is another one for each site', () => {
  const key = load();
  rmSync(join(dataDir, 'secret.key'));
  expect(load()).not.toEqual(key);
});

it('is that of the environment if there is one, which leaves no file', () => {
  expect(load('Ab'.repeat(32))).toEqual(Buffer.alloc(32, 0xab));
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each(['', 'ab', `${'ab'.repeat(32)}ab`, 'xy'.repeat(32)])('is not replaced if the file holds %j', (text) => {
  writeFileSync(join(dataDir, 'secret.key'), text);
  expect(() => load()).toThrow(StartupError);
});

it.each(['ab', 'xy'.repeat(32)])('cannot be SECRET_KEY=%s', (text) => {
  expect(() => readConfig({ SECRET_KEY: text })).toThrow(
    'SECRET_KEY must have 64 hexadecimal digits, as `openssl rand -hex 32` prints them.',
  );
});
