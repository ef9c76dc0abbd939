import autocannon from 'autocannon';
import type { BenchedSite } from './site-of-size.ts';
import { type Row, tell } from './table.ts';

const target = 50;
const rounds = 2;

/** Every list of the back-office and its dashboard, near the front and far from it. */
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

/** One administrator at work; each figure is the best of its rounds. */
export const measureBackOffice = async ({ url, cookie }: BenchedSite): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const path of lists) {
    const asked = { url: `${url}/api${path}`, headers: { cookie }, connections: 1 };
    const first = await fetch(asked.url, { headers: { cookie } });
    if (first.status !== 200) throw new Error(`${path} answered ${first.status}`);
    const p99s: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { latency, non2xx, errors } = await autocannon({ ...asked, duration: 1 });
      if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers were refused, ${errors} failed`);
      p99s.push(latency.p99);
    }
    const p99 = Math.min(...p99s);
    const name = `back-office: ${path}`;
    rows.push(tell({ name, figure: `p99 ${p99} ms`, target: `p99 ${target} ms`, met: p99 <= target }));
  }
  return rows;
};
