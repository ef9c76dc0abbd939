/** Feeds that are fetched by themselves: when, with which conditions, and what becomes of failures. */
import { createSecretKey, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { readWaiting } from '#domain/dashboard.ts';
import { createFetchStream } from '#domain/fetching/fetcher.ts';
import { discardImport } from '#domain/imports/control-imports.ts';
import { openLogin, setFeedLogin } from '#domain/imports/feeds-by-url/feed-login.ts';
import { createFeedScheduler, type FeedSchedulerOptions } from '#domain/imports/feeds-by-url/feed-scheduler.ts';
import { addSource, defaultSettings, readSource, updateSource } from '#domain/imports/sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FeedServer, openFeedServer } from './feed-server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const siteUrl = 'https://shelf.example';
const loginKey = createSecretKey(randomBytes(32));
const settings = defaultSettings(
  { kind: 'jsonl', encoding: 'utf-8' },
  { title: { columns: ['title'] }, link: { columns: ['url'] } },
);
const feed = `${JSON.stringify({ title: 'Harbour at dawn', url: 'https://clips.example/harbour' })}\n`;

let test: TestDatabase;
let server: FeedServer;
let now: Date;
let sources = 0;

beforeAll(async () => {
  [test, server] = await Promise.all([createTestDatabase(), openFeedServer()]);
  await test.database.db
    .insertInto('admins')
    .values({ username: 'mara', email: 'mara@example.com', password_hash: 'x', role: 'main_admin' })
    .execute();
});
afterAll(async () => {
  await test.drop();
  await server.close();
});
beforeEach(async () => {
  await test.database.db.deleteFrom('imports').execute();
  await test.database.db.deleteFrom('import_sources').execute();
  await test.database.db.deleteFrom('outbox').execute();
  now = new Date(Date.now() + minuteMs);
});

const passes = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const schedulerOf = (options: Partial<FeedSchedulerOptions> = {}) =>
  createFeedScheduler({
    db: test.database.db,
    fetchStream: createFetchStream({ siteUrl, allow: server.allow }),
    loginKey,
    site: { siteName: 'Shelf', siteUrl },
    onReceived: async () => {},
    logger: { error: (details) => expect.fail(JSON.stringify(details)) },
    now: () => now,
    random: () => 0.5,
    ...options,
  });

const fetchDue = async (options: Partial<FeedSchedulerOptions> = {}) => {
  const scheduler = schedulerOf(options);
  await scheduler.runDue();
  await scheduler.idle();
};

const addFeed = (changes: { url?: string; everyMinutes?: number | null } = {}) =>
  addSource(test.database.db, system, {
    name: `Clips ${++sources}`,
    url: `${server.url}/feed.jsonl`,
    everyMinutes: 60,
    settings,
    ...changes,
  });

const stateOf = (id: number) =>
  test.database.db.selectFrom('import_sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const importsOf = (id: number) =>
  test.database.db
    .selectFrom('imports')
    .select(['id', 'state', 'origin', 'admin', 'runs_after_check', 'file_name', 'bytes'])
    .where('source_id', '=', id)
    .orderBy('id')
    .execute();
/** As if its import had ended. */
const endImports = (state: 'finished' | 'failed' | 'checked' | 'running') =>
  test.database.db.updateTable('imports').set({ state }).execute();

it('a feed is fetched when it is due, goes on to its dry run and from there by itself', async () => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addFeed();
  let received = 0;
  await fetchDue({ onReceived: async () => void received++ });
  expect(await importsOf(id)).toMatchObject([
    {
      state: 'checking',
      origin: 'schedule',
      admin: 'System',
      runs_after_check: true,
      file_name: 'feed.jsonl',
      bytes: feed.length,
    },
  ]);
  expect(received).toBe(1);
  expect(server.asked[0]?.headers['user-agent']).toMatch(/^Marquee\/\S+ \(\+https:\/\/shelf\.example; feed\)$/);

  await endImports('finished');
  passes(59 * minuteMs);
  await fetchDue();
  expect(server.asked).toHaveLength(1);
  passes(minuteMs);
  await fetchDue();
  expect(server.asked).toHaveLength(2);
});

it('a feed that has not changed is not imported again, which is noted', async () => {
  const modified = 'Wed, 21 Oct 2015 07:28:00 GMT';
  server.answer(({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"' && headers['if-modified-since'] === modified) response.writeHead(304).end();
    else response.writeHead(200, { etag: '"v1"', 'last-modified': modified }).end(feed);
  });
  const { id } = await addFeed();
  await fetchDue();
  await endImports('finished');
  passes(hourMs);
  await fetchDue();
  expect(server.asked).toHaveLength(2);
  expect(await importsOf(id)).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ last_result: 'unchanged', fetched_at: now, failures: 0 });
});

