/** Streams: what is asked, what comes back, and how other servers are kept from doing harm with it. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createFetchStream, type FetchStreamOptions, retryAfterMs } from '#domain/fetching/fetcher.ts';
import { allowanceOf, parseAllowance } from '#domain/fetching/outgoing-connections.ts';
import { resolving, serve, serveBytes } from './local-server.ts';

const siteUrl = 'https://shelf.example';
const bounds = { timeoutMs: 30_000, maxBytes: 100_000_000, maxRedirects: 3 };

const fetchFrom = (url: string, options: Partial<FetchStreamOptions> = {}) =>
  createFetchStream({ siteUrl, allow: [allowanceOf(url)] })(url, { ...bounds, ...options });

const readFrom = async (url: string, options: Partial<FetchStreamOptions> = {}) =>
  String(await buffer((await fetchFrom(url, options)).body));

/** Answers and notes the headers of what it was asked. */
const serveAndNote = async (listener: RequestListener) => {
  const asked: { method: string | undefined; path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const url = await serve((request, response) => {
    asked.push({ method: request.method, path: request.url, headers: request.headers });
    listener(request, response);
  });
  return { url, asked };
};

describe('a streamed answer', () => {
  it('has the status, the headers and the URL that redirects led to', async () => {
    const { url } = await serveAndNote(({ url: path }, response) => {
      if (path === '/old') response.writeHead(302, { location: '/new%20name?a=1' }).end();
      else response.writeHead(206, { etag: '"v1"', 'content-range': 'bytes 0-3/10' }).end('here');
    });
    const answer = await fetchFrom(`${url}/old`, { headers: { Range: 'bytes=0-3' } });
    expect(answer).toMatchObject({ status: 206, url: `${url}/new%20name?a=1`, headers: { etag: '"v1"' } });
    expect(String(await buffer(answer.body))).toBe('here');
  });

  it('follows a redirect that is written in UTF-8', async () => {
    const { url, asked } = await serveAndNote(({ url: path }, response) => {
      if (path !== '/') return response.end('here');
      return response.writeHead(301, { location: Buffer.from('/café').toString('latin1') }).end();
    });
    expect(await readFrom(url)).toBe('here');
    expect(asked[1]?.path).toBe('/caf%C3%A9');
  });

  it('comes for conditions and ranges as they were given, with a user agent that says what for', async () => {
    const { url, asked } = await serveAndNote((_request, response) => response.writeHead(304).end());
    const { status, body } = await fetchFrom(url, {
      headers: { 'If-None-Match': '"v1"', 'If-Modified-Since': 'Wed, 21 Oct 2015 07:28:00 GMT', Range: 'bytes=0-99' },
      purpose: 'link check',
    });
    expect(status).toBe(304);
    expect((await buffer(body)).length).toBe(0);
    expect(asked[0]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Wed, 21 Oct 2015 07:28:00 GMT',
      range: 'bytes=0-99',
      'user-agent': expect.stringMatching(/^Marquee\/\S+ \(\+https:\/\/shelf\.example; link check\)$/),
    });
  });

  it('has headers alone for HEAD, however long and compressed the body would be, and stays HEAD after a redirect', async () => {
    const { url, asked } = await serveAndNote(({ url: path }, response) => {
      if (path === '/') response.writeHead(303, { location: '/next' }).end();
      else response.writeHead(200, { 'content-length': 1e12, 'content-encoding': 'gzip' }).end();
    });
    const { status, body } = await fetchFrom(url, { method: 'HEAD' });
    expect([status, (await buffer(body)).length]).toEqual([200, 0]);
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is decompressed from %s as it comes', async (encoding, compress) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('row\n'.repeat(50_000))),
    );
    expect(await readFrom(url, { headers: { 'accept-encoding': 'gzip, br' } })).toBe('row\n'.repeat(50_000));
  });

  it.each(['read', 'leave', 'close'] as const)('lets go of the connection: %s', async (how) => {
    const closed = Promise.withResolvers<void>();
    const url = await serve(({ socket }, response) => {
      socket.once('close', closed.resolve);
      response.write('first');
      if (how === 'read') response.end();
    });
    const { body, close } = await fetchFrom(url);
    if (how === 'read') await buffer(body);
    if (how === 'leave') for await (const _chunk of body) break;
    if (how === 'close') close();
    await closed.promise;
    close();
  });

  it('ends when its caller gives up', async () => {
    const controller = new AbortController();
    const url = await serve((_request, response) => response.write('first'));
    const { body } = await fetchFrom(url, { signal: controller.signal });
    const reading = buffer(body);
    controller.abort(new Error('The import was stopped.'));
    await expect(reading).rejects.toThrow('The import was stopped.');
  });
});

