/** What one client can take by connections and by responses that it doesn't read. */

import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildDir } from '#server/web-build.ts';
import { enlargeFile, largeFile as large } from '../support/large-file.ts';
import { connectWithoutReading, sendRaw } from '../support/raw-connection.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const sockets: Socket[] = [];
const connectTo = async (site: TestSite, ...more: [paths?: string[], localAddress?: string]) => {
  const socket = await connectWithoutReading(site.url, ...more);
  sockets.push(socket);
  return socket;
};
const disconnect = () => {
  for (const socket of sockets.splice(0)) socket.destroy();
};
afterEach(disconnect);

const connectionsOf = ({ app }: TestSite) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

let site: TestSite;
/** One with a rate limit also limits connections. */
let limited: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  limited = await startTestSite({ rateLimit: 600 });
});
afterAll(() => Promise.all([site.stop(), limited.stop()]));

describe('a client that does not read', () => {
  let path: string;
  beforeAll(async () => {
    path = await enlargeFile({ url: site.url, dataDir: site.config.dataDir });
  });
  afterEach(() => expect.poll(() => connectionsOf(site)).toBe(0));

  /** The site runs in this process. */
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path;
      } catch {
        return false;
      }
    }).length;

  it('holds one open file, whatever it requests; none once it has gone', async () => {
    const socket = await connectTo(site, Array(30).fill(large));
    await expect.poll(openFiles).toBeGreaterThan(0);
    // Files are opened in order, so those of the first connection are open by now.
    const other = await connectTo(site, [large]);
    await expect.poll(openFiles).toBeGreaterThan(1);
    expect(openFiles()).toBe(2);
    other.destroy();
    socket.destroy();
    await expect.poll(openFiles).toBe(0);
  });

  it('is not read from while a request waits', async () => {
    const served = once(site.app.server, 'connection') as Promise<[Socket]>;
    await connectTo(site, [large, '/healthz']);
    const [socket] = await served;
    await expect.poll(() => socket.isPaused()).toBe(true);
  });

  it('is disconnected if it sends many requests ahead', async () => {
    await connectTo(site, Array(40).fill(large));
    await expect.poll(() => connectionsOf(site)).toBe(0);
    await expect.poll(openFiles).toBe(0);
  });

  it('is disconnected if what it sends is not HTTP, also if it goes on sending', async () => {
    const socket = await connectTo(site);
    socket.write('nonsense\r\n\r\n');
    const sending = setInterval(() => socket.write('x'), 20);
    await expect.poll(() => connectionsOf(site)).toBe(0);
    clearInterval(sending);
  });

  it('is disconnected after a while', async () => {
    expect(site.app.server.timeout).toBe(30_000);
    const connected = once(site.app.server, 'connection') as Promise<[Socket]>;
    await connectTo(site, [large, large]);
    const [served] = await connected;
    await expect.poll(openFiles).toBe(1);
    // From here on: a connection that ended earlier might never be seen with its file.
    served.setTimeout(50);
    await expect.poll(() => connectionsOf(site)).toBe(0);
    await expect.poll(openFiles).toBe(0);
  });
});

describe('pipelined requests', () => {
  it('are answered in order: cached pages, calls with and without a body, files', async () => {
    for (let time = 0; time < 2; time++) await (await fetch(`${site.url}/404`)).text();
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });
    const post =
      `POST /api/adminlogin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await sendRaw(
      site.url,
      get('/404') +
        get('/healthz') +
        post +
        get('/404') +
        get('/api/tags') +
        post +
        get('/robots.txt', 'Connection: close\r\n'),
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(-3)))).toEqual([
      404, 200, 401, 404, 200, 401, 200,
    ]);
    expect(answers).toMatch(/Sitemap: .+\n$/);
  });

  it('that are too many are not even parsed, and none of them is answered', async () => {
    const { server } = site.app;
    const onRequest = vi.fn();
    const parsed = new Set<unknown>();
    /** Counts what Node's parser reports, before the guard sees it. */
    const countParsed = (socket: Socket & { parser?: { onIncoming: (...request: unknown[]) => number } }) => {
      const { parser } = socket;
      if (!parser) throw new Error('Node keeps its parser elsewhere');
      const { onIncoming } = parser;
      parser.onIncoming = (request, ...more) => {
        parsed.add(request);
        return onIncoming(request, ...more);
      };
    };
    server.on('request', onRequest).on('connection', countParsed);
    const socket = await connectTo(site, Array(1000).fill('/healthz'));
    await once(socket, 'close');
    server.off('request', onRequest).off('connection', countParsed);
    expect(parsed.size).toBe(34);
    expect(onRequest).not.toHaveBeenCalled();
  });

  it('are answered although they offer another protocol, as curl --http2 does', async () => {
    const upgrade = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
    const answers = await sendRaw(site.url, get('/healthz') + get('/healthz', upgrade));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('are answered after one that Node refuses by itself', async () => {
    const answers = await sendRaw(
      site.url,
      get('/healthz', 'Expect: the-impossible\r\n') + get('/healthz') + get('/healthz', 'Connection: close\r\n'),
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 417', 'HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('arrive in any number if the client reads', async () => {
    const answers = await sendRaw(site.url, get('/healthz').repeat(32) + get('/healthz', 'Connection: close\r\n'));
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(33);
  });
});

describe('a visitor who sends many requests at once', () => {
  it('does not have them all answered before the next visitor', async () => {
    const [asset] = readdirSync(join(buildDir, 'client/assets'));
    const request = get(`/assets/${asset}`);
    let answered = 0;
    const first = Promise.withResolvers<void>();
    for (const socket of await Promise.all(Array.from({ length: 250 }, () => connectTo(limited)))) {
      socket.on('data', (chunk) => {
        answered += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
        if (answered > 0) first.resolve();
      });
      socket.write(request.repeat(20));
    }
    await first.promise;
    const other = await connectTo(limited, [], '127.0.0.2');
    other.write(request);
    await once(other, 'data');
    expect(answered).toBeLessThan(1000);
    disconnect();
    await expect.poll(() => connectionsOf(limited)).toBe(0);
  });
});

describe('connections of one IP', () => {
  const max = 256;
  const isOpen = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.on('data', () => resolve(true));
      socket.on('close', () => resolve(false));
      socket.write(get('/healthz'));
    });
  const fill = (site: TestSite) => Promise.all(Array.from({ length: max }, () => connectTo(site)));
  /** One that has had no connections yet. */
  let limited: TestSite;
  beforeAll(async () => {
    limited = await startTestSite({ rateLimit: 600 });
  });
  afterAll(() => limited.stop());

  it('are limited and counted, and other IPs are not affected', async () => {
    const [first] = await fill(limited);
    expect(await isOpen(await connectTo(limited))).toBe(false);
    const metrics = await (await fetch(limited.metricsUrl ?? '')).text();
    expect(metrics).toContain('marquee_closed_connections_total{reason="limit per visitor"} 1');
    expect(await isOpen(await connectTo(limited, [], '127.0.0.2'))).toBe(true);
    first?.destroy();
    await expect.poll(() => connectionsOf(limited)).toBe(max);
    expect(await isOpen(await connectTo(limited))).toBe(true);
  });

  it('are not limited if it is a trusted proxy', async () => {
    const behindProxy = await startTestSite({ rateLimit: 600, trustProxy: ['loopback'] });
    await fill(behindProxy);
    expect(await isOpen(await connectTo(behindProxy))).toBe(true);
    disconnect();
    await behindProxy.stop();
  });
});
