import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Output } from './encode.ts';
import type { EncodeAnswer, EncodeJob } from './encoder-process.ts';

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
/** On a busy processor, gives pictures a third of the share of pages. With the lowest priority, visitors would wait for seconds. */
const niceness = 5;
const program = new URL('./encoder-process.ts', import.meta.url);

const start = () => {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    // Don't pass on secrets to a process that decodes untrusted files.
    env: { UV_THREADPOOL_SIZE: '4' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // The process keeps the site's priority.
  }
  return child;
};

/**
 * Decodes and encodes pictures in a child process with a lower priority than the site, so that a file that crashes or hangs the decoder
 * affects nothing else. The process ends after a minute without work.
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

  /** It isn't known which job caused it, so all of them may be retried. */
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
        // Ignore errors: if sending fails, the exit event rejects the job.
        running().send(job, () => {});
      }),
    close: () => {
      clearTimeout(idle);
      stop();
      failAll('The site is stopping.');
    },
  };
};
