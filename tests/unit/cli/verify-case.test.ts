import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { publicKeyPem, signCase } from '#domain/cases/signed-case.ts';
import { signingKey } from '#domain/secrets.ts';
import { addVerifyCaseCommand } from '../../../src/cli/verify-case.ts';

let dir: string;
const key = signingKey(randomBytes(32));
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'marquee-case-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
  process.exitCode = 0;
  vi.restoreAllMocks();
});

const write = (name: string, text: string) => {
  const file = join(dir, name);
  writeFileSync(file, text);
  return file;
};
const run = async (...args: string[]) => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const program = new Command();
  addVerifyCaseCommand(program);
  await program.parseAsync(['verify-case', ...args], { from: 'user' });
  return { printed: print.mock.calls.flat().join('\n'), exitCode: process.exitCode ?? 0 };
};

const file = () => write('case.json', JSON.stringify(signCase({ number: '2026-000001' }, key), null, 2));
const keyFile = () => write('key.pem', publicKeyPem(key));

it('says that a file is valid, and what it was checked with', async () => {
  expect(await run(file(), '--key', keyFile())).toEqual({ printed: expect.stringMatching(/^Valid/), exitCode: 0 });
  expect((await run(file())).printed).toContain('the key in the file itself');
});

it('says that a file was changed, with an exit code for scripts', async () => {
  const changed = write('changed.json', JSON.stringify(signCase({ number: '1' }, key)).replace('"1"', '"2"'));
  expect(await run(changed, '--key', keyFile())).toEqual({ printed: expect.stringMatching(/^Changed/), exitCode: 1 });
});

it('names a file that cannot be read, and a key that is none', async () => {
  await expect(run(join(dir, 'missing.json'))).rejects.toThrow('missing.json could not be read');
  await expect(run(file(), '--key', write('key.txt', 'no key'))).rejects.toThrow('is not a public key');
});
