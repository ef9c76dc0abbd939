// npm run bench:bulk: retags 100,000 posts and undoes it, while visitors request popular pages.
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { percentile, type SteadyResult, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row } from './support/table.ts';

const videos = 100_000;
const target = { seconds: 60, p99Ms: 50 };
const visitorRate = 100;
const roundSeconds = 5;
const popular = ['/', '/2', '/new-content', '/indian', '/muslim', '/tags', '/pornstars', '/our-network'];

interface Progress {
  _id: string;
  state: string;
  changed: number;
  undone: number;
}

const call = async ({ url, cookie }: BenchSite, path: string, body?: object): Promise<Progress> => {
  const response = await fetch(`${url}/api/bulk-changes${path}`, {
    method: path === '' || path.endsWith('/undo') ? 'POST' : 'GET',
    headers: { cookie, origin: url, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { bulkChange: Progress }).bulkChange;
};

const waitUntilEnded = async (site: BenchSite, id: string): Promise<Progress> => {
  for (;;) {
    const progress = await call(site, `/${id}`);
    if (!progress.state.endsWith('ing')) return progress;
    await sleep(200);
  }
};

/** Requests pages until the work has ended. The last round also covers the index catching up. */
const visitDuring = async (site: BenchSite, work: Promise<unknown>): Promise<SteadyResult> => {
  let hasEnded = false;
  const ended = work.finally(() => {
    hasEnded = true;
  });
  const all: SteadyResult = new Map();
  do {
    const round = await steadyLoad({ url: site.url, paths: popular, rate: visitorRate, seconds: roundSeconds });
    for (const [status, times] of round) all.set(status, [...(all.get(status) ?? []), ...times]);
  } while (!hasEnded);
  await ended;
  return all;
};

const measure = async (site: BenchSite, name: string, start: () => Promise<Progress>) => {
  const startedAt = performance.now();
  const work = start()
    .then(({ _id }) => waitUntilEnded(site, _id))
    .then((progress) => ({ ...progress, seconds: (performance.now() - startedAt) / 1000 }));
  const visitors = await visitDuring(site, work);
  const { seconds, ...progress } = await work;
  const sent = visitors.get(200) ?? [];
  const p99 = percentile(0.99, sent);
  const rows: Row[] = [
    {
      name: `${name} ${videos.toLocaleString('en-US')} posts`,
      figure: `${seconds.toFixed(1)} s`,
      target: `at most ${target.seconds} s`,
      met: seconds <= target.seconds && (progress.undone || progress.changed) === videos,
    },
    {
      name: `${sent.length} popular pages meanwhile`,
      figure: `p50 ${percentile(0.5, sent)} ms, p99 ${p99} ms`,
      target: `p99 at most ${target.p99Ms} ms`,
      met: p99 <= target.p99Ms && sent.length === timesOf(visitors).length,
    },
  ];
  return { rows, progress };
};

export const measureBulk = async (): Promise<Row[]> => {
  const site = await startSiteOfSize(videos);
  try {
    // Warm up: V8 compiles the code first.
    const quiet = { url: site.url, paths: popular, rate: visitorRate, seconds: roundSeconds };
    await steadyLoad(quiet);
    const before = await steadyLoad(quiet);
    const change = { kind: 'addTags', tags: [`bench ${Date.now()}`] };
    const retagged = await measure(site, 'retagging', () => call(site, '', { filter: {}, change }));
    const undone = await measure(site, 'changing back', () => call(site, `/${retagged.progress._id}/undo`));
    return [
      { name: 'popular pages before', figure: `p99 ${percentile(0.99, timesOf(before))} ms`, target: '-', met: true },
      ...retagged.rows,
      ...undone.rows,
    ];
  } finally {
    await site.stop();
  }
};

if (import.meta.main) printTable(await measureBulk());
