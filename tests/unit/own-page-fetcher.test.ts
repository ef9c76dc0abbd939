import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ownPageFetcher } from '#domain/seo-check/fetch-page.ts';

it('requests every path from the site itself, whatever it looks like', async () => {
  const requested: (string | undefined)[][] = [];
  const server = createServer(({ url, headers }, response) => {
    requested.push([url, headers.host, String(headers['x-seo-check'])]);
    response.end('page');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stopped = new AbortController();
  const fetchPage = ownPageFetcher({ url, siteUrl: 'https://marquee.example', token: 'secret' }, stopped.signal);
  for (const path of ['/tags', '//other.example/x', '/\\other.example'])
    expect((await fetchPage(path)).body).toBe('page');
  expect(requested).toEqual([
    ['/tags', 'marquee.example', 'secret'],
    ['//other.example/x', 'marquee.example', 'secret'],
    ['/\\other.example', 'marquee.example', 'secret'],
  ]);
  stopped.abort();
  server.close();
});
