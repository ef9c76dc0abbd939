import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo, type VideoFacts } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let admin: SignedInAdmin;
let call: ReturnType<typeof callerOf>;

const day = (text: string) => new Date(`${text}T12:00:00Z`);

const posts: Record<string, VideoFacts> = {
  amber: { title: 'Amber rain', tags: ['rain'], performers: ['isla-torven'], views: 900, minutes: 5 },
  birch: { title: 'Birch lane', tags: ['rain', 'night'], performers: ['rain'], views: 30, minutes: 45 },
  cedar: { title: 'cedar Hall', category: 'viral', tags: [], views: 200, minutes: null },
  delta: { title: 'Delta at rain', tags: ['night'], views: 1, minutes: 20 },
};
const links: Record<string, string> = {
  amber: 'https://clips.example.com/watch?v=1&utm_source=mail',
  birch: 'http://www.example.org/birch/',
  cedar: '',
  delta: 'https://clips.example.com/watch?v=4',
};
const added: Record<string, string> = {
  amber: '2026-03-01',
  birch: '2026-03-02',
  cedar: '2026-03-03',
  delta: '2026-03-04',
};
const ids: Record<string, number> = {};

const set = (key: string, values: object) =>
  site.database.db
    .updateTable('videos')
    .set(values)
    .where('id', '=', ids[key] as number)
    .execute();

