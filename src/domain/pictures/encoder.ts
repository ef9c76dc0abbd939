import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Output } from './encode.ts';
import type { EncodeAnswer, EncodeJob } from './encoder-process.ts';

/** The file is no picture that can be read. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

export interface Encoder {
  encode: (file: Buffer, outputs: Output[]) => Promise<Buffer[]>;
  close: () => void;
}

interface Pending {
  resolve: (encoded: Buffer[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

const maxJobMs = 30_000;
const idleMs = 60_000;
/** A third of the share that pages get of a busy processor. With the lowest priority, visitors would wait for pictures for seconds. */
const niceness = 5;
const program = new URL('./encoder-process.ts', import.meta.url);

const start = () => {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    // No secrets for a process that decodes what strangers have made.
    env: { UV_THREADPOOL_SIZE: '4' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // Then it has the priority of the site.
  }
  return child;
};

/**
 * Decodes and encodes pictures in a process of its own, with a lower priority than the one that serves pages: a file that crashes
 * or hangs a decoder costs that file alone. The process ends when nobody has needed it for a minute.
 */
export const createEncoder = ({ timeoutMs = maxJobMs } = {}): Encoder => {
  const pending = new Map<number, Pending>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const settle = (id: number) => {
    const job = pending.get(id);
    pending.delete(id);
    clearTimeout(job?.timer);
    if (pending.size === 0) idle = setTimeout(stop, idleMs).unref();
    return job;
  };

  /** Which of them it was about is unknown, so each may be tried again. */
  const failAll = (reason: string) => {
    for (const id of [...pending.keys()]) settle(id)?.reject(new Error(reason));
  };

  const stop = () => {
    const stopped = child;
    child = undefined;
    stopped?.removeAllListeners();
    stopped?.on('error', () => {});
    stopped?.kill('SIGKILL');
  };

  const onMessage = (answer: EncodeAnswer) => {
    const job = settle(answer.id);
    if ('problem' in answer) job?.reject(new UnreadablePictureError(answer.problem));
    else job?.resolve(answer.encoded.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  };

  const running = () => {
    if (child) return child;
    const started = start();
    started.on('message', onMessage);
    const onEnd = () => {
      if (child === started) child = undefined;
      failAll('The process that decodes pictures has ended.');
    };
    started.on('exit', onEnd);
    started.on('error', onEnd);
    child = started;
    return started;
  };

  return {
    encode: (file, outputs) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const id = ++lastId;
        const giveUp = () => {
          stop();
          settle(id)?.reject(new UnreadablePictureError('Decoding took too long.'));
          failAll('The process that decodes pictures had to be ended.');
        };
        pending.set(id, { resolve, reject, timer: setTimeout(giveUp, timeoutMs) });
        const job: EncodeJob = { id, file, outputs };
        // If sending fails, the exit event reports it as well.
        running().send(job, () => {});
      }),
    close: () => {
      clearTimeout(idle);
      stop();
      failAll('The site is stopping.');
    },
  };
};
