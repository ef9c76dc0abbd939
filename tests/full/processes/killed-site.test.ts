/** kill -9 of the site while a command reads a backup. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('the command does not take what it has got for the whole backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-killed-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const command = `exec 4>'${fifo}'; read -r line; echo "$line" >&4; cat >/dev/null; echo complete >&4`;
  const site = spawn(process.execPath, [join(import.meta.dirname, 'write-forever.ts'), command], { stdio: 'inherit' });
  onTestFinished(() => void site.kill('SIGKILL'));
  let said = '';
  const words = createReadStream(fifo, 'utf8').on('data', (chunk) => {
    said += chunk;
    site.kill('SIGKILL');
  });
  // Nobody has it open for writing any more: the command has ended.
  await once(words, 'end');
  expect(said).toBe('beginning\n');
});
