/** Several links of a post over the API, and what is done about dead ones. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markLink } from '#domain/links/posts-of-link.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

let count = 0;
const newLink = (host = 'clips.example') => `https://${host}/watch/n${++count}`;
const add = async (link: string, otherLinks: string[] = [], more: object = {}) =>
  call('POST', '/postdata', {
    titel: `Rain ${++count}`,
    imageUrl: '/a.svg',
    Category: 'english',
    link,
    otherLinks,
    ...more,
  });
const added = async (...[link = '', ...others]: string[]): Promise<string> => (await add(link, others)).json().post._id;
const kill = async (url: string) => {
  const { db } = site.database;
  await sql`insert into link_checks (url, host, state, next_check_at) values (${url}, link_host(${url}), 'dead', '2100-01-01')
    on conflict (md5(url)) do update set state = 'dead', next_check_at = '2100-01-01'`.execute(db);
  await db.transaction().execute((tx) => markLink(tx, url, true));
  await site.index.waitUntilIndexed();
};
const publicly = async (id: string) => {
  await site.index.waitUntilIndexed();
  const { link, otherLinks } = (await callerOf(site)('POST', `/getVideo/${id}`)).json();
  return [link, ...otherLinks];
};
const forAdmins = async (id: string) => {
  const { link, otherLinks, deadLinks } = (await call('GET', `/posts/${id}`)).json().post;
  return { links: [link, ...otherLinks], deadLinks };
};

describe('a post with several links', () => {
  it('shows visitors the living ones, the first of them as link, and admins all in their order', async () => {
    const links = [newLink(), newLink('two.example'), newLink('three.example')];
    const id = await added(...links);
    expect(await publicly(id)).toEqual(links);
    await kill(links[0] ?? '');
    expect(await publicly(id)).toEqual(links.slice(1));
    expect(await forAdmins(id)).toEqual({ links, deadLinks: links.slice(0, 1) });
  });

  it('keeps them when a client that knows one link saves it again, or replaces it', async () => {
    const [one = '', two = '', three = ''] = [newLink(), newLink(), newLink()];
    const id = await added(one, two);
    await kill(one);
    await call('PUT', `/updatepost/${id}`, { link: two, titel: 'Renamed' });
    expect((await forAdmins(id)).links).toEqual([one, two]);
    await call('PUT', `/updatepost/${id}`, { link: three });
    expect(await forAdmins(id)).toEqual({ links: [one, three], deadLinks: [one] });
  });

  it.each([
    ['letters', 'HTTPS://CAPITALS.example/a/b?x=1&y=2'],
    ['scheme, www and port', 'http://www.CAPITALS.example:80/a/b?x=1&y=2'],
    ['slash', 'https://capitals.example/a/b/?x=1&y=2'],
    ['fragment and empty ends', 'https://capitals.example/a/b?x=1&y=2&#t'],
    ['order', 'https://capitals.example/a/b?y=2&x=1'],
    ['tracking', 'https://m.capitals.example/a/b?utm_source=mail&x=1&ref=me&y=2'],
    ['encoding', 'https://capitals.example/%61/b?x=1&y=2'],
  ])('has the same place once: other %s', async (_what, spelling) => {
    const [link, other] = ['https://capitals.example/a/b?x=1&y=2', newLink()];
    const id = await added(link, spelling, other, `${other}/`);
    expect((await forAdmins(id)).links).toEqual([link, other]);
    // What counts as a duplicate between posts counts as one within a post.
    const { sameLink } = (await call('GET', `/similarposts?link=${encodeURIComponent(spelling)}`)).json();
    expect(sameLink.map(({ _id }: { _id: string }) => _id)).toContain(id);
  });

  it('has links that differ by more than their spelling', async () => {
    const links = ['/a', '/A', '/a/b', '/a?x=1', '/a?x=2', '/a?x=1&y=1', '/a?preference=1'];
    const all = [...links.map((path) => `https://close.example${path}`), 'https://close.example:8443/a'];
    expect((await forAdmins(await added(...all))).links).toEqual(all);
  });

  it('takes another spelling of one of them as a correction, and loses no other', async () => {
    const [one, two] = [newLink(), newLink()];
    const id = await added(one, two);
    await kill(one);
    await call('PUT', `/updatepost/${id}`, { link: `${one}/` });
    expect(await forAdmins(id)).toEqual({ links: [`${one}/`, two], deadLinks: [] });
    await call('PUT', `/updatepost/${id}`, { link: one, otherLinks: [`${one}#t`, two] });
    expect((await forAdmins(id)).links).toEqual([one, two]);
  });

  it('is found by any of them, by its host, and as a duplicate', async () => {
    const [one, two] = [newLink('first.example'), newLink('second.example')];
    const id = await added(one, two);
    await site.index.waitUntilIndexed();
    const found = async (query: string) =>
      (await call('GET', `/posts?${query}`)).json().records.map(({ _id }: { _id: string }) => _id);
    expect(await found(`search=${encodeURIComponent(two)}`)).toEqual([id]);
    expect(await found('host=second.example')).toEqual([id]);
    const { sameLink } = (
      await call('GET', `/similarposts?link=${encodeURIComponent(two.replace('https://', 'http://www.'))}`)
    ).json();
    expect(sameLink.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
  });

  it('is refused for any of them that may not be listed', async () => {
    await call('POST', '/blocks', { kind: 'host', value: 'bad.example', reason: 'Its owner asked us.' });
    const refused = await add(newLink(), [newLink('cdn.bad.example')]);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['otherLinks']]);
  });

  it('is hidden when one of them is on a host that is blocked', async () => {
    const id = await added(newLink(), newLink('sub.later.example'));
    await call('POST', '/blocks', { kind: 'host', value: 'later.example', reason: 'Its owner asked us.' });
    await expect.poll(async () => (await call('GET', `/posts/${id}`)).json().post.state).toBe('withheld');
  });

  it('takes at most ten, each of them a web link', async () => {
    const many = await add(
      newLink(),
      Array.from({ length: 10 }, () => newLink()),
    );
    const script = await add(newLink(), ['javascript:alert(1)']);
    expect([many.statusCode, script.statusCode]).toEqual([400, 400]);
  });
});

describe('posts without a working link', () => {
  it('are listed, counted and filtered, and no longer once the link is ignored', async () => {
    const link = newLink();
    const id = await added(link);
    await kill(link);
    const listed = async () =>
      (await call('GET', '/links/dead-posts?limit=100')).json().posts.map(({ _id }: { _id: string }) => _id);
    expect(await listed()).toContain(id);
    const { waiting } = (await call('GET', '/dashboard/waiting')).json();
    expect(waiting.deadPosts).toBeGreaterThan(0);
    const filtered = (await call('GET', '/posts?without=livingLink&limit=100')).json().records;
    expect(filtered.map(({ _id }: { _id: string }) => _id)).toContain(id);
    expect((await call('POST', '/links/recheck', { posts: [id] })).json()).toMatchObject({ links: 1 });
    expect((await call('POST', '/links/ignore', { posts: [id] })).json()).toMatchObject({ links: 1 });
    expect(await listed()).not.toContain(id);
    expect((await forAdmins(id)).deadLinks).toEqual([]);
  });

  it('all links of a host are checked before others at once', async () => {
    const links = ['a', 'b', 'c'].map((path) => `https://quay.test/${path}`);
    await added(...links);
    for (const link of links) await kill(link);
    expect((await call('POST', '/links/recheck', { host: 'quay.test' })).json()).toMatchObject({ links: 3 });
  });

  it.each(['/links/recheck', '/links/ignore', '/links/heed', '/links/hosts/trust'])(
    'a host that no link leads to is refused: %s',
    async (path) => {
      const response = await call('POST', path, { host: 'no-link-leads-here.test' });
      expect(response.statusCode).toBe(404);
      expect(response.json().message).toBe('No link leads to this host.');
    },
  );

  it('all links of a host are ignored at once and heeded again, with one line in the audit log each', async () => {
    const { db } = site.database;
    const urls = ['a', 'b', 'c'].map((path) => `https://jetty.test/${path}`);
    const ids = await Promise.all(urls.slice(0, 2).map((url) => added(url)));
    const elsewhere = newLink('mole.test');
    const other = await added(elsewhere);
    for (const url of [...urls, elsewhere]) await kill(url);
    // More than one batch.
    await sql`insert into link_checks (url, host, state, next_check_at)
      select 'https://jetty.test/more/' || n, 'jetty.test', 'living', '2100-01-01' from generate_series(1, 600) as n`.execute(
      db,
    );
    await sql`insert into probed_hosts (host) values ('jetty.test') on conflict do nothing`.execute(db);
    const host = async () => (await call('GET', '/links/hosts?search=jetty')).json().hosts[0];
    const audited = async () => {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where entity = 'link' and after ->> 'host' = 'jetty.test' order by id`.execute(db);
      return rows.map(({ action }) => action);
    };
    expect(await host()).toMatchObject({ links: 603, living: 600, dead: 3, ignored: 0 });
    expect((await call('POST', '/links/ignore', { host: 'jetty.test' })).json()).toMatchObject({ links: 603 });
    expect(await host()).toMatchObject({ links: 603, living: 603, dead: 0, ignored: 603 });
    for (const id of ids) expect((await forAdmins(id)).deadLinks).toEqual([]);
    expect((await forAdmins(other)).deadLinks).toEqual([elsewhere]);
    expect((await call('POST', '/links/ignore', { host: 'jetty.test' })).json()).toMatchObject({ links: 0 });
    expect((await call('POST', '/links/heed', { host: 'jetty.test' })).json()).toMatchObject({ links: 603 });
    expect(await host()).toMatchObject({ links: 603, unchecked: 603, ignored: 0 });
    expect(await audited()).toEqual(['deactivate', 'activate']);
  });

  it('two who want the opposite of a host at once both get an answer, and no link is counted twice', async () => {
    const { db } = site.database;
    await sql`insert into link_checks (url, host, state, next_check_at)
      select 'https://weir.test/' || n, 'weir.test', case when n % 2 = 0 then 'ignored' else 'living' end, '2100-01-01'
      from generate_series(1, 2400) as n`.execute(db);
    const given = [
      ['ignore', 'WEIR.test '],
      ['heed', 'weir.test'],
    ] as const;
    const answers = await Promise.all(given.map(([step, host]) => call('POST', `/links/${step}`, { host })));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json().links).toBeGreaterThan(0);
      expect(answer.json().links).toBeLessThanOrEqual(2400);
    }
    await sql`delete from link_checks where host = 'weir.test'`.execute(db);
  });

  it('the links of a large host that are heeded again are due one after the other', async () => {
    const { db } = site.database;
    await sql`insert into link_checks (url, host, state, next_check_at)
      select 'https://mole.test/' || n, 'mole.test', 'ignored', '9999-01-01' from generate_series(1, 1000) as n`.execute(
      db,
    );
    await call('POST', '/links/heed', { host: 'mole.test' });
    const { rows } = await sql<{ moments: number; hours: number; urgent: number }>`
      select count(distinct next_check_at)::int as moments, count(*) filter (where priority > 0)::int as urgent,
        extract(epoch from max(next_check_at) - min(next_check_at))::float8 / 3600 as hours
      from link_checks where url like 'https://mole.test/%' and state = 'unchecked'`.execute(db);
    // 1,500 requests an hour.
    expect(rows[0]).toEqual({ moments: 1000, urgent: 0, hours: expect.closeTo(999 / 1500, 2) });
  });

  it('a report of a dead link has it checked before others', async () => {
    const link = newLink();
    const id = await added(link);
    await sql`insert into link_checks (url, host, state, next_check_at) values (${link}, 'clips.example', 'living', '2100-01-01')
      on conflict do nothing`.execute(site.database.db);
    await callerOf(site)('POST', '/reports', { kind: 'dead_link', urls: `/video/${id}` });
    const { links } = (await call('POST', '/links/states', { links: [link] })).json();
    expect(links).toMatchObject([{ url: link, isUrgent: true }]);
  });
});

describe('the form of a host’s links', () => {
  const ended = async (id: string) => {
    const read = async () => (await call('GET', `/bulk-changes/${id}`)).json().bulkChange;
    await expect.poll(async () => (await read()).state).not.toMatch(/ing$/);
    return read();
  };

  it('is previewed, replaced in all posts and states, and undone', async () => {
    const old = ['http://www.old.example/v/1', 'https://old.example/v/2?x=1'];
    const other = newLink();
    const [one = '', two = ''] = [await added(old[0] ?? ''), await added(other, old[1] ?? '')];
    const draft: string = (await add('https://old.example/v/3', [], { state: 'draft' })).json().post._id;
    const untouched = await added('https://old.example/about');
    await kill(old[0] ?? '');
    const form = { from: 'old.example/v/*', to: 'https://new.example/watch/*' };
    await site.index.waitUntilIndexed();
    const preview = (await call('POST', '/links/replacement', form)).json();
    expect(preview).toMatchObject({ host: 'old.example', posts: 3 });
    expect(preview.examples[0]).toMatchObject({ before: [old[0]], after: ['https://new.example/watch/1'] });
    const body = { filter: { host: 'old.example', state: 'any' }, change: { kind: 'replaceLinks', ...form } };
    const { _id } = (await call('POST', '/bulk-changes', body)).json().bulkChange;
    expect(await ended(_id)).toMatchObject({ state: 'finished', changed: 3 });
    expect(await forAdmins(one)).toEqual({ links: ['https://new.example/watch/1'], deadLinks: [] });
    expect((await forAdmins(two)).links).toEqual([other, 'https://new.example/watch/2?x=1']);
    expect((await forAdmins(draft)).links).toEqual(['https://new.example/watch/3']);
    expect((await forAdmins(untouched)).links).toEqual(['https://old.example/about']);
    await call('POST', `/bulk-changes/${_id}/undo`);
    await ended(_id);
    expect(await forAdmins(one)).toEqual({ links: [old[0]], deadLinks: [old[0]] });
    expect((await forAdmins(two)).links).toEqual([other, old[1]]);
  });

  it('leaves a place once that two links lead to afterwards', async () => {
    const id = await added('https://both.example/v/1', 'https://bothwatch.example/1/');
    await site.index.waitUntilIndexed();
    const change = { kind: 'replaceLinks', from: 'both.example/v/*', to: 'https://bothwatch.example/*' };
    const { _id } = (await call('POST', '/bulk-changes', { ids: [id], change })).json().bulkChange;
    expect(await ended(_id)).toMatchObject({ changed: 1 });
    expect((await forAdmins(id)).links).toEqual(['https://bothwatch.example/1']);
    await call('POST', `/bulk-changes/${_id}/undo`);
    await ended(_id);
    expect((await forAdmins(id)).links).toEqual(['https://both.example/v/1', 'https://bothwatch.example/1/']);
  });

  it('skips posts whose new link may not be listed', async () => {
    const id = await added('https://moving.example/v/1');
    await site.index.waitUntilIndexed();
    const change = { kind: 'replaceLinks', from: 'moving.example/v/*', to: 'https://bad.example/*' };
    const { _id } = (await call('POST', '/bulk-changes', { ids: [id], change })).json().bulkChange;
    expect(await ended(_id)).toMatchObject({ changed: 0, skipped: 1 });
    expect((await forAdmins(id)).links).toEqual(['https://moving.example/v/1']);
  });
});

it('a host has as many posts as have any link that leads there, whatever the number of their links', async () => {
  const [one, two, three] = [newLink('pier.example'), newLink('pier.example'), newLink('www.pier.example')];
  await added(one, two);
  await added(newLink('quay.example'), three);
  for (const url of [one, two, three]) await kill(url);
  await sql`insert into probed_hosts (host) values ('pier.example')`.execute(site.database.db);
  const { hosts } = (await call('GET', '/links/hosts?search=pier')).json();
  expect(hosts).toMatchObject([{ host: 'pier.example', posts: 2, links: 3 }]);
});

describe('the list of links', () => {
  /** What is counted as links come and go, and what there is. */
  const counts = async () => {
    const { rows } = await sql<{ isRight: boolean }>`
      select not exists (
        select from (select host, state, links from link_counts where links <> 0) as counted
        full join (select host, state, count(*)::int as links from link_checks group by host, state) as found
          using (host, state) where counted.links is distinct from found.links) as "isRight"`.execute(site.database.db);
    return rows[0]?.isRight;
  };

  it('has the latest first and the unchecked last, page by page, and counts what it is filtered by', async () => {
    const { db } = site.database;
    await sql`insert into link_checks (url, host, state, checked_at, next_check_at)
      select 'https://shelf.test/' || n, 'shelf.test', case when n % 3 = 0 then 'dead' else 'living' end,
        case when n <> 7 then timestamptz '2026-01-01' + (n % 5) * interval '1 day' end, '2100-01-01'
      from generate_series(1, 12) as n`.execute(db);
    const list = async (query: string) => {
      const { links, pagination } = (await call('GET', `/links/all?host=shelf.test&${query}`)).json();
      return {
        paths: links.map(({ url }: { url: string }) => Number(url.split('/')[3])),
        total: pagination.totalCount,
      };
    };
    const pages = [await list('limit=5&page=1'), await list('limit=5&page=2'), await list('limit=5&page=3')];
    expect(pages.flatMap(({ paths }) => paths)).toEqual([4, 9, 3, 8, 2, 12, 1, 6, 11, 5, 10, 7]);
    expect(pages.map(({ total }) => total)).toEqual([12, 12, 12]);
    expect(await list('limit=5&state=dead')).toEqual({ paths: [9, 3, 12, 6], total: 4 });
  });

  it('counts links as they are added, change and go', async () => {
    const { db } = site.database;
    expect(await counts()).toBe(true);
    await sql`update link_checks set state = 'unknown' where state in ('living', 'dead')`.execute(db);
    await sql`update link_checks set host = 'elsewhere.test' where host = 'shelf.test'`.execute(db);
    await sql`delete from link_checks where host in ('elsewhere.test', 'jetty.test')`.execute(db);
    expect(await counts()).toBe(true);
    const { counts: byState } = (await call('GET', '/links')).json();
    expect([byState.living, byState.dead]).toEqual([0, 0]);
  });
});