beforeAll(async () => {
  site = await startTestSite();
  admin = await createSignedInAdmin(site, 'admin');
  call = callerOf(site, admin.cookie);
  const { db } = site.database;
  for (const [key, facts] of Object.entries(posts))
    ids[key] = await addVideo(db, { ...facts, link: links[key] as string, publishedAt: day(added[key] as string) });
  const { id: partner } = await db
    .insertInto('partners')
    .values({ name: 'Quiet Films', url: 'https://quiet.example.com' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await set('birch', { partner_id: partner, created_by: admin.id, updated_at: day('2026-04-01') });
  await set('cedar', { image_url: '', updated_at: day('2026-04-03') });
  await set('amber', { updated_at: day('2026-04-02') });
  await set('delta', { updated_at: day('2026-03-31') });
  ids.draft = await addVideo(db, { title: 'Draft of rain', link: 'https://clips.example.com/draft', views: 5 });
  await set('draft', { state: 'draft' });
  ids.later = await addVideo(db, { title: 'Later train', tags: ['night'] });
  await set('later', { state: 'scheduled', publish_at: new Date(Date.now() + 3_600_000) });
  ids.gone = await addVideo(db, { title: 'Gone', link: 'https://clips.example.com/gone' });
  await set('gone', { deleted_at: new Date() });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const list = async (query: Record<string, string>) => {
  const response = await call('GET', `/posts?${new URLSearchParams(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const keyOf = ({ _id }: { _id: string }) => Object.keys(ids).find((key) => String(ids[key]) === _id);
const found = async (query: Record<string, string>) => (await list(query)).records.map(keyOf).join(' ');

describe('the list of posts', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'delta cedar birch amber'],
    [{ Category: 'viral' }, 'cedar'],
    [{ tag: 'rain' }, 'birch amber'],
    [{ star: 'rain' }, 'birch'],
    [{ star: 'nobody' }, ''],
    [{ host: 'clips.example.com' }, 'delta amber'],
    [{ host: 'example.org' }, 'birch'],
    [{ addedFrom: '2026-03-02', addedTo: '2026-03-03' }, 'cedar birch'],
    [{ viewsFrom: '30', viewsTo: '200' }, 'cedar birch'],
    [{ minutesTo: '20' }, 'delta amber'],
    [{ minutesFrom: '21' }, 'birch'],
    [{ without: 'image' }, 'cedar'],
    [{ without: 'tags' }, 'cedar'],
    [{ without: 'link' }, 'cedar'],
    [{ tag: 'night', viewsTo: '10' }, 'delta'],
    [{ state: 'draft' }, 'draft'],
    [{ state: 'scheduled', tag: 'night' }, 'later'],
    [{ state: 'draft', viewsFrom: '6' }, ''],
  ])('filters by %j', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('filters by partner and by the admin who added the post', async () => {
    const { partners, admins } = (await call('GET', '/postoptions')).json();
    const partner = partners.find(({ name }: { name: string }) => name === 'Quiet Films')._id;
    const by = admins.find(({ name }: { name: string }) => name === admin.username)._id;
    expect([await found({ partner }), await found({ by })]).toEqual(['birch', 'birch']);
  });

  it.each([
    ['added', 'amber birch cedar delta'],
    ['number', 'amber birch cedar delta'],
    ['title', 'amber birch cedar delta'],
    ['views', 'delta birch cedar amber'],
    ['minutes', 'cedar amber delta birch'],
    ['updated', 'delta birch amber cedar'],
    ['category', 'amber birch delta cedar'],
    ['stars', 'cedar delta amber birch'],
    ['tags', 'cedar amber delta birch'],
    ['partner', 'amber cedar delta birch'],
    ['by', 'amber cedar delta birch'],
    ['host', 'cedar amber delta birch'],
  ])('sorts by %s, both ways', async (sort, expected) => {
    expect(await found({ sort, direction: 'asc' })).toBe(expected);
    expect(await found({ sort, direction: 'desc' })).toBe(expected.split(' ').reverse().join(' '));
  });

  it('sorts a title that was changed a moment ago', async () => {
    await call('PUT', `/updatepost/${ids.amber}`, { titel: 'Zebra rain' });
    const sorted = await found({ sort: 'title', direction: 'asc' });
    await call('PUT', `/updatepost/${ids.amber}`, { titel: 'Amber rain' });
    expect([sorted, await found({ sort: 'title', direction: 'asc' })]).toEqual([
      'birch cedar delta amber',
      'amber birch cedar delta',
    ]);
  });

  it('shows the last page for one after it, and the total', async () => {
    const { records, currentPage, totalPages, totalRecords } = await list({ page: '9999', limit: '3' });
    expect([records.map(keyOf), currentPage, totalPages, totalRecords]).toEqual([['amber'], 2, 2, 4]);
  });

  it('counts the posts of each state', async () => {
    expect((await list({ tag: 'night' })).counts).toEqual({ published: 4, draft: 1, scheduled: 1, withheld: 0 });
  });

  it.each<Record<string, string>>([
    { viewsFrom: '-1' },
    { addedFrom: '2026-13-01' },
    { addedTo: 'yesterday' },
    { without: 'shame' },
    { sort: 'colour' },
    { partner: 'x' },
    { state: 'deleted' },
  ])('refuses %j', async (query) => {
    const response = await call('GET', `/posts?${new URLSearchParams(query)}`);
    expect(response.statusCode).toBe(400);
  });
});

describe('searching the list of posts', () => {
  it.each([
    ['rain', 'birch amber delta'],
    ['amber rain', 'amber'],
    ['isla', 'amber'],
    ['clips.example.com/watch?v=1', 'amber'],
    ['https://www.clips.example.com/watch/?v=1#t=2', 'amber'],
    ['HTTP://example.org/birch', 'birch'],
    ['https://example.org/elsewhere', ''],
    ['//clips.example.com/watch?v=1', 'amber'],
    ['<https://clips.example.com/watch?v=1>', 'amber'],
    ['https://clips.example.com/w%61tch?v=%31', 'amber'],
  ])('%s finds %s', async (search, expected) => {
    expect((await found({ search })).split(' ').sort()).toEqual(expected.split(' ').sort());
  });

  it('finds a link as browsers show and as they copy it, with its parameters in any order, and a picture by either scheme', async () => {
    const { db } = site.database;
    const link = 'https://bücher.example/видео?v=a b&list=2';
    const id = await addVideo(db, { title: 'Elm', link });
    const image = { image_url: 'https://pictures.example.com/elm.jpg' };
    await db.updateTable('videos').set(image).where('id', '=', id).execute();
    await site.index.waitUntilIndexed();
    const searches = [
      'https://xn--bcher-kva.example/%D0%B2%D0%B8%D0%B4%D0%B5%D0%BE?v=a%20b&list=2',
      'http://bücher.example/видео?list=2&v=a%20b',
      'http://pictures.example.com/elm.jpg',
      'pictures.example.com/elm.jpg',
    ];
    const answers = await Promise.all(searches.map(async (search) => (await list({ search })).records));
    await db.deleteFrom('videos').where('id', '=', id).execute();
    await site.index.waitUntilIndexed();
    expect(answers.map((records) => records.map(({ _id }: { _id: string }) => Number(_id)))).toEqual(
      searches.map(() => [id]),
    );
  });

  it('finds a post by its number and its image, and by its page on this site', async () => {
    const { rows } = await sql<{ image_url: string }>`select image_url from videos where id = ${ids.birch}`.execute(
      site.database.db,
    );
    const searches = [String(ids.birch), `#${ids.birch}`, rows[0]?.image_url ?? '', `/video/${ids.birch}-birch-lane`];
    const answers = await Promise.all(searches.map((search) => found({ search })));
    expect(answers).toEqual(searches.map(() => 'birch'));
  });

  it.each(['draft', 'gone', 'later'])('says where a post is that is not in the list: %s', async (key) => {
    const { records, elsewhere } = await list({ search: `#${ids[key]}` });
    expect(records).toEqual([]);
    expect(elsewhere).toMatchObject([
      {
        _id: String(ids[key]),
        state: { draft: 'draft', later: 'scheduled' }[key] ?? 'published',
        deletedAt: key === 'gone' ? expect.any(String) : null,
      },
    ]);
  });

  it('finds drafts by words of their titles', async () => {
    expect(await found({ state: 'draft', search: 'of ra' })).toBe('draft');
    expect(await found({ state: 'draft', search: 'harbour' })).toBe('');
  });
});

describe('saved views', () => {
  const views = async () => (await call('GET', '/postviews')).json().views;

  it('are shared among admins, once per name, until one of them deletes them', async () => {
    const saved = await call('POST', '/postviews', { name: ' Untagged ', query: 'without=tags&sort=views' });
    const other = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
    expect((await other('GET', '/postviews')).json().views).toEqual([saved.json().view]);
    expect(saved.json().view).toMatchObject({ name: 'Untagged', query: 'without=tags&sort=views' });
    const again = await other('POST', '/postviews', { name: 'untagged', query: '' });
    expect([again.statusCode, again.json().message]).toEqual([409, 'A view with this name already exists.']);
    expect((await other('DELETE', `/postviews/${saved.json().view._id}`)).statusCode).toBe(200);
    expect(await views()).toEqual([]);
  });
});
