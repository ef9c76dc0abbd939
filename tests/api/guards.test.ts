import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/calls/routes.ts';
import { addVideo } from '../support/catalogue.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ corsOrigins: ['https://front.example.com'] });
  await addVideo(site.database.db, { title: 'Café at the harbour', tags: ['rooftop'] });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const search = async (text: string) => {
  const response = await fetch(`${site.url}/api/getpostdata?search=${encodeURIComponent(text)}`);
  return { status: response.status, found: ((await response.json()) as { totalRecords?: number }).totalRecords };
};

/** The server's response to raw bytes. */
const sayRaw = (bytes: string) =>
  new Promise<string>((done) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => done(answer));
    socket.on('error', () => {});
    socket.write(bytes);
  });

describe('hostile text is treated as plain text', () => {
  it.each([
    ['%', 0],
    ['"', 0],
    ["'; drop table videos; --", 0],
    ['\\', 0],
    ['🎬', 0],
    ['title:', 1],
    ['TITLE:cafe', 1],
    // Only a tag has this word: no title has it.
    ['title:rooftop', 1],
    ['title:zzzzzzzz', 0],
    ['rooftop', 1],
    ['CAFÉ harb', 1],
    ['مرحبا بالعالم', 0],
    ['🎬'.repeat(5_000), 0],
    ['x'.repeat(10_000), 0],
    ['é'.repeat(10_000), 0],
  ])('%.30s', async (text, found) => {
    expect(await search(text)).toEqual({ status: 200, found });
  });
});

describe('a malformed request', () => {
  it('with headers over the limit gets 431', async () => {
    const answer = await sayRaw(`GET /api/tags HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(200_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 .+\{"success":false,"message":"The URL or the headers are too long\."\}$/s);
  });

  it('that is not HTTP gets 400', async () => {
    expect(await sayRaw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .+\{"success":false,"message":.+\}$/s);
  });
});

describe('every response', () => {
  it.each(['/api/tags', '/api/nonsense', '/art/1.svg', '/healthz', '/', '/404'])(
    'of %s has the adult label',
    async (path) => {
      expect((await fetch(site.url + path)).headers.get('rating')).toBe('RTA-5042-1996-1400-1577-RTA');
    },
  );

  it('can be read from another origin only if it is configured', async () => {
    const from = async (origin: string) =>
      (await fetch(`${site.url}/api/tags`, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await from('https://front.example.com')).toBe('https://front.example.com');
    expect(await from('https://other.example.com')).toBeNull();
  });
});

describe('a page that may be read from another origin', () => {
  it.each(['/new-content', '/sitemap-pages.xml'])('%s says so to shared caches, cached or not', async (path) => {
    for (let time = 0; time < 3; time++) {
      const vary = (await fetch(site.url + path)).headers.get('vary');
      expect(vary?.split(', ').sort()).toEqual(['Accept-Encoding', 'Origin']);
    }
  });
});

describe('operations', () => {
  it('the documentation page lists every call', async () => {
    const { paths } = (await (await fetch(`${site.url}/api/docs/json`)).json()) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const promised = Object.values(routes).map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.toSorted()).toEqual(promised.toSorted());
    expect((await fetch(`${site.url}/api/docs/`)).status).toBe(200);
  });

  it.each(['/api/docs', '/api/docs/'])('all that %s links is there', async (path) => {
    const response = await fetch(`${site.url}${path}`);
    const linked = Array.from((await response.text()).matchAll(/(?:src|href)="([^"]+)"/g), ([, link = '']) => link);
    expect(linked.filter((link) => /\.(js|css)$/.test(link)).length).toBeGreaterThanOrEqual(4);
    const statusOf = async (link: string) => [link, (await fetch(new URL(link, response.url))).status];
    expect(await Promise.all(linked.map(statusOf))).toEqual(linked.map((link) => [link, 200]));
  });

  it('the documentation page lists the fields of a form', async () => {
    const { paths } = await (await fetch(`${site.url}/api/docs/json`)).json();
    const form = paths['/add-website'].post.requestBody.content['multipart/form-data'].schema;
    expect(Object.keys(form.properties)).toEqual(['name', 'link', 'email', 'description', 'logo']);
    expect(form.required).toEqual(['name', 'link', 'email', 'logo']);
  });

  it('metrics cover requests by route, the pool and the index, on a port of their own', async () => {
    await fetch(`${site.url}/api/tags`);
    const metrics = await (await fetch(site.metricsUrl ?? '')).text();
    expect(metrics).toMatch(
      /marquee_request_duration_seconds_count\{method="GET",route="\/api\/tags",status="200",cache="none"\} \d/,
    );
    expect(metrics).toContain('marquee_database_connections{state="open"}');
    expect(metrics).toContain('marquee_index_size{of="videos"} 1');
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect(site.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/', site.metricsUrl))).status).toBe(404);
  });

  it('internal errors are not revealed', async () => {
    const { pool } = site.owner;
    await pool.query('alter table videos rename to hidden_videos');
    const response = await fetch(`${site.url}/api/getVideo/999`, { method: 'POST' }).finally(() =>
      pool.query('alter table hidden_videos rename to videos'),
    );
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      success: false,
      message: 'Something went wrong on our side.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

it('a read replica is used neither for records, which may be out of date there, nor if it is no standby of this database', async () => {
  const replica = await createTestDatabase();
  const id = await addVideo(replica.database.db, { title: 'As it was' });
  const replicated = await startTestSite({ databaseReplicaUrls: [replica.url] });
  try {
    expect((await replicated.app.inject('/sitemap.xml')).body).not.toContain('/sitemap-videos-');
    expect(await addVideo(replicated.database.db, { title: 'As it is' })).toBe(id);
    await replicated.index.waitUntilIndexed();
    const { records } = (await replicated.app.inject('/api/getpostdata')).json<{ records: { titel: string }[] }>();
    expect(records.map(({ titel }) => titel)).toEqual(['As it is']);
  } finally {
    await replicated.stop();
    await replica.drop();
  }
});
