import { setTimeout as pause } from 'node:timers/promises';
import { connectWithoutReading } from '../../tests/support/raw-connection.ts';
import type { BenchSite } from '../support/site-of-size.ts';
import { type Attack, idleFiles, nextIp } from './attack.ts';

const holdMs = 10_000;

const firstShard = async ({ url }: BenchSite) => {
  const index = await (await fetch(`${url}/sitemap.xml`)).text();
  const [path] = /\/sitemap-videos-\d+\.xml/.exec(index) ?? [];
  if (!path) throw new Error('The sitemap lists no videos');
  return path;
};

const largestScript = async ({ url }: BenchSite) => {
  const page = await (await fetch(url)).text();
  const paths = [...new Set(page.match(/\/assets\/[\w.-]+\.js/g))];
  const sizes = await Promise.all(
    paths.map(async (path) => (await (await fetch(url + path)).arrayBuffer()).byteLength),
  );
  const largest = paths[sizes.indexOf(Math.max(...sizes))];
  if (!largest) throw new Error('The home page has no scripts');
  return largest;
};

/** Requests a path at this rate without reading the responses. Reconnects when the site closes the connection. */
const requestWithoutReading = async (site: BenchSite, path: string, perMinute: number, seconds: number) => {
  const ip = nextIp();
  const until = performance.now() + seconds * 1000;
  let socket = await connectWithoutReading(site.url, [], ip);
  while (performance.now() < until) {
    if (socket.closed) socket = await connectWithoutReading(site.url, [], ip);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await pause(60_000 / perMinute);
  }
  socket.destroy();
};

/** Sends all requests at once on each connection, reads nothing, and keeps the connection open for a while. */
const pipelineWithoutReading = async (
  site: BenchSite,
  path: string,
  { ips, connections, requests }: { ips: number; connections: number; requests: number },
) => {
  const from = Array.from({ length: ips }, nextIp).flatMap((ip) => Array<string>(connections).fill(ip));
  const sockets = await Promise.all(
    from.map((ip) => connectWithoutReading(site.url, Array<string>(requests).fill(path), ip)),
  );
  await pause(holdMs);
  for (const socket of sockets) socket.destroy();
};

const unread = (
  name: string,
  find: (site: BenchSite) => Promise<string>,
  count: Parameters<typeof pipelineWithoutReading>[2],
): Attack => ({
  name,
  // Each connection needs a socket and a file.
  maxFiles: idleFiles + 2 * count.ips * count.connections,
  run: async (site) => {
    await pipelineWithoutReading(site, await find(site), count);
    return [];
  },
});

export const unreadAttacks: Attack[] = [
  {
    name: '590 sitemaps a minute, unread, for 3 minutes',
    maxFiles: idleFiles,
    run: async (site) => {
      await requestWithoutReading(site, await firstShard(site), 590, 180);
      return [];
    },
  },
  unread('3 × 1,200 sitemaps, unread', firstShard, { ips: 3, connections: 1, requests: 1200 }),
  unread('sitemaps on 3 × 256 connections, unread', firstShard, { ips: 3, connections: 256, requests: 30 }),
  unread('20,500 scripts, unread', largestScript, { ips: 1, connections: 1, requests: 20_500 }),
  unread('scripts on 3 × 256 connections, unread', largestScript, { ips: 3, connections: 256, requests: 30 }),
];