describe('secrets', () => {
  const secrets = { Authorization: 'Basic c2VjcmV0', Cookie: 'a=b', 'X-Api-Key': 'secret' };

  it('are sent to the origin that they are for, also after a redirect within it', async () => {
    const { url, asked } = await serveAndNote(({ url: path }, response) => {
      if (path === '/') response.writeHead(302, { location: '/feed' }).end();
      else response.end('here');
    });
    expect(await readFrom(url, { headers: secrets })).toBe('here');
    expect(asked[1]?.headers).toMatchObject({ authorization: 'Basic c2VjcmV0', cookie: 'a=b', 'x-api-key': 'secret' });
  });

  it('are sent nowhere else, not even back after a detour', async () => {
    const second = await serveAndNote((_request, response) =>
      response.writeHead(302, { location: `${first.url}/end` }).end(),
    );
    const first = await serveAndNote(({ url: path }, response) => {
      if (path === '/') response.writeHead(302, { location: second.url }).end();
      else response.end('here');
    });
    const fetchStream = createFetchStream({ siteUrl, allow: [allowanceOf(first.url), allowanceOf(second.url)] });
    const { body } = await fetchStream(first.url, { ...bounds, headers: { ...secrets, accept: 'text/csv' } });
    expect(String(await buffer(body))).toBe('here');
    expect(first.asked[0]?.headers.authorization).toBe('Basic c2VjcmV0');
    for (const { headers } of [...second.asked, ...first.asked.slice(1)]) {
      expect(headers).toMatchObject({ accept: 'text/csv' });
      expect(Object.keys(headers)).not.toContain('authorization');
      expect(Object.keys(headers)).not.toContain('cookie');
      expect(Object.keys(headers)).not.toContain('x-api-key');
    }
  });
});

describe('headers', () => {
  it.each(['"v1"\r\nX-Injected: yes', '"v1"\nHost: 10.0.0.1', 'a\0b', 'ﬀ'])('refuse %j', async (value) => {
    const { url, asked } = await serveAndNote((_request, response) => response.end());
    await expect(fetchFrom(url, { headers: { 'if-none-match': value } })).rejects.toMatchObject({
      name: 'FetchRefusedError',
    });
    await expect(fetchFrom(url, { headers: { [`x: y\r\n${value}`]: 'z' } })).rejects.toMatchObject({
      name: 'FetchRefusedError',
    });
    expect(asked).toEqual([]);
  });

  it('cannot replace the host, the user agent or the length of what is sent', async () => {
    const { url, asked } = await serveAndNote((_request, response) => response.end());
    await readFrom(url, {
      headers: { Host: 'internal.example', 'User-Agent': 'Mozilla/5.0', 'Transfer-Encoding': 'chunked', Upgrade: 'x' },
    });
    expect(asked[0]?.headers).toMatchObject({
      host: new URL(url).host,
      'user-agent': expect.stringMatching(/^Marquee/),
    });
    expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('transfer-encoding');
    expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('upgrade');
  });

  it('of a path with line breaks are part of no header', async () => {
    const { url, asked } = await serveAndNote((_request, response) => response.end());
    await readFrom(`${url}/a%0d%0aX-Injected:%20yes\r\n b`);
    expect(asked[0]?.path).toBe('/a%0d%0aX-Injected:%20yes%20b');
    expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('x-injected');
  });
});

describe('a name that resolves differently the second time', () => {
  it('is refused at the redirect that leads to it again', async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
    const { port } = new URL(url);
    const allow = [parseAllowance(`127.0.0.1:${port}`)];
    const fetchStream = createFetchStream({ siteUrl, allow, lookup: resolving(['127.0.0.1'], ['127.0.0.2']) });
    await expect(fetchStream(`http://rebinding.example:${port}/`, bounds)).rejects.toMatchObject({
      name: 'FetchRefusedError',
    });
  });

  it('is resolved once for a connection', async () => {
    const url = await serve((_request, response) => response.end('here'));
    const { port } = new URL(url);
    const allow = [parseAllowance(`127.0.0.1:${port}`)];
    const fetchStream = createFetchStream({ siteUrl, allow, lookup: resolving(['127.0.0.1'], ['10.0.0.1']) });
    const { body } = await fetchStream(`http://rebinding.example:${port}/`, bounds);
    expect(String(await buffer(body))).toBe('here');
  });
});

