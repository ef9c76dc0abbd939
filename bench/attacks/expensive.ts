import sharp from 'sharp';
import type { BenchSite } from '../support/site-of-size.ts';
import { percentile } from '../support/steady-load.ts';
import { type Attack, idleFiles, nextIp } from './attack.ts';
import { countStatuses, send } from './send.ts';

const clients = 4;
const attackMs = 15_000;

/** Sequential requests without compression: the site has to decompress the stored file. */
const requestSitemaps = async ({ url }: BenchSite, path: string) => {
  const ip = nextIp();
  const until = performance.now() + attackMs;
  while (performance.now() < until) await send(url + path, { ip });
};

const sitemaps: Attack = {
  name: `${clients} clients requesting sitemaps`,
  maxFiles: idleFiles,
  run: async (site) => {
    const index = await send(`${site.url}/sitemap.xml`, { ip: nextIp() });
    const paths = index.text.match(/\/sitemap-videos-\d+\.xml/g) ?? [];
    await Promise.all(
      Array.from({ length: clients }, (_, n) => requestSitemaps(site, paths[n % paths.length] ?? '/sitemap.xml')),
    );
    return [];
  },
};

const brackets: Attack = {
  name: '100 × 1 MB of [[[[ to a call without a body',
  maxFiles: idleFiles,
  run: async ({ url }) => {
    const ip = nextIp();
    const body = '['.repeat(1024 * 1024);
    const headers = { 'content-type': 'application/json' };
    const answers = [];
    for (let n = 0; n < 100; n++)
      answers.push(await send(`${url}/api/getVideo/1`, { ip, method: 'POST', headers, body }));
    const median = percentile(
      0.5,
      answers.map(({ ms }) => ms),
    );
    const figure = `${countStatuses(answers)}, p50 ${median} ms`;
    return [{ name: '  responses', figure, target: '-', met: answers.every(({ status }) => status < 500) }];
  },
};

/** A decompression bomb: small as a file, large when decoded. */
const flatAvif = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .avif({ effort: 0 })
    .toBuffer();

const formOf = async (logo: Buffer) => {
  const form = new FormData();
  const fields = { name: 'A site', link: 'https://example.com/', email: 'me@example.com', description: '' };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('logo', new Blob([new Uint8Array(logo)]), 'logo.avif');
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { method: 'POST', headers, body: Buffer.from(await encoded.arrayBuffer()) };
};

const uploads = (side: number): Attack => ({
  name: `10 AVIF uploads of ${side}² at once`,
  maxFiles: idleFiles,
  run: async ({ url }) => {
    const ip = nextIp();
    const avif = await flatAvif(side);
    const form = await formOf(avif);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(`${url}/api/add-website`, { ip, ...form })),
    );
    const figure = `${avif.length} bytes each: ${countStatuses(answers)}`;
    return [{ name: '  responses', figure, target: 'none fails', met: answers.every(({ status }) => status < 500) }];
  },
});

export const expensiveAttacks: Attack[] = [sitemaps, brackets, uploads(4096), uploads(2048)];
