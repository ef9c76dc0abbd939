// npm run bench:overload: ten times more pages than can be rendered, while visitors request cached pages.
import { startSiteOfSize } from './support/site-of-size.ts';
import { percentile, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row } from './support/table.ts';
import { renderRate, smallPageCache, uncachedPaths } from './support/uncached-pages.ts';

const seconds = 10;
/** Not measured: V8 compiles the code first. */
const warmUpSeconds = 5;
const times = 10;
const visitorRate = 100;
const target = { refusedMs: 100 };
const popular = ['/', '/indian', '/muslim', '/tags', '/pornstars', '/our-network'];

export const measureOverload = async (): Promise<Row[]> => {
  const site = await startSiteOfSize(10_000, smallPageCache);
  try {
    await renderRate(site.url);
    const before = await renderRate(site.url);
    const rush = (duration: number) =>
      steadyLoad({ url: site.url, paths: uncachedPaths, rate: Math.round(before * times), seconds: duration });
    for (let round = 0; round < 3; round++)
      for (const path of popular) await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
    await rush(warmUpSeconds);
    const [storm, visitors] = await Promise.all([
      rush(seconds),
      steadyLoad({ url: site.url, paths: popular, rate: visitorRate, seconds }),
    ]);
    const after = await renderRate(site.url);
    const [rendered, refused] = [storm.get(200) ?? [], storm.get(503) ?? []];
    const lost = timesOf(storm).length - rendered.length - refused.length;
    const refusedP99 = percentile(0.99, refused);
    const sent = visitors.get(200) ?? [];
    const unsent = timesOf(visitors).length - sent.length;
    return [
      {
        name: `refused of ${timesOf(storm).length} pages at ${times} times the rate`,
        figure: `${refused.length}, p50 ${percentile(0.5, refused)} ms, p99 ${refusedP99} ms`,
        target: `p99 at most ${target.refusedMs} ms`,
        met: refused.length > 0 && refusedP99 <= target.refusedMs,
      },
      {
        name: 'rendered meanwhile',
        figure: `${rendered.length}, p50 ${percentile(0.5, rendered)} ms, p99 ${percentile(0.99, rendered)} ms`,
        target: '-',
        met: true,
      },
      {
        name: 'cached pages meanwhile',
        figure: `${sent.length}, p50 ${percentile(0.5, sent)} ms, p99 ${percentile(0.99, sent)} ms`,
        target: 'all sent',
        met: unsent === 0,
      },
      { name: 'neither rendered nor refused', figure: String(lost), target: '0', met: lost === 0 },
      {
        name: 'render rate after, relative to before',
        figure: (after / before).toFixed(2),
        target: 'at least 0.9',
        met: after >= before * 0.9,
      },
    ];
  } finally {
    await site.stop();
  }
};

if (import.meta.main) printTable(await measureOverload());
