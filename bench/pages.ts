// npm run bench:pages: cached pages compared with a bare server that sends the same bytes, and uncached pages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startSiteOfSize } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';
import { renderRate, smallPageCache } from './support/uncached-pages.ts';

const rounds = 5;
const seconds = 3;
const connections = 64;
const target = { ratio: 0.8, uncached: 400 };
const list = '/new-content';

const load = async (url: string, encoding: string) => {
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': encoding } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} refused ${result.non2xx + result.errors} requests`);
  return result.requests.average;
};

const startBareServer = async (page: string) => {
  const program = join(import.meta.dirname, 'support/bare-server.ts');
  const child = spawn(process.execPath, [...process.execArgv, program, page], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => child.kill('SIGTERM') };
};

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

export const measurePages = async (): Promise<Row[]> => {
  const rows: Row[] = [];
  const site = await startSiteOfSize(10_000);
  const bare = await startBareServer(site.url + list);
  try {
    for (const encoding of ['br', 'identity']) {
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const atBare = await load(bare.url, encoding);
        const atSite = await load(site.url + list, encoding);
        rates.push(atSite);
        ratios.push(atSite / atBare);
      }
      const ratio = median(ratios);
      rows.push(
        report({
          name: `cached page, ${encoding === 'br' ? 'brotli' : 'plain'}, relative to a bare server`,
          figure: `${ratio.toFixed(2)} (${median(rates).toFixed(0)}/s)`,
          target: `at least ${target.ratio}`,
          met: ratio >= target.ratio,
        }),
      );
    }
  } finally {
    bare.stop();
    await site.stop();
  }

  const busy = await startSiteOfSize(10_000, smallPageCache);
  try {
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) rates.push(await renderRate(busy.url));
    const rate = Math.max(...rates);
    rows.push(
      report({
        name: 'uncached list page',
        figure: `${rate.toFixed(0)} pages/s`,
        target: `at least ${target.uncached}`,
        met: rate >= target.uncached,
      }),
    );
  } finally {
    await busy.stop();
  }
  return rows;
};

if (import.meta.main) printTable(await measurePages());
