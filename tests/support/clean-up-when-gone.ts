import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostmaster, stopPostmaster } from '#db/postmaster.ts';

/** Has the server of a folder ended, and the folder removed, as soon as this process is gone, however it went. */
export const cleanUpWhenGone = (folder: string): void => {
  const child = spawn(process.execPath, [import.meta.filename, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  // What nobody reads or writes is open until we are gone.
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
