import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Kills the process group of a command if the site is killed while it writes the command's input, which then must not look
 * complete. A second process holds the writing end of the input too, so that the command sees no end of it before it is killed.
 * Returns a function that ends the watch.
 */
export const killWithSite = (pid: number, input: Socket): (() => void) => {
  // A line says that the watch is over; if the site is gone, there is an end of input without one.
  const watcher = spawn('/bin/sh', ['-c', 'read -r line || kill -9 "-$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore', input],
    env: {},
    detached: true,
  });
  // Without it the backup can be made all the same.
  watcher.on('error', () => {});
  watcher.stdin?.on('error', () => {});
  return () => watcher.stdin?.end('over\n');
};
