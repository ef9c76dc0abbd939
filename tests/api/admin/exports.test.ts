import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutFormulaGuard } from '#contract/values/exports.ts';
import { byWireName, postTexts } from '#contract/values/post-fields.ts';
import { storeCase } from '../../support/open-case.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let admin: SignedInAdmin;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  admin = await createSignedInAdmin(site, 'main_admin');
  call = callerOf(site, admin.cookie);
  const network = { name: 'Paper Lantern', url: 'https://example.com/lantern' };
  const { _id: partner } = (await call('POST', '/networks', network)).json().network;
  for (const changes of [
    { titel: '=SUM(1)', desc: 'Line one\nline two, "quoted"', tags: ['Boats', 'Slow Evening'], name: ['Isla Torven'] },
    { titel: "'-already guarded", partner, source: 'Studio', recordDate: '2026-01-31', minutes: 12 },
    { titel: 'A draft', state: 'draft', tags: ['boats'] },
    { titel: 'For later', state: 'scheduled', publishAt: '2099-01-31T12:00:00.000Z' },
  ])
    await call('POST', '/postdata', { imageUrl: '/art/1.svg', Category: 'english', link: '', ...changes });
});
afterAll(() => site.stop());

const jsonOf = async (path: string): Promise<Record<string, unknown>[]> =>
  (await call('GET', path)).body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const csvOf = async (path: string): Promise<Record<string, string>[]> =>
  parse((await call('GET', path)).body, { bom: true, columns: true, cast: withoutFormulaGuard });

const lastExport = async () =>
  (await call('GET', '/audit?entity=list&limit=1')).json().entries[0] as { admin: string; after: object };

describe('posts', () => {
  it('are exported as the list is filtered, with everything about them', async () => {
    expect(await jsonOf('/posts/export?format=jsonl&tag=boats')).toEqual([
      {
        _id: expect.any(String),
        ...byWireName(postTexts, () => ''),
        titel: '=SUM(1)',
        link: '',
        otherLinks: [],
        imageUrl: '/art/1.svg',
        desc: 'Line one\nline two, "quoted"',
        tags: ['Boats', 'Slow Evening'],
        name: ['Isla Torven'],
        Category: 'english',
        minutes: null,
        publishedAt: expect.any(String),
        views: 0,
        iframeUrl: '',
        previewUrls: [],
        partner: null,
        state: 'published',
        source: '',
        rightsHolder: '',
        consent: '',
        recordDate: null,
      },
    ]);
    expect(await jsonOf('/posts/export?format=jsonl&state=draft&search=nothing')).toEqual([]);
    expect(await jsonOf('/posts/export?format=jsonl&state=draft')).toMatchObject([{ titel: 'A draft' }]);
    expect(await jsonOf('/posts/export?format=jsonl&state=scheduled')).toMatchObject([
      { titel: 'For later', publishedAt: '2099-01-31T12:00:00.000Z' },
    ]);
  });

  it('have the same texts in CSV, once its guard against formulas is taken back', async () => {
    const records = await jsonOf('/posts/export?format=jsonl');
    const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));
    const texts = records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([field, value]) => [field, textOf(value)])),
    );
    expect(await csvOf('/posts/export?format=csv')).toEqual(texts);
    expect(records.map(({ partner }) => partner)).toEqual([null, 'Paper Lantern']);
  });

  it('run no formula in a spreadsheet', async () => {
    const { body } = await call('GET', '/posts/export');
    expect(body).toContain(`"'=SUM(1)"`);
    expect(body).toContain(`"''-already guarded"`);
  });

  it('come in a file with a name and a date', async () => {
    const headersOf = async (format: string) => (await call('GET', `/posts/export?format=${format}`)).headers;
    const csv = await headersOf('csv');
    expect(csv['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv['content-disposition']).toMatch(/^attachment; filename="posts-\d{4}-\d\d-\d\d\.csv"$/);
    const jsonl = await headersOf('jsonl');
    expect(jsonl['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(jsonl['content-disposition']).toMatch(/^attachment; filename="posts-\d{4}-\d\d-\d\d\.jsonl"$/);
  });

  it('are all there, each once, when there are many', async () => {
    // One more than are read at a time.
    await site.database.db
      .insertInto('videos')
      .values(
        Array.from({ length: 501 }, (_, n) => ({
          title: `Copy ${n}`,
          image_url: '',
          link: `https://example.com/copies/${n}`,
          category: 'english' as const,
          state: 'draft' as const,
        })),
      )
      .execute();
    const copies = await jsonOf('/posts/export?format=jsonl&state=draft&host=example.com');
    expect(new Set(copies.map(({ titel }) => titel)).size).toBe(501);
    expect(copies).toHaveLength(501);
    await site.database.db.deleteFrom('videos').where('title', 'like', 'Copy %').execute();
  });
});

describe('other lists', () => {
  it('of tags and stars have pictures, descriptions, other names and use', async () => {
    await call('POST', '/names/tag/boats/aliases', { name: 'Ships' });
    const tags = await jsonOf('/tags/export?format=jsonl&search=boats');
    expect(tags).toMatchObject([{ slug: 'boats', name: 'Boats', description: '', aliases: ['Ships'], count: 1 }]);
    expect(await csvOf('/tags/export?search=boats')).toMatchObject([{ slug: 'boats', aliases: 'Ships', count: '1' }]);
    const star = { name: 'Mara Quillane', description: 'Sings', image: '/art/2.svg', category: 'viral' };
    await call('POST', '/stars', star);
    expect(await jsonOf('/stars/export?format=jsonl&use=unused')).toMatchObject([{ ...star, slug: 'mara-quillane' }]);
  });

  it('of networks have what the screen shows', async () => {
    expect(await jsonOf('/networks/export?format=jsonl&search=lantern')).toMatchObject([
      { name: 'Paper Lantern', url: 'https://example.com/lantern', active: true, email: null },
    ]);
    expect(await csvOf('/networks/export?search=nowhere')).toEqual([]);
  });

  it('of cases are in the audit log, with the filter and how many there were', async () => {
    const { number } = await storeCase(site.database.db, { kind: 'minor' });
    await storeCase(site.database.db, { kind: 'copyright' });
    expect(await jsonOf('/removals/export?format=jsonl&kind=minor')).toMatchObject([{ number, kind: 'minor' }]);
    expect(await lastExport()).toMatchObject({
      admin: admin.username,
      action: 'export',
      after: { name: 'cases', format: 'jsonl', filter: 'kind=minor', count: 1 },
    });
  });
});

describe('the whole catalogue', () => {
  it('is one file with networks, tags, stars and posts in every state', async () => {
    const response = await fetch(`${site.url}/api/catalogue/export`, { headers: { cookie: admin.cookie } });
    expect(response.headers.get('content-disposition')).toMatch(/filename="catalogue-\d{4}-\d\d-\d\d\.jsonl\.gz"$/);
    const lines = gunzipSync(Buffer.from(await response.arrayBuffer()))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ marquee: 'catalogue', version: 1, site: site.config.siteUrl });
    const kinds = lines.slice(1).map(({ marquee }) => marquee);
    expect([...new Set(kinds)]).toEqual(['network', 'tag', 'star', undefined]);
    const states = lines.flatMap(({ state }) => state ?? []);
    expect(states).toEqual(['published', 'published', 'draft', 'scheduled']);
    expect(await lastExport()).toMatchObject({ after: { name: 'catalogue' } });
  });
});