it('a node that looks for work while another one ends a fetch does not fetch the feed again', async () => {
  server.answer((_request, response) => response.writeHead(304).end());
  const { id } = await addFeed();
  const { db: owner } = test.owner;
  // Storing the end takes a while, so that others come between its statements.
  await sql`create function wait_a_moment() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.1); return null; end $$`.execute(owner);
  await sql`create trigger wait_a_moment before update of last_result on import_sources execute function wait_a_moment()`.execute(
    owner,
  );
  try {
    const [first, second] = [schedulerOf(), schedulerOf()];
    await first.runDue();
    let isIdle = false;
    void first.idle().then(() => {
      isIdle = true;
    });
    while (!isIdle && server.asked.length < 3) await second.runDue();
    await Promise.all([first.stop(), second.stop()]);
  } finally {
    await sql`drop function wait_a_moment cascade`.execute(owner);
  }
  expect(server.asked).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ last_result: 'unchanged', fetching_until: null });
});

it('a server that has the same ETag but ignores conditions is not read further', async () => {
  server.answer((_request, response) => response.writeHead(200, { etag: '"v1"' }).end(feed));
  const { id } = await addFeed();
  await fetchDue();
  await endImports('finished');
  passes(hourMs);
  await fetchDue();
  expect(await importsOf(id)).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ last_result: 'unchanged' });
});

it.each([
  ['its import has failed', () => endImports('failed')],
  [
    'the mapping has changed',
    async (id: number) => {
      await endImports('finished');
      await updateSource(test.database.db, system, id, { settings }, undefined);
    },
  ],
])('the same feed is fetched again without conditions after %s', async (_what, change) => {
  server.answer((_request, response) => response.writeHead(200, { etag: '"v1"' }).end(feed));
  const { id } = await addFeed();
  await fetchDue();
  await change(id);
  passes(hourMs);
  await fetchDue();
  expect(server.asked[1]?.headers['if-none-match']).toBeUndefined();
  expect(await importsOf(id)).toHaveLength(2);
});

it('a newer feed takes the place of one that waits to be confirmed', async () => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addFeed();
  await fetchDue();
  await endImports('checked');
  expect((await readWaiting(test.database.db, { isMainAdmin: true })).imports).toBe(1);
  passes(hourMs);
  await fetchDue();
  expect(await importsOf(id)).toMatchObject([{ state: 'checking' }]);
});

it('waits while an import of the source is running', async () => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addFeed();
  await fetchDue();
  await endImports('running');
  passes(hourMs);
  await fetchDue();
  expect(server.asked).toHaveLength(1);
  await endImports('finished');
  await fetchDue();
  expect(await importsOf(id)).toHaveLength(2);
});

it('after failures it waits twice as long each time, a day at most, and says why', async () => {
  server.answer((_request, response) => response.writeHead(503).end());
  const { id } = await addFeed({ everyMinutes: 5 });
  const waits: number[] = [];
  for (let n = 0; n < 12; n++) {
    await fetchDue();
    const { next_fetch_at } = await stateOf(id);
    const wait = (next_fetch_at?.getTime() ?? 0) - now.getTime();
    waits.push(wait / minuteMs);
    passes(wait);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440]);
  expect(await stateOf(id)).toMatchObject({
    failures: 12,
    last_error: '127.0.0.1 answered 503: the server has a problem.',
  });
  expect((await readWaiting(test.database.db, { isMainAdmin: true })).imports).toBe(1);
});

it('main admins get one email about a feed that keeps failing, and another only after it has worked again', async () => {
  server.answer((_request, response) => response.writeHead(404).end());
  const { name } = await addFeed({ everyMinutes: 5 });
  const subjects = async () =>
    (await test.database.db.selectFrom('outbox').select(['subject', 'body']).orderBy('id').execute()).map(
      ({ subject, body }) => (body.includes('there is nothing at this URL') ? subject : body),
    );
  const failTimes = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await fetchDue();
      passes(25 * hourMs);
    }
  };
  await failTimes(4);
  expect(await subjects()).toEqual([]);
  await failTimes(4);
  expect(await subjects()).toEqual([`The feed “${name}” can’t be fetched`]);
  server.answer((_request, response) => response.end(feed));
  await fetchDue();
  await endImports('finished');
  passes(25 * hourMs);
  server.answer((_request, response) => response.writeHead(404).end());
  await failTimes(5);
  expect(await subjects()).toHaveLength(2);
});

