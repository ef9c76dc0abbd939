import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

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

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const endServer = async (folder: string) => {
  let pid: number;
  try {
    pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  while (isThere(pid)) await setTimeout(100);
};

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  process.stdin.resume().once('close', async () => {
    await endServer(folder);
    rmSync(folder, { recursive: true, force: true });
  });
}
