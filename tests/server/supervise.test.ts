import { spawn } from 'node:child_process';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { supervise } from '#server/supervise.ts';

const logger = pino({ level: 'silent' });
const never = new Promise(() => {});

/** A process that runs this code with a channel to its parent. */
const running = (code: string) =>
  spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

it('a process that ends before it ever served is not restarted', async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    return running('process.exit(3)');
  };
  expect(await supervise({ start, stopRequested: never, logger })).toBe(3);
  expect(starts).toBe(1);
});

it('a process that served is restarted however it ends, also if the next one does not get that far', async () => {
  const ends = ['process.send(1, () => process.exit(0))', 'process.exit(1)', 'setInterval(() => {}, 1000)'];
  const started: string[] = [];
  let requestStop = () => {};
  const stopRequested = new Promise<void>((resolve) => {
    requestStop = resolve;
  });
  const start = () => {
    const code = ends[started.length] ?? '';
    started.push(code);
    const child = running(code);
    if (started.length === ends.length) child.once('spawn', requestStop);
    return child;
  };
  await supervise({ start, stopRequested, logger });
  expect(started).toEqual(ends);
});
