/** The calls of imports: sending a feed in parts, following it, its rows, and who may confirm what. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { csvFeed, feedRow, feedRows, whenImportIs } from '../../support/feeds.ts';
import { holdTag } from '../../support/import-gate.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let cookie: string;
let username: string;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  ({ cookie, username } = await createSignedInAdmin(site, 'main_admin'));
  call = callerOf(site, cookie);
});
afterAll(() => site.stop());

const json = async (...request: Parameters<typeof call>) => (await call(...request)).json();

const addSource = async (name: string) => (await json('POST', '/import-sources', { name })).source;

const begin = async (source: string, bytes: number): Promise<string> =>
  (await json('POST', '/imports', { source, fileName: 'feed.csv', bytes })).import._id;

const sendPart = async (id: string, offset: number, bytes: Buffer<ArrayBuffer>) => {
  const form = new FormData();
  form.append('part', new Blob([bytes]), 'part');
  const url = `${site.url}/api/imports/${id}/parts?offset=${offset}`;
  const response = await fetch(url, { method: 'POST', headers: { cookie }, body: form });
  return {
    status: response.status,
    body: (await response.json()) as { message?: string; import?: { state: string; bytes: number } },
  };
};

/** A feed that has arrived, and is mapped as it was guessed. */
const receive = async (source: { _id: string; version: number }, feed: Buffer<ArrayBuffer>, edit: object = {}) => {
  const id = await begin(source._id, feed.length);
  await sendPart(id, 0, feed);
  const { format, mapping } = (await json('POST', `/imports/${id}/preview`, {})).preview;
  const saved = await json('PUT', `/import-sources/${source._id}`, {
    version: source.version,
    format,
    mapping,
    ...edit,
  });
  return { id, source: saved.source };
};

const check = async (id: string) => {
  await call('POST', `/imports/${id}/check`);
  return whenImportIs(json, id, 'checked');
};

it('a feed is sent in parts: one that arrives twice is stored once, and none may be missing', async () => {
  const { _id: source } = await addSource('Parts');
  const feed = csvFeed(feedRows(60));
  const id = await begin(source, feed.length);
  const half = Math.floor(feed.length / 2);
  expect(await sendPart(id, 0, feed.subarray(0, half))).toMatchObject({
    body: { import: { state: 'receiving', bytes: half } },
  });
  // Its answer may have been lost.
  expect(await sendPart(id, 0, feed.subarray(0, half))).toMatchObject({
    status: 200,
    body: { import: { bytes: half } },
  });
  expect(await sendPart(id, half + 10, feed.subarray(half + 10))).toMatchObject({ status: 409 });
  const tooMuch = Buffer.concat([feed.subarray(half), Buffer.from('more')]);
  expect(await sendPart(id, half, tooMuch)).toMatchObject({ status: 400 });
  expect(await sendPart(id, half, feed.subarray(half))).toMatchObject({
    body: { import: { state: 'received', bytes: feed.length } },
  });
  expect(await sendPart(id, feed.length, Buffer.from('more'))).toMatchObject({ status: 409 });
  const { preview } = await json('POST', `/imports/${id}/preview`, {});
  expect(preview.rows).toHaveLength(20);
  expect(preview.columns[1]).toEqual({
    name: 'title',
    samples: ['Harbour lights 1', 'Harbour lights 2', 'Harbour lights 3'],
  });
});

it('the dry run of a new source guesses its columns and keeps them; a file that is no feed is refused', async () => {
  const source = await addSource('Guessed');
  const feed = csvFeed(feedRows(3));
  const id = await begin(source._id, feed.length);
  const early = await call('POST', `/imports/${id}/check`);
  expect([early.statusCode, early.json().message]).toEqual([409, 'The feed has not been fully uploaded yet.']);
  await sendPart(id, 0, feed);
  expect(await check(id)).toMatchObject({ checkedCounts: { new: 3, bad: 0 } });
  const { sources } = await json('GET', '/import-sources');
  expect(sources.find(({ _id }: { _id: string }) => _id === source._id).mapping).toHaveProperty('title');

  const other = await addSource('No feed');
  const page = Buffer.from('<!doctype html><html><body><p>Moved</p></body></html>');
  const wrong = await begin(other._id, page.length);
  await sendPart(wrong, 0, page);
  const refused = await call('POST', `/imports/${wrong}/check`);
  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('web page')]);
});