it('Retry-After is respected when it is longer, up to a week', async () => {
  const { id } = await addFeed({ everyMinutes: 5 });
  const waitAfter = async (retryAfter: string) => {
    server.answer((_request, response) => response.writeHead(429, { 'retry-after': retryAfter }).end());
    await fetchDue();
    const wait = ((await stateOf(id)).next_fetch_at?.getTime() ?? 0) - now.getTime();
    passes(wait);
    return wait / minuteMs;
  };
  expect(await waitAfter('7200')).toBe(120);
  expect(await waitAfter('1')).toBe(10);
  expect(await waitAfter('999999999')).toBe(7 * 24 * 60);
});

it.each<[string, Partial<{ url: string }>, (answer: FeedServer['answer']) => void, RegExp]>([
  [
    'breaks off',
    {},
    (answer) =>
      answer((_request, response) =>
        response.writeHead(200, { 'content-length': 99 }).write('x', () => response.destroy()),
      ),
    /^The connection to 127\.0\.0\.1 failed \(ECONNRESET\)\.$/,
  ],
  ['is empty', {}, (answer) => answer((_request, response) => response.end()), /^The feed is empty\.$/],
  [
    'leads into a private network',
    {},
    (answer) => answer((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/feed' }).end()),
    /^10\.0\.0\.1 is not a public web address\.$/,
  ],
  [
    'wants a password',
    {},
    (answer) => answer((_request, response) => response.writeHead(401).end()),
    /^127\.0\.0\.1 answered 401: the user name and password are missing or wrong\.$/,
  ],
])('nothing stays of a feed that %s, but the reason', async (_what, source, choose, reason) => {
  choose(server.answer);
  const { id } = await addFeed(source);
  await fetchDue();
  expect(await importsOf(id)).toEqual([]);
  expect(await stateOf(id)).toMatchObject({ last_result: 'failed', failures: 1, fetching_until: null });
  expect((await readSource(test.database.db, id)).lastError).toMatch(reason);
});

it('several nodes fetch a feed once, and one takes over when another has died', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  server.answer(async (_request, response) => {
    asked.resolve();
    await answer.promise;
    response.end(feed);
  });
  const { id } = await addFeed();
  const [first, second] = [schedulerOf(), schedulerOf()];
  await Promise.all([first.runDue(), second.runDue()]);
  await asked.promise;
  expect(server.asked).toHaveLength(1);
  // As if the first had been killed.
  passes(6 * minuteMs);
  await second.runDue();
  await expect.poll(() => server.asked.length).toBe(2);
  answer.resolve();
  await Promise.all([first.idle(), second.idle()]);
  expect((await importsOf(id)).filter(({ state }) => state === 'checking')).toHaveLength(1);
});

/**
 * Sends a byte at a time until the feed is no longer read. Time passes with each byte that is read, and stands still from then
 * on, so that no retry is due.
 */
const drip = async (ms: number) => {
  let answer: ServerResponse | undefined;
  server.answer((_request, response) => {
    answer = response;
    response.write(' ');
  });
  async function* slowly(body: AsyncIterable<Buffer>) {
    for await (const part of body) {
      passes(ms);
      yield part;
    }
  }
  const fetchStream = createFetchStream({ siteUrl, allow: server.allow });
  const scheduler = schedulerOf({
    fetchStream: async (...asked) => {
      const fetched = await fetchStream(...asked);
      return { ...fetched, body: slowly(fetched.body) };
    },
  });
  await scheduler.runDue();
  let isIdle = false;
  void scheduler.idle().then(() => {
    isIdle = true;
  });
  await expect
    .poll(() => {
      answer?.write(' ');
      return isIdle;
    })
    .toBe(true);
};

it('a feed that drips is given up', async () => {
  const { id } = await addFeed();
  await drip(6 * minuteMs);
  expect(await stateOf(id)).toMatchObject({ failures: 1, last_error: 'The server sends less than 1 KB per second.' });
  expect(await importsOf(id)).toEqual([]);
});

it('a feed whose import somebody cancels while it arrives is read no further', async () => {
  const { id } = await addFeed();
  const cancelled = expect
    .poll(async () => {
      const [each] = await importsOf(id);
      if (each) await discardImport(test.database.db, each.id);
      return each?.state;
    })
    .toBe('receiving');
  await Promise.all([cancelled, drip(11_000)]);
  expect(await stateOf(id)).toMatchObject({
    last_error: 'The import was discarded while its feed was being fetched.',
    fetching_until: null,
  });
});

it('“Fetch now” does not wait for the schedule, and is the import of whoever asked', async () => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addFeed({ everyMinutes: null });
  await fetchDue();
  expect(server.asked).toHaveLength(0);
  const { id: adminId } = await test.database.db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  const scheduler = schedulerOf();
  await scheduler.fetchNow({ adminId, admin: 'mara', ip: null }, id);
  await scheduler.idle();
  expect(await importsOf(id)).toMatchObject([{ origin: 'url', admin: 'mara', state: 'checking' }]);
  expect(await stateOf(id)).toMatchObject({ next_fetch_at: null, asked_by: null });
  await expect(scheduler.fetchNow(system, id)).rejects.toThrow('is running. Wait until it has ended, or stop it.');
});

