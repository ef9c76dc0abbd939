import autocannon from 'autocannon';
import type { BenchSite } from './site-of-size.ts';
import { type Row, report } from './table.ts';

const target = 50;
const rounds = 2;

/** The dashboard and every list of the back-office, with first and deep pages. */
const lists = [
  '/dashboard/stats',
  '/dashboard/charts',
  '/getpostdata?page=1&limit=16',
  '/getpostdata?page=30000&limit=16',
  '/pornstars?page=1&limit=20',
  '/pornstars?page=400&limit=20',
  '/pornstars?page=1&limit=20&letter=A',
  '/pornstars?page=1&limit=20&search=an',
  '/tags?limit=1000',
  '/tags?page=100&limit=20&sort=name',
  '/stars?page=400',
  '/stars?search=an',
  '/networks',
  '/channels',
  '/terabox',
  '/submissions',
  '/deleted/posts',
  '/audit',
  '/outbox',
  '/admin/all',
];

/** Requests of a single admin; each figure is the best of its rounds. */
export const measureBackOffice = async ({ url, cookie }: BenchSite): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const path of lists) {
    const request = { url: `${url}/api${path}`, headers: { cookie }, connections: 1 };
    const first = await fetch(request.url, { headers: { cookie } });
    if (first.status !== 200) throw new Error(`${path} answered ${first.status}`);
    const p99s: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { latency, non2xx, errors } = await autocannon({ ...request, duration: 1 });
      if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} requests were refused, ${errors} failed`);
      p99s.push(latency.p99);
    }
    const p99 = Math.min(...p99s);
    const name = `back-office: ${path}`;
    rows.push(report({ name, figure: `p99 ${p99} ms`, target: `p99 ${target} ms`, met: p99 <= target }));
  }
  return rows;
};
