import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostmaster, stopPostmaster } from '#db/postmaster.ts';

/** Stops the PostgreSQL server of a folder and removes the folder when this process ends, even if it is killed. */
export const cleanUpWhenGone = (folder: string): void => {
  const child = spawn(process.execPath, [import.meta.filename, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  // The pipe closes when this process ends.
  (child.stdin as typeof child.stdin & { unref: () => void }).unref();
};

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  process.stdin.resume().once('close', async () => {
    const server = findPostmaster(join(folder, 'postgres'));
    if (server) await stopPostmaster(server);
    rmSync(folder, { recursive: true, force: true });
  });
}