it('“Fetch now” is refused while the feed is being fetched, and for a source without a URL', async () => {
  const answer = Promise.withResolvers<void>();
  server.answer(async (_request, response) => {
    await answer.promise;
    response.end(feed);
  });
  const { id } = await addFeed();
  const scheduler = schedulerOf();
  await scheduler.fetchNow(system, id);
  await expect(scheduler.fetchNow(system, id)).rejects.toThrow('is already being fetched.');
  answer.resolve();
  await scheduler.idle();
  const uploads = await addSource(test.database.db, system, { name: 'Uploads', settings });
  await expect(scheduler.fetchNow(system, uploads.id)).rejects.toThrow('has no URL');
  await expect(scheduler.fetchNow(system, 999_999)).rejects.toThrow('There is no such source.');
});

it.each([
  [
    'Basic',
    { username: 'shelf', secret: 'p4ss:wörd' },
    '/feed.jsonl',
    { path: '/feed.jsonl', headers: { authorization: `Basic ${Buffer.from('shelf:p4ss:wörd').toString('base64')}` } },
  ],
  [
    'Bearer',
    { username: '', secret: 't0ken' },
    '/feed.jsonl',
    { path: '/feed.jsonl', headers: { authorization: 'Bearer t0ken' } },
  ],
  ['URL', { username: '', secret: 'a&b=c' }, '/feed.jsonl?key={secret}', { path: '/feed.jsonl?key=a%26b%3Dc' }],
])('a secret is sealed and sent, and stands in no message: %s', async (_how, login, path, expected) => {
  server.answer((_request, response) => response.writeHead(403).end());
  const { id } = await addFeed({ url: server.url + path });
  await setFeedLogin(test.database.db, system, loginKey, id, login);
  await fetchDue();
  expect(server.asked).toMatchObject([expected]);
  const state = await stateOf(id);
  const audit = await test.database.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify([audit, state.last_error, String(state.sealed_login)])).not.toContain(login.secret);
  expect(state.last_error).toBe('127.0.0.1 answered 403: access is forbidden.');

  await fetchDue();
  passes(hourMs);
  await fetchDue({ loginKey: createSecretKey(randomBytes(32)) });
  expect(server.asked).toHaveLength(1);
  expect((await stateOf(id)).last_error).toContain('Enter it again.');
});

it.each([
  ['another host', '/feed.jsonl', 'https://other.example/?k={secret}'],
  ['another port', '/feed.jsonl', 'http://127.0.0.1:1/feed.jsonl'],
  ['a parameter instead of a header', '/feed.jsonl', '/feed.jsonl?q={secret}'],
  ['another parameter', '/feed.jsonl?key={secret}', '/feed.jsonl?return={secret}'],
  ['another path around the secret', '/feeds/{secret}/all', '/echo/{secret}'],
])('a login stays behind when the URL changes to %s', async (_what, before, after) => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addFeed({ url: server.url + before });
  await setFeedLogin(test.database.db, system, loginKey, id, { username: 'shelf', secret: 't0psecret' });
  const { sealed_login: sealed } = await stateOf(id);
  const url = after.startsWith('/') ? server.url + after : after;
  const changed = await updateSource(test.database.db, system, id, { url }, undefined);
  expect(changed).toMatchObject({ hasLogin: false, lastError: expect.stringContaining('Enter it again') });
  // Even a row that has it could not be sent.
  expect(openLogin(loginKey, { id, url }, sealed as Buffer)).toBeUndefined();
  await updateSource(test.database.db, system, id, { url: server.url + before }, undefined);
  await fetchDue();
  expect(JSON.stringify(server.asked)).not.toContain('t0psecret');
  expect(server.asked).toMatchObject([{ headers: expect.not.objectContaining({ authorization: expect.anything() }) }]);
});