it('of ten exports that are started at once two run', async () => {
  const impatient = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  let refusals = 0;
  const start = async () => {
    const response = await impatient('GET', '/posts/export?state=draft');
    if (response.statusCode === 429) refusals++;
    return response.statusCode;
  };
  // Nobody can read posts meanwhile, so that none of the exports ends before all have begun.
  const answers = await site.database.db.transaction().execute(async (tx) => {
    await sql`lock table videos in access exclusive mode`.execute(tx);
    const started = Array.from({ length: 10 }, start);
    await expect.poll(() => refusals).toBe(8);
    return { started };
  });
  expect((await Promise.all(answers.started)).sort()).toEqual([200, 200, ...Array(8).fill(429)]);
  expect((await impatient('GET', '/posts/export?state=draft')).statusCode).toBe(200);
});

it('an export that fails leaves room for others', async () => {
  const clumsy = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  // A leap second, which only the export itself finds out.
  for (let n = 0; n < 2; n++)
    expect((await clumsy('GET', '/audit/export?from=2016-12-31T23:59:60Z')).statusCode).toBe(400);
  expect((await clumsy('GET', '/audit/export')).statusCode).toBe(200);
});

it('a third export waits for one of the others', async () => {
  // Larger than what the sockets take, so that an unread response stays open.
  await sql`insert into videos (title, image_url, link, description, category, state)
    select 'Long ' || n, '', '', repeat('x', 9000), 'english', 'draft' from generate_series(1, 3000) as n`.execute(
    site.database.db,
  );
  const start = async () => {
    const headers = { cookie: admin.cookie };
    const { status, body } = await fetch(`${site.url}/api/posts/export?state=draft&format=jsonl`, { headers });
    const reader = body?.getReader();
    await reader?.read();
    return { status, stop: () => reader?.cancel() };
  };
  const first = await start();
  const second = await start();
  const third = await call('GET', '/posts/export');
  expect([first.status, second.status, third.statusCode]).toEqual([200, 200, 429]);
  expect(third.json().message).toBe('Two of your exports are already running. Wait for one of them to finish.');
  await first.stop();
  await expect.poll(async () => (await call('GET', '/networks/export')).statusCode).toBe(200);
  await second.stop();
});