it('a button that is pressed twice, or too early, says what is the case', async () => {
  const rows = feedRows(3, 100_001).map((row) => ({ ...row, tags: 'Gate' }));
  const { id, source } = await receive(await addSource('Pressed twice'), csvFeed(rows));
  await check(id);
  const gate = await holdTag(site, 'gate');
  const runs = await Promise.all([1, 2].map(() => call('POST', `/imports/${id}/run`, {})));
  expect(runs.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(runs.find(({ statusCode }) => statusCode === 409)?.json().message).toBe('This import is already running.');
  const arriving = await begin(source._id, 100);
  expect((await json('POST', `/imports/${arriving}/stop`)).message).toBe(
    'The feed is still arriving. Discard this import instead.',
  );
  await gate.open();
  await whenImportIs(json, id, 'finished');
  const undos = await Promise.all([1, 2].map(() => call('POST', `/imports/${id}/undo`)));
  expect(undos.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  await whenImportIs(json, id, 'undone');
  expect((await json('POST', `/imports/${id}/undo`)).message).toBe('There is nothing to undo.');
});

it('columns that every object has are shown with their own values only', async () => {
  const { _id: source } = await addSource('Odd columns');
  const rows = [feedRow(1, { constructor: 'Vilmar' }), feedRow(2, { toString: 'x' }), feedRow(3)];
  const feed = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  const id = await begin(source, feed.length);
  await sendPart(id, 0, feed);
  const { preview } = await json('POST', `/imports/${id}/preview`, {});
  expect(preview.columns).toContainEqual({ name: 'constructor', samples: ['Vilmar'] });
  expect(preview.columns).toContainEqual({ name: 'toString', samples: ['x'] });
  expect(preview.rows.map(({ post }: { post: { titel: string } }) => post.titel)).toEqual([
    'Harbour lights 1',
    'Harbour lights 2',
    'Harbour lights 3',
  ]);
});

it('a mapping that is tried is not kept', async () => {
  const { _id: source } = await addSource('Tries');
  const feed = csvFeed([feedRow(1, { headline: 'Other words' })]);
  const id = await begin(source, feed.length);
  await sendPart(id, 0, feed);
  const mapping = { title: { columns: ['headline'] }, link: { columns: ['url'] }, imageUrl: { columns: ['thumb'] } };
  const tried = await json('POST', `/imports/${id}/preview`, { mapping });
  expect(tried.preview.rows[0].post.titel).toBe('Other words');
  expect((await json('POST', `/imports/${id}/preview`, {})).preview.rows[0].post.titel).toBe('Harbour lights 1');
  expect((await json('GET', `/import-sources/${source}`)).source.mapping).toEqual({});
});

it('everything that was guessed of a feed is kept with its source', async () => {
  const rows = Array.from({ length: 6 }, (_, n) => ({ ...feedRow(n + 1), length: 10 + n, date: `${13 + n}/01/2024` }));
  const feed = Buffer.from(JSON.stringify({ related: [{ x: 1 }], data: { videos: rows } }));
  const { id, source } = await receive(await addSource('Kept whole'), feed);
  expect(source).toMatchObject({
    format: { kind: 'json', path: 'data.videos' },
    mapping: { duration: { columns: ['length'], unit: 'minutes' }, publishedAt: { dateOrder: 'dayFirst' } },
  });
  const { preview } = await json('POST', `/imports/${id}/preview`, {});
  expect(preview.rows[0].post).toMatchObject({ minutes: 10, publishedAt: '2024-01-13T00:00:00.000Z' });
});

it('columns that are chosen by hand are read as their values show', async () => {
  const { _id: source } = await addSource('By hand');
  const feed = csvFeed([7, 12, 13].map((day, n) => feedRow(n + 1, { Datum: `${day}/10/2026`, Laenge: '12' })));
  const id = await begin(source, feed.length);
  await sendPart(id, 0, feed);
  const chosen = { title: { columns: ['title'] }, link: { columns: ['url'] }, imageUrl: { columns: ['thumb'] } };
  const tried = async (publishedAt: object) => {
    const { preview } = await json('POST', `/imports/${id}/preview`, { mapping: { ...chosen, publishedAt } });
    return { ...preview.mapping.publishedAt, times: preview.rows.map((row: { post: object }) => row.post) };
  };
  expect(await tried({ columns: ['Datum'] })).toMatchObject({
    dateOrder: 'dayFirst',
    times: ['07', '12', '13'].map((day) => ({ publishedAt: `2026-10-${day}T00:00:00.000Z` })),
  });
  const { dateOrder } = await tried({ columns: ['Datum'], dateOrder: 'monthFirst' });
  expect(dateOrder).toBe('monthFirst');
});

it('a value that cannot be read is named in the preview, in the dry run and afterwards', async () => {
  const rows = [feedRow(901), feedRow(902, { length: 'banane' })];
  const { id } = await receive(await addSource('Bananas'), csvFeed(rows));
  const sentence = 'The duration “banane” cannot be read, so it is left out.';
  const { preview } = await json('POST', `/imports/${id}/preview`, {});
  expect(preview.rows.map(({ leftOut }: { leftOut: string[] }) => leftOut)).toEqual([[], [sentence]]);
  expect(preview).toMatchObject({ readRows: 2, problems: [{ reason: sentence, rows: 1, first: [2] }] });
  await check(id);
  const reasons = async () =>
    (await json('GET', `/imports/${id}/rows?outcome=new`)).rows.map(({ reason }: { reason: string }) => reason);
  expect(await reasons()).toEqual(['', sentence]);
  await call('POST', `/imports/${id}/run`, {});
  await whenImportIs(json, id, 'finished');
  expect(await reasons()).toEqual(['', sentence]);
});

it('a feed of another format than the kept one is said to be so', async () => {
  const { source } = await receive(await addSource('Other format'), csvFeed(feedRows(2)));
  const preview = async (feed: string) => {
    const bytes = Buffer.from(feed);
    const id = await begin(source._id, bytes.length);
    await sendPart(id, 0, bytes);
    const answer = await json('POST', `/imports/${id}/preview`, {});
    return answer.preview?.otherFormat ?? answer.message ?? null;
  };
  expect(await preview(csvFeed(feedRows(2)).toString())).toBeNull();
  expect(await preview('{"id":"1"}\n{"id":"2"}')).toMatchObject({ kind: 'jsonl' });
  expect(await preview('id;title\n1;Harbour\n')).toMatchObject({ kind: 'csv', delimiter: ';' });
  expect(await preview('\ufeffid,title\n1,Harbour\n')).toBeNull();
  expect(await preview('<!doctype html><html></html>')).toBe('This is a web page, not a feed.');
});

it('the rows of a dry run are downloaded without formulas that a spreadsheet would run', async () => {
  const source = await addSource('Formulas');
  const title = '=HYPERLINK("https://example.com")';
  const { id } = await receive(source, csvFeed([feedRow(1, { title }), feedRow(1, { title })]));
  await check(id);
  const rows = await json('GET', `/imports/${id}/rows?outcome=duplicate`);
  expect(rows.rows).toMatchObject([{ number: 2, titel: title }]);
  const csv = await call('GET', `/imports/${id}/rows.csv?outcome=duplicate`);
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="import-${id}-duplicate.csv"`);
  expect(csv.body).toContain(`"'=HYPERLINK(""https://example.com"")"`);
});

it('the rows are read page by page', async () => {
  const source = await addSource('Pages');
  const rows = Array.from({ length: 5 }, (_, place) => feedRow(place, { title: '' }));
  const { id } = await receive(source, csvFeed([feedRow(9), ...rows]));
  await check(id);
  const numbers: number[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: { rows: { number: number }[]; next: string | null } = await json(
      'GET',
      `/imports/${id}/rows?outcome=bad&limit=2&after=${after}`,
    );
    numbers.push(...page.rows.map(({ number }) => number));
    after = page.next;
  }
  expect(numbers).toEqual([2, 3, 4, 5, 6]);
});

it('only a main admin takes down more than a fifth of a source, and only as many posts as the dry run said', async () => {
  const policies = { addNew: true, updatedFields: [], takeDownMissing: true };
  const all = feedRows(10, 500);
  const first = await receive(await addSource('Shrinking'), csvFeed(all), { policies });
  await check(first.id);
  await call('POST', `/imports/${first.id}/run`, {});
  await whenImportIs(json, first.id, 'finished');
  const second = await receive(first.source, csvFeed(all.slice(0, 6)));
  expect(await check(second.id)).toMatchObject({ missing: 4, sourcePosts: 10, needsConfirmation: true });
  const { body } = await call('GET', `/imports/${second.id}/rows.csv?outcome=takenDown`);
  for (const row of all.slice(6)) expect(body).toContain(row.url);
  const ordinary = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  expect((await ordinary('POST', `/imports/${second.id}/run`, {})).statusCode).toBe(409);
  expect((await ordinary('POST', `/imports/${second.id}/run`, { takeDown: 4 })).statusCode).toBe(403);
  expect((await call('POST', `/imports/${second.id}/run`, { takeDown: 3 })).statusCode).toBe(409);
  expect((await call('POST', `/imports/${second.id}/run`, { takeDown: 4 })).statusCode).toBe(200);
  expect(await whenImportIs(json, second.id, 'finished')).toMatchObject({ takenDown: 4 });
});

it('an import of somebody else is undone by main admins only', async () => {
  const { id } = await receive(await addSource('Somebody’s'), csvFeed(feedRows(3, 560)));
  await check(id);
  await call('POST', `/imports/${id}/run`, {});
  await whenImportIs(json, id, 'finished');
  const other = await createSignedInAdmin(site, 'admin');
  const refused = await callerOf(site, other.cookie)('POST', `/imports/${id}/undo`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    `This import was started by ${username}. Only they and main admins can undo it.`,
  ]);
  expect(await json('GET', `/imports/${id}`)).toMatchObject({ import: { state: 'finished', undone: 0 } });
  await site.database.db.updateTable('imports').set({ admin_id: null }).where('id', '=', Number(id)).execute();
  expect((await callerOf(site, other.cookie)('POST', `/imports/${id}/undo`)).statusCode).toBe(403);
  await site.database.db.updateTable('imports').set({ admin_id: other.id }).where('id', '=', Number(id)).execute();
  expect((await callerOf(site, other.cookie)('POST', `/imports/${id}/undo`)).statusCode).toBe(200);
  await whenImportIs(json, id, 'undone');
});

it('rows that were added lead to their posts', async () => {
  const { id } = await receive(await addSource('Leading'), csvFeed(feedRows(2, 580)));
  await check(id);
  const rows = async () => (await json('GET', `/imports/${id}/rows?outcome=new`)).rows;
  expect(await rows()).toMatchObject([{ post: null }, { post: null }]);
  await call('POST', `/imports/${id}/run`, {});
  await whenImportIs(json, id, 'finished');
  const [first] = await rows();
  expect((await json('GET', `/posts/${first.post}`)).post.titel).toBe('Harbour lights 580');
});

const saveRules = async (id: string, changes: object) => {
  const { version, rules } = (await json('GET', `/import-sources/${id}`)).source;
  const saved = await call('PUT', `/import-sources/${id}`, { version, rules: { ...rules, ...changes } });
  expect(saved.statusCode, saved.body).toBe(200);
};

const titlesIn = (records: { titel: string }[]) => records.map(({ titel }) => titel).sort();

it('an import that waits for the next day goes on when the daily cap of its source is removed, and its posts are a list of their own', async () => {
  const { id, source } = await receive(await addSource('Capped'), csvFeed(feedRows(3, 590)));
  await saveRules(source._id, { dailyCap: 1 });
  await check(id);
  await call('POST', `/imports/${id}/run`, {});
  await whenImportIs(json, id, 'waiting');
  // Not of the import, and between its posts.
  await call('POST', '/postdata', { titel: 'By hand', imageUrl: '/art/1.svg', Category: 'english', link: '' });
  await saveRules(source._id, { dailyCap: null });
  expect(await whenImportIs(json, id, 'finished')).toMatchObject({ counts: { new: 3 }, postState: 'published' });

  const titles = ['Harbour lights 590', 'Harbour lights 591', 'Harbour lights 592'];
  const { records, totalRecords } = await json('GET', `/posts?import=${id}`);
  expect([titlesIn(records), totalRecords]).toEqual([titles, 3]);
  expect(titlesIn((await json('GET', `/posts?import=${id}&search=591`)).records)).toEqual(['Harbour lights 591']);
  const file = await call('GET', `/posts/export?format=jsonl&import=${id}`);
  expect(file.body.trimEnd().split('\n')).toHaveLength(3);
});

it('drafts that an import has added are a list of their own, too', async () => {
  const { id, source } = await receive(await addSource('Drafts'), csvFeed(feedRows(2, 610)));
  await saveRules(source._id, { publish: 'draft' });
  await check(id);
  await call('POST', `/imports/${id}/run`, {});
  expect(await whenImportIs(json, id, 'finished')).toMatchObject({ postState: 'draft' });
  await call('POST', '/postdata', { titel: 'By hand', imageUrl: '', Category: 'english', link: '', state: 'draft' });
  const { records } = await json('GET', `/posts?state=draft&import=${id}`);
  expect(titlesIn(records)).toEqual(['Harbour lights 610', 'Harbour lights 611']);
  expect((await json('GET', `/posts?import=${id}`)).records).toEqual([]);
});

it('a source that somebody else has changed is not overwritten', async () => {
  const { _id, version } = await addSource('Contested');
  await call('PUT', `/import-sources/${_id}`, { version, name: 'Theirs' });
  const late = await call('PUT', `/import-sources/${_id}`, { version, name: 'Mine' });
  expect([late.statusCode, late.json().current]).toEqual([
    409,
    expect.objectContaining({ _id, name: 'Theirs', version: 2 }),
  ]);
});

it('what waits to be confirmed is counted until it is discarded', async () => {
  const waiting = async () => (await json('GET', '/dashboard/waiting')).waiting.imports;
  const before = await waiting();
  const { id } = await receive(await addSource('Waiting'), csvFeed([feedRow(700)]));
  await check(id);
  expect(await waiting()).toBe(before + 1);
  await call('DELETE', `/imports/${id}`);
  expect(await waiting()).toBe(before);
});

it('events tell how far an import is, and end with it', async () => {
  const { id } = await receive(await addSource('Followed'), csvFeed(feedRows(50, 800)));
  await call('POST', `/imports/${id}/check`);
  const stream = await fetch(`${site.url}/api/imports/${id}/events`, { headers: { cookie } });
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  const events = (await stream.text()).split('\n\n').filter((event) => event.startsWith('data: '));
  expect(JSON.parse(events.at(-1)?.slice('data: '.length) ?? '')).toMatchObject({
    _id: id,
    state: 'checked',
    totalRows: 50,
  });
});

it('a feed at a URL that does not answer well says why', async () => {
  const { _id: source } = await addSource('Elsewhere');
  const refused = await json('POST', '/imports/from-url', { source, url: 'http://127.0.0.1/feed.csv' });
  await expect
    .poll(async () => (await json('GET', `/imports/${refused.import._id}`)).import)
    .toMatchObject({ state: 'failed', error: expect.stringMatching(/^The feed could not be fetched\. ./) });
});

it('a stream of events does not keep the site from stopping', async () => {
  const slow = createServer(() => {});
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  const other = await startTestSite({ fetchAllow: [allowanceOf(`http://127.0.0.1:${port}`)] });
  const admin = await createSignedInAdmin(other, 'admin');
  const calls = callerOf(other, admin.cookie);
  const { source } = (await calls('POST', '/import-sources', { name: 'Slow' })).json();
  const begun = await calls('POST', '/imports/from-url', { source: source._id, url: `http://127.0.0.1:${port}/feed` });
  const id = begun.json().import._id;
  const stream = await fetch(`${other.url}/api/imports/${id}/events`, { headers: { cookie: admin.cookie } });
  const reader = stream.body?.getReader();
  await reader?.read();
  await other.stop();
  slow.closeAllConnections();
  slow.close();
  for (let end = await reader?.read(); end && !end.done; ) end = await reader?.read();
});