describe('hostile servers', () => {
  /** Writes the next piece again and again, until the connection is gone. */
  const drip = (socket: { write: (text: string) => unknown; destroyed: boolean }, text: string) => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 5);
  };

  it.each<[string, string, string]>([
    ['its headers a line at a time', 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'],
    ['interim answers for ever', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['its body a byte at a time', 'HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', 'x'],
  ])('cannot hold on by sending %s', async (_what, start, piece) => {
    const url = await serveBytes((socket) => {
      socket.write(start);
      drip(socket, piece);
    });
    await expect(readFrom(url, { timeoutMs: 200 })).rejects.toThrow(/did not end within 0.2 seconds|overflow/i);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['headers and nothing else', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
  ])('that send %s are given up on before the whole time is over', async (_what, start) => {
    const url = await serveBytes((socket) => socket.write(start));
    await expect(readFrom(url, { idleMs: 50 })).rejects.toThrow('Nothing was received within 0.05 seconds.');
  });

  it('are not blamed for a reader who takes time', async () => {
    const url = await serve((_request, response) => {
      response.write('first');
      response.end(' second');
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { body } = await fetchFrom(url, { idleMs: 1000 });
      let text = '';
      for await (const chunk of body) {
        text += String(chunk);
        vi.advanceTimersByTime(5000);
      }
      expect(text).toBe('first second');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[string, string]>([
    ['a body that is shorter than they say', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
    ['a chunk that is shorter than they say', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nshort'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nshort!'],
    ['a length that is negative', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nshort'],
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['a compressed body that is cut off', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08'],
    ['an encoding that is unknown', 'HTTP/1.1 200 OK\r\nContent-Encoding: sdch\r\n\r\nx'],
    ['several encodings', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\n\r\nx'],
  ])('that send %s are an error, never a short body', async (_what, answer) => {
    const url = await serveBytes((socket) => socket.end(Buffer.from(answer, 'latin1')));
    await expect(readFrom(url)).rejects.toThrow();
  });

  it('that send more than they say have said where it ends', async () => {
    const url = await serveBytes((socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nshortHTTP/1.1 200 OK\r\n\r\nsmuggled',
      ),
    );
    expect(await readFrom(url).catch(() => 'refused')).toMatch(/^(short|refused)$/);
  });

  it('cannot send headers without end', async () => {
    const url = await serveBytes((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(100_000)}`));
    await expect(readFrom(url)).rejects.toThrow();
  });

  it('cannot redirect for ever', async () => {
    const { url, asked } = await serveAndNote((_request, response) =>
      response.writeHead(302, { location: `/${asked.length}` }).end('x'.repeat(100_000)),
    );
    await expect(readFrom(url)).rejects.toThrow('too many redirects');
    expect(asked).toHaveLength(4);
  });

  it.each(['gzip', 'br'])('cannot expand a body of %s beyond reason', async (encoding) => {
    const zeros = Buffer.alloc(50_000_000);
    const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
    const bomb = encoding === 'gzip' ? gzipSync(zeros) : brotliCompressSync(zeros, fast);
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    await expect(readFrom(url)).rejects.toThrow('expands more than 200 times');
  });

  it('cannot send compressed bytes without end that expand to nothing', async () => {
    const empty = gzipSync('');
    const url = await serve(async (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      while (!response.destroyed)
        if (!response.write(Buffer.concat(new Array(1000).fill(empty))))
          await Promise.race([once(response, 'drain'), once(response, 'close')]);
    });
    await expect(readFrom(url, { maxBytes: 1_000_000 })).rejects.toThrow('more than 1000000 bytes');
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each<[string | undefined, number | undefined]>([
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:10:00 GMT', 600_000],
    ['Wed, 31 Dec 2025 00:10:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['99999999999999999999', undefined],
    [undefined, undefined],
  ])('%j is %s ms', (value, expected) => {
    expect(retryAfterMs(value === undefined ? {} : { 'retry-after': value }, now)).toBe(expected);
  });
});
