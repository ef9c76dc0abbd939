/** The server fetches from the web and from nowhere else, within bounds. */
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFetcher, type FetcherOptions } from '#domain/fetching/fetcher.ts';
import { allowanceOf, mayConnect, parseAllowance } from '#domain/fetching/outgoing-connections.ts';
import { hostileUrls } from './hostile-urls.ts';
import { resolving, serve } from './local-server.ts';

const siteUrl = 'https://shelf.example';
const bounds = { timeoutMs: 10_000, maxBytes: 1000, maxRedirects: 2 };

describe('a fetch', () => {
  it.each(Object.entries(hostileUrls).flatMap(([what, urls]) => urls.map((url) => [url, what])))(
    'refuses %s (%s)',
    async (url) => {
      const lookup: FetcherOptions['lookup'] = () => {
        throw new Error('It was looked up');
      };
      const fetch = createFetcher({ siteUrl, allow: [], lookup });
      await expect(fetch(url, bounds)).rejects.toMatchObject({ name: 'FetchRefusedError' });
    },
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fe80::1%eth0',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fd00::1',
  ])('refuses a name that resolves to %s, also beside a public address', async (ip) => {
    for (const addresses of [[ip], ['8.8.8.8', ip]]) {
      const fetch = createFetcher({ siteUrl, allow: [], lookup: resolving(addresses) });
      await expect(fetch('http://pictures.example/', bounds)).rejects.toMatchObject({ name: 'FetchRefusedError' });
    }
  });

  it('connects to the address that was checked: a name that resolves anew is checked anew', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked++;
      response.writeHead(302, { location: 'http://rebinding.example/' }).end();
    });
    const { port } = new URL(url);
    const fetch = createFetcher({
      siteUrl,
      allow: [parseAllowance(`first.example:${port}`)],
      lookup: resolving(['127.0.0.1'], ['127.0.0.1']),
    });
    await expect(fetch(`http://first.example:${port}/`, bounds)).rejects.toMatchObject({ name: 'FetchRefusedError' });
    expect(asked).toBe(1);
  });

  it.each([
    ...Object.entries(hostileUrls)
      .filter(([what]) => what !== 'no URL')
      .flatMap(([what, urls]) => urls.map((url) => [url, what]))
      // Seen from another page, this is a path.
      .filter(([url]) => url !== 'http:127.0.0.1/'),
    ['//10.0.0.1/x', 'a relative URL'],
    ['http://localhost/', 'a name of this machine'],
  ])('refuses a redirect to %s (%s)', async (location) => {
    // As other servers send it: bytes, of which those that cannot be in a header are left out.
    const sent = Buffer.from(location.replace(/[\0\n\t]/g, '')).toString('latin1');
    const url = await serve((_request, response) => response.writeHead(301, { location: sent }).end());
    const fetch = createFetcher({ siteUrl, allow: [allowanceOf(url)], lookup: resolving(['127.0.0.1']) });
    await expect(fetch(url, bounds)).rejects.toMatchObject({ name: 'FetchRefusedError' });
  });

  it('follows as many redirects as it may, and says who it is', async () => {
    const agents: (string | undefined)[] = [];
    const url = await serve(({ url: path = '/', headers }, response) => {
      agents.push(headers['user-agent']);
      const n = Number(path.slice(1));
      if (n > 0) response.writeHead(302, { location: `/${n - 1}` }).end();
      else response.setHeader('content-type', 'text/plain').end('here');
    });
    const fetch = createFetcher({ siteUrl, allow: [allowanceOf(url)] });
    expect(await fetch(`${url}/2`, bounds)).toMatchObject({
      status: 200,
      contentType: 'text/plain',
      body: Buffer.from('here'),
    });
    expect(agents[0]).toMatch(/^Marquee\/\S+ \(\+https:\/\/shelf\.example\)$/);
    await expect(fetch(`${url}/3`, bounds)).rejects.toThrow('too many redirects');
  });

  it.each<[string, RequestListener]>([
    ['says how long it is', (_request, response) => response.end('x'.repeat(1001))],
    [
      'never ends',
      (_request, response) => {
        const write = () => response.write('x'.repeat(500), (error) => error ?? write());
        write();
      },
    ],
    [
      'grows when it is decompressed',
      (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000))),
    ],
  ])('stops reading a body that is too long and %s', async (_name, listener) => {
    const url = await serve(listener);
    const fetch = createFetcher({ siteUrl, allow: [allowanceOf(url)] });
    await expect(fetch(url, bounds)).rejects.toThrow('more than 1000 bytes');
  });

  it('reads a body that is compressed although nobody asked for it', async () => {
    const url = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('here')),
    );
    const { body } = await createFetcher({ siteUrl, allow: [allowanceOf(url)] })(url, bounds);
    expect(String(body)).toBe('here');
  });

  it.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    ['stops in the middle', (_request, response) => response.write('x')],
  ])('gives up on a server that %s', async (_name, listener) => {
    const url = await serve(listener);
    const fetch = createFetcher({ siteUrl, allow: [allowanceOf(url)] });
    await expect(fetch(url, { ...bounds, timeoutMs: 50 })).rejects.toThrow();
  });
});

describe('what the operator allows', () => {
  const may = (text: string, hostname: string, ip: string, port: number) =>
    mayConnect({ hostname, ip, port }, [parseAllowance(text)]);
  it.each<[string, [string, string, number], boolean]>([
    ['10.0.0.0/8', ['a.example', '10.1.2.3', 443], true],
    ['10.0.0.0/8', ['a.example', '10.1.2.3', 8080], false],
    ['10.0.0.0/8', ['a.example', '11.1.2.3', 443], true],
    ['10.0.0.0/8', ['a.example', '192.168.1.1', 443], false],
    ['192.168.1.5:8080', ['192.168.1.5', '192.168.1.5', 8080], true],
    ['192.168.1.5:8080', ['192.168.1.5', '192.168.1.5', 80], false],
    ['192.168.1.5:8080', ['192.168.1.6', '192.168.1.6', 8080], false],
    ['pictures.internal:8080', ['pictures.internal', '10.0.0.1', 8080], true],
    ['pictures.internal:8080', ['other.internal', '10.0.0.1', 8080], false],
    ['[fd00::1]:8080', ['fd00::1', 'fd00::1', 8080], true],
    ['fd00::/8', ['a.example', 'fd12::1', 80], true],
  ])('%s, for %j: %s', (text, [hostname, ip, port], expected) => {
    expect(may(text, hostname, ip, port)).toBe(expected);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0',
    'http://a.example',
    'a.example:0',
    'a.example:99999',
    'a.example/b',
    '*.example',
  ])('is nothing like “%s”', (text) => {
    expect(() => parseAllowance(text)).toThrow('must be a list of hosts');
  });
});
