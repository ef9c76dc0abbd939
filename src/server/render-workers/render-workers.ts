import { STATUS_CODES } from 'node:http';
import { Worker } from 'node:worker_threads';
import { ApiError } from '#contract/calls/api-error.ts';
import type { Client } from '#contract/calls/client.ts';
import type { CachedPage, Encoding, FreshPage } from '../page-cache/cached-page.ts';
import type { FromWorker, SentPage, SentProblem, ToWorker, WorkerSettings } from './messages.ts';

export interface RenderWorkersOptions {
  count: number;
  settings: Omit<WorkerSettings, 'calls'>;
  client: Client;
  report: (error: unknown, path: string) => void;
  onReplaced: (error: unknown) => void;
  /** A worker that takes longer for a page is assumed to hang. The time that it takes to start doesn't count. */
  maxMs?: number;
  /** Replaces the workers' program, in tests. */
  program?: URL;
}

export interface RenderWorkers {
  render: (key: string, encoding: Encoding) => Promise<FreshPage>;
  close: () => Promise<void>;
}

/** A page that is waiting for its worker's answer. */
interface Job {
  id: number;
  key: string;
  encoding: Encoding;
  /** The number of workers that died while rendering it. */
  deaths: number;
  resolve: (page: FreshPage) => void;
  reject: (error: unknown) => void;
  /** Resolves when the page has been rendered or given up. */
  settled: Promise<unknown>;
}

interface Member {
  worker: Worker;
  jobs: Map<number, Job>;
  /** Resolves when the worker has started. */
  ready: PromiseWithResolvers<void>;
}

/** A page needs a few megabytes. One that needs this much brings down only its thread, not the site. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };
/** A page that has killed this many workers is given up. */
const maxDeaths = 2;
/** Prevents a tight loop when workers die while they start. */
const restartPauseMs = 500;

const pageOf = ({ status, headers, hash, encoding, body, tags, isComplete }: SentPage): FreshPage => {
  const page: CachedPage = {
    status,
    headers,
    hash,
    bodies: { [encoding]: Buffer.from(body.buffer, body.byteOffset, body.byteLength) },
    pending: {},
    tags: new Set(tags),
    renderedAt: performance.now(),
  };
  return { page, isComplete };
};

const problemOf = (error: unknown): SentProblem => {
  if (!(error instanceof ApiError)) return { status: 500, statusText: STATUS_CODES[500] ?? '', body: undefined };
  const { status, statusText, serverMessage: message, fields, code, current } = error;
  return { status, statusText, body: { message, fields, code, current } };
};

/**
 * Renders pages in worker threads, because React would block the event loop for milliseconds per page. The index and
 * the cache stay in the main thread: a query takes microseconds, and the index would need its memory again in each
 * worker.
 */
export const createRenderWorkers = (options: RenderWorkersOptions): RenderWorkers => {
  const { count, client, report, onReplaced, maxMs = 20_000 } = options;
  const { program = new URL('./render-worker.ts', import.meta.url) } = options;
  const workerData: WorkerSettings = { ...options.settings, calls: Object.keys(client) };
  const members = new Set<Member>();
  /** Jobs for which there is no worker at the moment. */
  const waiting: Job[] = [];
  let lastId = 0;
  let isClosed = false;

  const assign = (job: Job) => {
    if (isClosed) return job.reject(new Error('The site is stopping.'));
    const [member] = [...members].sort((one, other) => one.jobs.size - other.jobs.size);
    if (!member) return void waiting.push(job);
    member.jobs.set(job.id, job);
    void member.ready.promise.then(() => {
      const hangs = setTimeout(() => member.jobs.has(job.id) && void member.worker.terminate(), maxMs);
      void job.settled.then(() => clearTimeout(hangs));
    });
    const { id, key, encoding } = job;
    member.worker.postMessage({ type: 'render', id, key, encoding } satisfies ToWorker);
  };

  let lastRetry: Promise<unknown> = Promise.resolve();
  /** Retries jobs one at a time, so that the unknown page that killed the worker doesn't fail the others again. */
  const retry = (job: Job) => {
    lastRetry = lastRetry.then(() => {
      assign(job);
      return job.settled;
    });
  };

  const answerCall = async ({ worker }: Member, call: number, name: string, input: unknown) => {
    const answer = await (client[name as keyof Client] as (input: unknown) => Promise<unknown>)(input).then(
      (output): ToWorker => ({ type: 'returned', call, output }),
      (error: unknown): ToWorker => ({ type: 'refused', call, problem: problemOf(error) }),
    );
    try {
      worker.postMessage(answer);
    } catch (error) {
      // The output cannot be cloned.
      report(error, name);
      worker.postMessage({ type: 'refused', call, problem: problemOf(error) } satisfies ToWorker);
    }
  };

  const take = (member: Member, id: number) => {
    const job = member.jobs.get(id);
    member.jobs.delete(id);
    return job;
  };

  const receive = (member: Member, message: FromWorker) => {
    if (message.type === 'call') void answerCall(member, message.call, message.name, message.input);
    else if (message.type === 'ready') member.ready.resolve();
    else if (message.type === 'rendered') take(member, message.id)?.resolve(pageOf(message.page));
    else if (message.type === 'failed') take(member, message.id)?.reject(message.error);
    else if (message.type === 'report') report(message.error, message.path);
  };

  const start = () => {
    if (isClosed) return;
    const member: Member = {
      worker: new Worker(program, { name: 'render', workerData, resourceLimits }),
      jobs: new Map(),
      ready: Promise.withResolvers(),
    };
    let failure: unknown;
    member.worker.on('message', (message: FromWorker) => receive(member, message));
    member.worker.on('error', (error) => {
      failure = error;
    });
    member.worker.once('exit', () => {
      members.delete(member);
      const reason = failure ?? new Error('A thread that renders pages has ended.');
      for (const job of member.jobs.values()) {
        if (isClosed || ++job.deaths >= maxDeaths) job.reject(reason);
        else retry(job);
      }
      if (isClosed) return;
      onReplaced(reason);
      setTimeout(start, restartPauseMs).unref();
    });
    members.add(member);
    for (const job of waiting.splice(0)) assign(job);
  };
  for (let n = 0; n < count; n++) start();

  return {
    render: (key, encoding) => {
      const { promise, resolve, reject } = Promise.withResolvers<FreshPage>();
      const settled = promise.catch(() => {});
      assign({ id: ++lastId, key, encoding, deaths: 0, resolve, reject, settled });
      return promise;
    },
    close: async () => {
      isClosed = true;
      for (const job of waiting.splice(0)) assign(job);
      await Promise.all([...members].map(({ worker }) => worker.terminate()));
    },
  };
};
