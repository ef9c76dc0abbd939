import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { sendHeartbeats, supervise } from '#server/supervise.ts';

const logger = pino({ level: 'silent' });
const never = new Promise(() => {});
afterEach(() => void vi.useRealTimers());

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
  const ends = [
    'process.send(1); process.once("message", () => process.exit(0))',
    'process.exit(1)',
    'setInterval(() => {}, 1000)',
  ];
  const started: string[] = [];
  let requestStop = () => {};
  const stopRequested = new Promise<void>((resolve) => {
    requestStop = resolve;
  });
  const start = () => {
    const code = ends[started.length] ?? '';
    started.push(code);
    const child = running(code);
    child.once('message', () => child.send('end'));
    if (started.length === ends.length) child.once('spawn', requestStop);
    return child;
  };
  await supervise({ start, stopRequested, logger });
  expect(started).toEqual(ends);
});

it('a process that hangs is killed and restarted, one that sends messages is not', async () => {
  // Only the supervisor's clock: how fast this machine is must not decide who hangs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hangs = 'process.send(1, () => { for (;;); })';
  const answers = 'process.on("message", () => process.send(1)); process.send(1)';
  const programs = [hangs, answers];
  const children: ChildProcess[] = [];
  const firstMessages: Promise<unknown>[] = [];
  const stop = Promise.withResolvers<void>();
  const start = () => {
    const child = running(programs[children.length] ?? '');
    children.push(child);
    firstMessages.push(once(child, 'message'));
    return child;
  };
  const over = supervise({ start, stopRequested: stop.promise, logger, maxSilenceMs: 1000 });
  await firstMessages[0];
  vi.advanceTimersByTime(1000);
  await expect.poll(() => children.length).toBe(2);
  const [hanging, answering] = children as [ChildProcess, ChildProcess];
  expect(hanging.signalCode).toBe('SIGKILL');
  await firstMessages[1];
  for (let second = 0; second < 15; second++) {
    vi.advanceTimersByTime(999);
    answering.send('still there?');
    await once(answering, 'message');
  }
  expect([answering.killed, answering.signalCode]).toEqual([false, null]);
  stop.resolve();
  await over;
  expect(children).toHaveLength(2);
});

it('a site that answers requests is not taken for hanging, also if no timer runs in a flood', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval'] });
  const send = vi.fn(() => true);
  vi.stubGlobal('process', Object.assign(Object.create(process), { connected: true, send }));
  const server = createServer();
  const stop = sendHeartbeats(server);
  expect(send).toHaveBeenCalledTimes(1);
  // The clock goes on, and no timer runs.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5001);
  for (let request = 0; request < 3; request++) server.emit('request');
  expect(send).toHaveBeenCalledTimes(2);
  now.mockRestore();
  stop();
  vi.unstubAllGlobals();
});

it('a process that hangs does not prevent a stop', async () => {
  const child = running('process.on("SIGTERM", () => {}); process.send(1); setInterval(() => {}, 1000)');
  const stopRequested = new Promise((resolve) => child.once('message', resolve));
  await supervise({ start: () => child, stopRequested, logger, maxSilenceMs: 500 });
  expect(child.signalCode).toBe('SIGKILL');
});

it('a stop that was requested before the process could handle it is orderly', async () => {
  const start = () => running('setInterval(() => {}, 1000)');
  expect(await supervise({ start, stopRequested: Promise.resolve(), logger })).toBe(0);
});
