import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Response times in milliseconds. */
export interface Visits {
  cached: number[];
  uncached: number[];
  /** Requests that did not get a page. */
  failed: number;
}

/** Requests per second: well within the rate limit. */
const rates = { cached: 10, uncached: 5 };
const popular = ['/', '/new-content', '/top-videos', '/tags', '/pornstars'];
const lists = ['new-content', 'top-videos', 'most-liked'];

interface WorkerData {
  siteUrl: string;
  /** The first page to request: earlier ones are in the cache. */
  firstPage: number;
}

const isServed = (url: string, agent: Agent) =>
  new Promise<boolean>((resolve) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().on('close', () => resolve(response.complete && response.statusCode === 200));
    }).on('error', () => resolve(false));
  });

/** The next page that has not been requested yet. */
let nextPage = 2;
const uncachedPath = () => {
  nextPage++;
  return `/${lists[nextPage % lists.length]}?page=${nextPage}`;
};

const visit = async (siteUrl: string, ends: Promise<unknown>): Promise<Visits> => {
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' });
  const visits: Visits = { cached: [], uncached: [], failed: 0 };
  const running: Promise<void>[] = [];
  const ended = ends.then(() => true);
  // Timed from when the request was due, so that a stall counts for all requests in it (no coordinated omission).
  const request = async (times: number[], path: string, due: number) => {
    if (await isServed(siteUrl + path, agent)) times.push(performance.now() - due);
    else visits.failed++;
  };
  const pace = async (rate: number, send: (due: number) => Promise<void>) => {
    for (let due = performance.now(); ; due += 1000 / rate) {
      if (await Promise.race([ended, pause(Math.max(0, due - performance.now()), false)])) return;
      running.push(send(due));
    }
  };
  let turn = 0;
  await Promise.all([
    pace(rates.cached, (due) => request(visits.cached, popular[turn++ % popular.length] as string, due)),
    pace(rates.uncached, (due) => request(visits.uncached, uncachedPath(), due)),
  ]);
  await Promise.all(running);
  agent.destroy();
  return visits;
};

/** Requests pages at a steady rate until the promise settles, in a thread that the attack doesn't keep busy. */
export const visitUntil = async (siteUrl: string, ends: Promise<unknown>): Promise<Visits> => {
  const worker = new Worker(import.meta.filename, {
    workerData: { siteUrl, firstPage: nextPage } satisfies WorkerData,
  });
  const result = new Promise<Visits>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await ends.catch(() => {});
  worker.postMessage('stop');
  const visits = await result;
  nextPage += visits.uncached.length + visits.failed + 1;
  return visits;
};

/** Lets V8 compile the code first. Uses many IPs, because of the rate limit. */
export const warmUp = async (siteUrl: string) => {
  for (let ip = 1; ip <= 10; ip++) {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.2.${ip}` });
    for (let page = 0; page < 200; page++) await isServed(siteUrl + uncachedPath(), agent);
    for (const path of popular) await isServed(siteUrl + path, agent);
    agent.destroy();
  }
};

if (!isMainThread) {
  const { siteUrl, firstPage } = workerData as WorkerData;
  nextPage = firstPage;
  const stopped = new Promise((resolve) => parentPort?.once('message', resolve));
  parentPort?.postMessage(await visit(siteUrl, stopped));
}
