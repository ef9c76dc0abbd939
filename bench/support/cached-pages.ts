import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { BenchSite } from './site-of-size.ts';
import { type Row, report } from './table.ts';

const rounds = 5;
const seconds = 3;
const connections = 64;
const target = 0.8;
const list = '/new-content';

const load = async (url: string, encoding: string) => {
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': encoding } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} refused ${result.non2xx + result.errors} requests`);
  return result.requests.average;
};

const startBareServer = async (page: string) => {
  const program = join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(process.execPath, [...process.execArgv, program, page], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => child.kill('SIGTERM') };
};

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Repeated requests of one page, compared with a bare server that sends the same bytes. */
export const measureCachedPages = async (site: BenchSite): Promise<Row[]> => {
  const bare = await startBareServer(site.url + list);
  const rows: Row[] = [];
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
          target: `at least ${target}`,
          met: ratio >= target,
        }),
      );
    }
  } finally {
    bare.stop();
  }
  return rows;
};
