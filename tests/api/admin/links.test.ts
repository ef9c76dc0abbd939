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
    expect((await call('POST', '/links/recheck', { host: 'no-link-leads-here.test' })).json()).toMatchObject({
      links: 0,
    });
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