it.each([
  ['/feed.jsonl', '/new/feed.csv?page=2'],
  ['/feed.jsonl?key={secret}', '/new/feed.csv?all=1&key={secret}'],
])('a login goes along when only the path changes: %s', async (before, after) => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addFeed({ url: server.url + before });
  await setFeedLogin(test.database.db, system, loginKey, id, { username: '', secret: 't0psecret' });
  const changed = await updateSource(test.database.db, system, id, { url: server.url + after }, undefined);
  expect(changed).toMatchObject({ hasLogin: true, lastError: null });
  await fetchDue();
  expect(JSON.stringify(server.asked)).toContain('t0psecret');
});

it('a login is only entered for the URL that the admin saw', async () => {
  const { id, version } = await addFeed();
  await updateSource(test.database.db, system, id, { url: 'https://other.example/' }, version);
  const login = { username: '', secret: 't0psecret' };
  await expect(setFeedLogin(test.database.db, system, loginKey, id, login, version)).rejects.toThrow('changed');
  const uploads = await addSource(test.database.db, system, { name: 'Only uploads', settings });
  await expect(setFeedLogin(test.database.db, system, loginKey, uploads.id, login)).rejects.toThrow('Save the URL');
});

it('a secret is not sent along with a redirect to another origin', async () => {
  const other = await openFeedServer();
  other.answer((_request, response) => response.end(feed));
  server.answer((_request, response) => response.writeHead(302, { location: `${other.url}/feed.jsonl` }).end());
  const { id } = await addFeed();
  await setFeedLogin(test.database.db, system, loginKey, id, { username: 'shelf', secret: 't0psecret' });
  const allow = [...server.allow, ...other.allow];
  await fetchDue({ fetchStream: createFetchStream({ siteUrl, allow }) });
  expect(server.asked[0]?.headers.authorization).toBeDefined();
  expect(other.asked).toMatchObject([{ path: '/feed.jsonl' }]);
  expect(other.asked[0]?.headers).not.toHaveProperty('authorization');
  await other.close();
});

it('a secret is not put into a host name', async () => {
  const url = 'https://{secret}.clips.example/feed.jsonl';
  await expect(addFeed({ url })).rejects.toThrow('not into the host name');
});

it('a URL with a password is not kept, where every admin would see it', async () => {
  const { id } = await addFeed();
  const url = 'https://mara:secret@clips.example/feed.jsonl';
  await expect(addFeed({ url })).rejects.toThrow('enter them as the login');
  await expect(updateSource(test.database.db, system, id, { url }, undefined)).rejects.toThrow(
    'enter them as the login',
  );
});

it('a feed whose columns nobody has mapped is not fetched, and says so', async () => {
  server.answer((_request, response) => response.end(feed));
  const { id } = await addSource(test.database.db, system, {
    name: 'Unmapped',
    url: `${server.url}/feed.jsonl`,
    everyMinutes: 60,
    settings: { ...settings, mapping: {} },
  });
  await fetchDue();
  expect(server.asked).toEqual([]);
  expect((await stateOf(id)).last_error).toContain('not mapped yet');
});

it('a change of the schedule during a fetch is not overwritten by its end', async () => {
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  server.answer(async (_request, response) => {
    asked.resolve();
    await answer.promise;
    response.writeHead(200, { etag: '"v1"' }).end(feed);
  });
  const { id } = await addFeed();
  const scheduler = schedulerOf();
  await scheduler.runDue();
  await asked.promise;
  await updateSource(test.database.db, system, id, { everyMinutes: null }, undefined);
  answer.resolve();
  await scheduler.idle();
  expect(await stateOf(id)).toMatchObject({ next_fetch_at: null, etag: null, fetching_until: null });
});
