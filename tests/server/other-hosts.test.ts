/** Search engines find the site under the host of SITE_URL alone. */
import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ siteUrl: 'https://marquee.example' });
});
afterAll(() => site.stop());

const ask = async (path: string, headers: Record<string, string>, url = site.url) => {
  const request = http.request({ port: new URL(url).port, path, headers, agent: false }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  return [response.statusCode, response.headers.location];
};

describe('another host', () => {
  it.each(['www.marquee.example', 'other.example:8080', 'MARQUEE.example.net', '203.0.113.7', '[2001:db8::1]:80'])(
    '%s leads to the same page of the site',
    async (host) => {
      expect(await ask('/tags?x=1', { host })).toEqual([301, 'https://marquee.example/tags?x=1']);
    },
  );

  it('does so for pages that are cached', async () => {
    for (let time = 0; time < 2; time++)
      expect(await ask('/tags', { host: 'marquee.example' })).toEqual([200, undefined]);
    expect(await ask('/tags', { host: 'www.marquee.example' })).toEqual([301, 'https://marquee.example/tags']);
    expect(await ask('/tags', { host: 'marquee.example' })).toEqual([200, undefined]);
  });

  it.each(['/robots.txt', '/sitemap.xml', '/admin', '/no/such/page'])('%s is redirected too', async (path) => {
    expect(await ask(path, { host: 'www.marquee.example' })).toEqual([301, `https://marquee.example${path}`]);
  });

  it.each(['//evil.example/x', 'http://evil.example/x', '/\\evil.example'])(
    '%s leads to no other site',
    async (path) => {
      const [status, location] = await ask(path, { host: 'www.marquee.example' });
      expect(status).toBe(301);
      expect(new URL(String(location)).origin).toBe('https://marquee.example');
    },
  );

  it.each(['/healthz', '/readyz', '/api/tags', '/icon.svg', '/tags.data'])(
    '%s answers under every host',
    async (path) => {
      expect(await ask(path, { host: 'www.marquee.example' })).toEqual([200, undefined]);
    },
  );
});

describe('no redirect for', () => {
  it.each(['marquee.example', 'marquee.example:443', 'Marquee.Example'])('the host itself: %s', async (host) => {
    expect(await ask('/tags', { host })).toEqual([200, undefined]);
  });

  it.each(['127.0.0.1:3000', '10.1.2.3', '[::1]:3000', 'localhost', 'marquee', 'site.cluster.local'])(
    '%s, as of health checks and proxies',
    async (host) => {
      expect(await ask('/tags', { host })).toEqual([200, undefined]);
    },
  );

  it('what a proxy with a host of its own passes on for this site', async () => {
    const headers = { host: 'backend.example', 'x-forwarded-host': 'marquee.example' };
    expect(await ask('/tags', headers)).toEqual([200, undefined]);
  });

  it('a forged forwarded host, which could get into the cache of a proxy', async () => {
    const headers = { host: 'marquee.example', 'x-forwarded-host': 'evil.example' };
    expect(await ask('/tags', headers)).toEqual([200, undefined]);
  });

  it('a site whose SITE_URL is not set', async () => {
    const local = await startTestSite();
    try {
      expect(await ask('/tags', { host: 'any.example' }, local.url)).toEqual([200, undefined]);
    } finally {
      await local.stop();
    }
  });
});
