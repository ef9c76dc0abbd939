import autocannon from 'autocannon';
import type { BenchedSite } from './site-of-size.ts';

const target = 50;

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
  '/deletedposts',
  '/audit',
  '/outbox',
  '/admin/all',
];

const row = (name: string, p50: number, p99: number) =>
  `${name.padEnd(44)} ${String(p50).padStart(7)} ${String(p99).padStart(7)}  ${p99 <= target ? 'yes' : 'NO'}`;

/** One administrator at work: prints each list's times and returns those that took too long. */
export const measureBackOffice = async ({ url, cookie, videos }: BenchedSite): Promise<string[]> => {
  console.log(`\n${`the back-office at ${videos}`.padEnd(44)} ${'p50 ms'.padStart(7)} ${'p99 ms'.padStart(7)}  met`);
  const failures: string[] = [];
  for (const path of lists) {
    const asked = { url: `${url}/api${path}`, headers: { cookie }, connections: 1 };
    const first = await fetch(asked.url, { headers: { cookie } });
    if (first.status !== 200) throw new Error(`${path} answered ${first.status}`);
    const { latency, non2xx, errors } = await autocannon({ ...asked, duration: 1 });
    if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers were refused, ${errors} failed`);
    console.log(row(path, latency.p50, latency.p99));
    if (latency.p99 > target) failures.push(path);
  }
  return failures;
};
