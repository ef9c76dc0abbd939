/** Renaming, merging, splitting, deleting and describing tags and performers, and undoing each (decision 048). */
import { load } from 'cheerio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#domain/day.ts';
import { purgeDeleted } from '#domain/deleted/deleted-records.ts';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;

const add = async (titel: string, tags: string[], name: string[] = []) => {
  const post = {
    titel,
    tags,
    name,
    imageUrl: 'https://example.com/i.jpg',
    link: `https://example.com/${encodeURIComponent(titel)}`,
  };
  return (await call('POST', '/postdata', { ...post, Category: 'english' })).json().post._id as string;
};
const post = async (id: string) => (await visit('POST', `/getVideo/${id}`)).json();
const get = async (path: string) => (await visit('GET', path)).json();
const titles = async (path: string) => (await get(path)).records.map(({ titel }: { titel: string }) => titel).sort();
const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const response = await call(method, path, body);
  expect([response.statusCode, response.json().message]).toEqual([200, undefined]);
  return response.json().change;
};
const undo = ({ _id }: { _id: string }) => change('POST', `/name-changes/${_id}/undo`);
/** Where a page of the site leads, or its status. */
const visited = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  return response.status === 301 ? `301 ${response.headers.get('location')}` : response.status;
};

const purgeAfter = (days: number) => purgeDeleted(site.database.db, { now: new Date(Date.now() + days * dayMs) });

beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());
beforeEach(() =>
  site.database.pool.query('delete from name_changes; delete from videos; delete from tags; delete from performers'),
);

describe.each([
  { kind: 'tag', path: '/tag', field: 'tags' },
  { kind: 'performer', path: '/pornstar', field: 'name' },
] as const)('a $kind', ({ kind, path, field }) => {
  const addWith = (titel: string, names: string[]) => (field === 'tags' ? add(titel, names) : add(titel, [], names));
  const found = (slug: string) => titles(kind === 'tag' ? `/tags/${slug}/posts` : `/pornstar/${slug}`);

  it('is told from names that do not exist yet, by any spelling or alias', async () => {
    await addWith('Wet street', ['Rainy']);
    await change('POST', `/names/${kind}/rainy/aliases`, { name: 'Drizzle' });
    const names = ['rainy', 'RAINY', 'drizzle', 'Sunny'];
    expect((await call('POST', `/names/${kind}/new`, { names })).json().names).toEqual(['Sunny']);
  });

  it('has a new name and slug, and the old URL leads to it, until that is undone', async () => {
    const id = await addWith('Wet street', ['Rainy']);
    const renamed = await change('POST', `/names/${kind}/rainy/rename`, { name: 'Heavy Rain' });
    expect(renamed).toMatchObject({ action: 'rename', name: 'Heavy Rain', others: ['Rainy'], canBeUndone: true });
    expect((await post(id))[field]).toEqual(['heavy-rain']);
    expect(await visited(`${path}/rainy`)).toBe(`301 ${path}/heavy-rain`);
    expect(await visited(`${path}/heavy-rain`)).toBe(200);
    expect(await found('rainy')).toEqual(['Wet street']);

    await undo(renamed);
    expect((await post(id))[field]).toEqual(['rainy']);
    expect(await visited(`${path}/rainy`)).toBe(200);
    expect(await visited(`${path}/heavy-rain`)).toBe(404);
  });

  it('can have its former name again', async () => {
    await addWith('Wet street', ['Rainy']);
    await change('POST', `/names/${kind}/rainy/rename`, { name: 'Drizzle' });
    await change('POST', `/names/${kind}/drizzle/rename`, { name: 'Rainy' });
    expect(await visited(`${path}/rainy`)).toBe(200);
    expect(await visited(`${path}/drizzle`)).toBe(`301 ${path}/rainy`);
  });

  it('is found, suggested and entered by its former name', async () => {
    await addWith('Wet street', ['Rainy']);
    await change('POST', `/names/${kind}/rainy/rename`, { name: 'Downpour' });
    expect(await titles('/getpostdata?search=rainy')).toEqual(['Wet street']);
    expect(JSON.stringify(await get('/suggest?q=rain'))).toContain('Downpour');
    const id = await addWith('Window', ['rainy', 'Downpour']);
    expect((await post(id))[field]).toEqual(['downpour']);
  });

  it('does not take the name of another one, but tells which it is', async () => {
    await addWith('Wet street', ['Rainy', 'Rain']);
    const refused = await call('POST', `/names/${kind}/rainy/rename`, { name: 'RAIN' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: `A ${kind === 'tag' ? 'tag' : 'star'} with this name already exists.`,
      current: { slug: 'rain' },
    });
    await change('POST', `/names/${kind}/rain/aliases`, { name: 'Showers' });
    const aliased = await call('POST', `/names/${kind}/rainy/rename`, { name: 'showers' });
    expect(aliased.json().message).toMatch(/^“showers” is another name of the (tag|star) “Rain”/);
  });

  it('takes in others on all posts, which come back when that is undone', async () => {
    const both = await addWith('Both', ['Rainy', 'Glass', 'Rain']);
    const one = await addWith('One', ['Glass', 'Wet', 'Rainy']);
    const edited = await addWith('Edited', ['Wet']);
    const merged = await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy', 'wet'] });
    expect(merged).toMatchObject({ name: 'Rain', others: ['Rainy', 'Wet'], posts: 3, isRunning: false });
    expect((await post(both))[field]).toEqual(['glass', 'rain']);
    expect((await post(one))[field]).toEqual(['glass', 'rain']);
    expect(await visited(`${path}/wet`)).toBe(`301 ${path}/rain`);
    await call('PUT', `/updatepost/${edited}`, { titel: 'Edited since' });

    await undo(merged);
    expect((await post(both))[field]).toEqual(['rainy', 'glass', 'rain']);
    expect((await post(one))[field]).toEqual(['glass', 'wet', 'rainy']);
    expect((await post(edited))[field]).toEqual(['rain']);
    expect(await visited(`${path}/rainy`)).toBe(200);
    expect(await found('rain')).toEqual(['Both', 'Edited since']);
    expect((await call('POST', `/name-changes/${merged._id}/undo`)).json().message).toBe(
      'This has already been undone.',
    );
  });

  it('passes its aliases on when it is merged, and gets them back', async () => {
    await addWith('One', ['Rainy', 'Rain']);
    await change('POST', `/names/${kind}/rainy/aliases`, { name: 'Showers' });
    const merged = await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    expect(await visited(`${path}/showers`)).toBe(`301 ${path}/rain`);
    await undo(merged);
    expect(await visited(`${path}/showers`)).toBe(`301 ${path}/rainy`);
  });

  it('gives up an alias, which is then a name of its own', async () => {
    const id = await addWith('One', ['Rainy', 'Rain']);
    await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    const split = await change('POST', `/names/${kind}/rain/split`, { alias: 'rainy' });
    expect((await post(id))[field]).toEqual(['rain']);
    expect(await visited(`${path}/rainy`)).toBe(404);
    await undo(split);
    expect(await visited(`${path}/rainy`)).toBe(`301 ${path}/rain`);
    await change('POST', `/names/${kind}/rain/split`, { alias: 'rainy' });
    const other = await addWith('Two', ['rainy']);
    expect((await post(other))[field]).toEqual(['rainy']);
  });

  it('can have the name of one that was merged into it, until that is undone', async () => {
    const id = await addWith('One', ['Beach', 'Forest']);
    const merged = await change('POST', `/names/${kind}/forest/merge`, { from: ['beach'] });
    const renamed = await change('POST', `/names/${kind}/forest/rename`, { name: 'Beach' });
    expect((await post(id))[field]).toEqual(['beach']);
    expect(await visited(`${path}/forest`)).toBe(`301 ${path}/beach`);
    expect((await call('POST', `/name-changes/${merged._id}/undo`)).json().message).toMatch(
      /now has the name “Beach”. Undo the later changes first.$/,
    );
    await undo(renamed);
    expect(await visited(`${path}/beach`)).toBe(`301 ${path}/forest`);
    await undo(merged);
    expect((await post(id))[field]).toEqual(['beach', 'forest']);
    expect(await visited(`${path}/beach`)).toBe(200);
  });

  it('does not come back by undoing a merge while it is split off', async () => {
    const id = await addWith('One', ['Rainy', 'Rain']);
    const merged = await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    const split = await change('POST', `/names/${kind}/rain/split`, { alias: 'rainy' });
    const refused = await call('POST', `/name-changes/${merged._id}/undo`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      '“Rainy” has been split off since. Undo that first.',
    ]);
    await undo(split);
    await undo(merged);
    expect((await post(id))[field]).toEqual(['rainy', 'rain']);
    expect(await found('rainy')).toEqual(['One']);
  });

  it('gets back the posts of a merge when it is split off, also after 30 days and another merge', async () => {
    const rainy = await addWith('Rainy', ['Rainy']);
    const both = await addWith('Both', ['Rainy', 'Rain']);
    const edited = await addWith('Edited', ['Rainy']);
    await addWith('Rain', ['Rain']);
    await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    await call('PUT', `/updatepost/${edited}`, { [field]: ['Snow'] });
    await purgeAfter(31);
    await change('POST', `/names/${kind}/snow/merge`, { from: ['rain'] });
    const { aliases } = (await call('GET', `/names/${kind}/snow`)).json().name;
    expect(aliases.map(({ slug, posts }: { slug: string; posts: number }) => [slug, posts])).toEqual([
      ['rain', 3],
      ['rainy', 2],
    ]);
    const split = await change('POST', `/names/${kind}/snow/split`, { alias: 'rainy', withPosts: true });
    expect(split).toMatchObject({ posts: 2, canBeUndone: false });
    expect((await post(rainy))[field]).toEqual(['rainy']);
    expect((await post(both))[field].toSorted()).toEqual(['rainy', 'snow']);
    expect(await found('rainy')).toEqual(['Both', 'Rainy']);
    // Nobody meant the former name by the name that an admin has entered since.
    expect(await found('snow')).toEqual(['Both', 'Edited', 'Rain']);
    expect((await call('POST', `/name-changes/${split._id}/undo`)).statusCode).toBe(409);
    await change('POST', `/names/${kind}/snow/merge`, { from: ['rainy'] });
    expect(await found('snow')).toEqual(['Both', 'Edited', 'Rain', 'Rainy']);
  });

  it('can be split off without the posts of the merge, which is undone', async () => {
    const id = await addWith('One', ['Rainy']);
    await addWith('Two', ['Rain']);
    await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    const split = await change('POST', `/names/${kind}/rain/split`, { alias: 'rainy' });
    expect((await post(id))[field]).toEqual(['rain']);
    await undo(split);
    expect((await call('GET', `/names/${kind}/rain`)).json().name.aliases).toMatchObject([{ slug: 'rainy' }]);
  });

  it('is what an address of the list of posts with its former name means', async () => {
    await addWith('One', ['Rainy']);
    await change('POST', `/names/${kind}/rainy/rename`, { name: 'Drizzle' });
    const filter = kind === 'tag' ? 'tag' : 'star';
    expect((await call('GET', `/posts?${filter}=rainy`)).json().totalRecords).toBe(1);
  });

  it('is not known to visitors while only drafts have it', async () => {
    const draft = { titel: 'Not yet', imageUrl: 'https://example.com/i.jpg', Category: 'english', state: 'draft' };
    const added = await call('POST', '/postdata', { ...draft, tags: [], name: [], [field]: ['McÖddly O’Name'] });
    const slug = added.json().post[field][0];
    const list = kind === 'tag' ? `/tags/${slug}/posts` : `/pornstar/${slug}`;
    expect(JSON.stringify(await get(list))).not.toContain('ddly O');
    expect((await visit('GET', `/list-texts/${kind}/${slug}`)).statusCode).toBe(404);
    expect(await (await fetch(`${site.url}${path}/${slug}`)).text()).not.toContain('McÖddly');
    expect(await visited(`${path}/${slug}?with=other`)).toBe(404);
    expect(JSON.stringify((await call('GET', list)).json())).toContain('McÖddly O’Name');
  });

  it('has a description and a picture, until that is undone', async () => {
    await addWith('One', ['Rain']);
    const described = await change('PUT', `/names/${kind}/rain/description`, {
      description: 'Water from above',
      image: 'https://example.com/rain.jpg',
      version: 1,
    });
    const read = async () => (await call('GET', `/names/${kind}/rain`)).json().name;
    expect(await read()).toMatchObject({
      description: 'Water from above',
      image: 'https://example.com/rain.jpg',
      count: 1,
    });
    const metadata = kind === 'tag' ? '/tags/rain/metadata' : '/pornstar/rain/metadata';
    expect((await get(metadata)).description).toBe('Water from above');
    await undo(described);
    expect(await read()).toMatchObject({ description: '', image: '' });
  });

  it('without a description takes that of the name that is merged into it, until that is undone', async () => {
    await addWith('One', ['Rain', 'Rainy', 'Wet']);
    const describe = (slug: string, description: string, image: string) =>
      change('PUT', `/names/${kind}/${slug}/description`, { description, image });
    await describe('rainy', 'Water from above', '');
    await describe('wet', 'Not dry', 'https://example.com/wet.jpg');
    const read = async (slug: string) => {
      const { description, image } = (await call('GET', `/names/${kind}/${slug}`)).json().name;
      return [description, image];
    };
    const merged = await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy', 'wet'] });
    expect(await read('rain')).toEqual(['Water from above', 'https://example.com/wet.jpg']);
    await describe('rain', 'Written since', 'https://example.com/wet.jpg');
    await undo(merged);
    expect(await read('rain')).toEqual(['Written since', '']);
    expect(await read('rainy')).toEqual(['Water from above', '']);
    expect(await read('wet')).toEqual(['Not dry', 'https://example.com/wet.jpg']);
  });

  it('keeps its own description when another is merged into it', async () => {
    await addWith('One', ['Rain', 'Rainy']);
    for (const slug of ['rain', 'rainy'])
      await change('PUT', `/names/${kind}/${slug}/description`, { description: `About ${slug}`, image: '' });
    await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    expect((await call('GET', `/names/${kind}/rain`)).json().name.description).toBe('About rain');
  });

  it('is removed for good 30 days after it was merged, and its URL still leads to what it became', async () => {
    await addWith('One', ['Rain', 'Rainy']);
    const merged = await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    await purgeAfter(29);
    await undo(merged);
    await change('POST', `/names/${kind}/rain/merge`, { from: ['rainy'] });
    await purgeAfter(31);
    const { rows } = await site.database.pool.query(`select slug from ${kind}s`);
    expect(rows).toEqual([{ slug: 'rain' }]);
    expect(await visited(`${path}/rainy`)).toBe(`301 ${path}/rain`);
  });

  it('leads from every page of its old URL to the same page of the new one', async () => {
    for (let post = 0; post < 17; post++) await addVideo(site.database.db, { tags: ['rainy'], performers: ['rainy'] });
    await site.index.waitUntilIndexed();
    await change('POST', `/names/${kind}/rainy/rename`, { name: 'Drizzle' });
    const second = (slug: string) => (kind === 'tag' ? `/tag/${slug}/2` : `/pornstar/${slug}?page=2`);
    expect(await visited(second('rainy'))).toBe(`301 ${second('drizzle')}`);
    expect(await visited(second('drizzle'))).toBe(200);
  });
});

it('the name of a deleted tag can be used again after 30 days; until then a refusal says what to do', async () => {
  await add('One', ['Rain', 'Rainy']);
  await change('DELETE', '/tags/rain');
  const refused = await call('POST', '/names/tag/rainy/rename', { name: 'Rain' });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(
      /^The tag “Rain” was deleted\. Undo that in the history and merge both, choose another name, or/,
    ),
  ]);
  await purgeAfter(31);
  await change('POST', '/names/tag/rainy/rename', { name: 'Rain' });
  expect(await visited('/tag/rain')).toBe(200);
});

it('a deleted tag leaves all posts, and comes back to those that nobody has edited since', async () => {
  const first = await add('One', ['Rain', 'Glass']);
  const second = await add('Two', ['Rain']);
  const deleted = await change('DELETE', '/tags/rain');
  expect([(await post(first)).tags, (await post(second)).tags]).toEqual([['glass'], []]);
  expect(await visited('/tag/rain')).toBe(404);
  await call('PUT', `/updatepost/${second}`, { tags: ['Stone'] });
  await undo(deleted);
  expect([(await post(first)).tags, (await post(second)).tags]).toEqual([['rain', 'glass'], ['stone']]);
});

it('a deleted tag that somebody enters again is the same tag', async () => {
  await add('One', ['Rain']);
  await change('DELETE', '/tags/rain');
  expect((await post(await add('Two', ['rain']))).tags).toEqual(['rain']);
  expect(await titles('/tags/rain/posts')).toEqual(['Two']);
});

it('a tag that was deleted since is not given back to posts by undoing a bulk change', async () => {
  await add('One', ['Vintage', 'Stone']);
  await add('Two', ['Vintage']);
  const removal = { filter: { tag: 'stone' }, change: { kind: 'removeTags', tags: ['vintage'] } };
  const { _id } = (await call('POST', '/bulk-changes', removal)).json().bulkChange;
  await expect.poll(async () => (await call('GET', `/bulk-changes/${_id}`)).json().bulkChange.state).toBe('finished');
  const deleted = await change('DELETE', '/tags/vintage');
  const refused = await call('POST', `/bulk-changes/${_id}/undo`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    '“Vintage” has since been deleted. Undo that first.',
  ]);
  await undo(deleted);
  expect((await call('POST', `/bulk-changes/${_id}/undo`)).statusCode).toBe(200);
  await expect.poll(() => titles('/tags/vintage/posts')).toEqual(['One', 'Two']);
});

it('a featured performer stays featured under a new name', async () => {
  await add('One', [], ['Mara Quill', 'Isla Torven']);
  await site.database.pool.query(
    `insert into settings (key, value) values ('site', '{"featuredPerformers": ["Isla Torven"]}')
     on conflict (key) do update set value = excluded.value`,
  );
  await change('POST', '/names/performer/isla-torven/rename', { name: 'Isla Torvan' });
  expect((await get('/footer/pornstars?count=2')).pornstars).toEqual(['isla-torvan', 'mara-quill']);
});

it('a featured performer that is merged leaves the place in the footer to the one that remains', async () => {
  await add('Ferry', [], ['Della Crane', 'Della Craine']);
  const main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  await main('PUT', '/settings', { featuredPerformers: ['Della Crane'] });
  const firstInFooter = async () => {
    const $ = load(await (await fetch(`${site.url}/our-network`)).text());
    return $('footer nav[aria-label="Performers"] a').first().attr('href');
  };
  await expect.poll(firstInFooter).toBe('/pornstar/della-crane');
  await change('POST', '/names/performer/della-craine/merge', { from: ['della-crane'] });
  await expect.poll(firstInFooter).toBe('/pornstar/della-craine');
});

describe('likely duplicates', () => {
  const pairs = async () =>
    (await call('GET', '/duplicate-names/tag'))
      .json()
      .duplicates.map(({ keep, merge }: Record<string, { slug: string }>) => [keep?.slug, merge?.slug]);

  it('differ in separators, plural or a letter, and are listed with the more used one first', async () => {
    await add('One', [
      'Big City',
      'bigcity',
      'lantern',
      'isla torven',
      'isla-torvan',
      'sea',
      'tea',
      'part 10',
      'part 20',
    ]);
    await add('Two', ['Big City', 'lanterns', 'isla torven', 'lantern']);
    expect((await pairs()).sort()).toEqual([
      ['big-city', 'bigcity'],
      ['isla-torven', 'isla-torvan'],
      ['lantern', 'lanterns'],
    ]);
  });

  it('are not listed again once somebody has said that they are none', async () => {
    await add('One', ['lantern', 'lanterns']);
    await change('POST', '/duplicate-names/tag/distinct', { one: 'lanterns', other: 'lantern' });
    expect(await pairs()).toEqual([]);
  });
});

it('names that no post has are listed apart and not counted as new', async () => {
  const id = await add('One', ['Rain', 'Glass']);
  await call('PUT', `/updatepost/${id}`, { tags: ['Rain'] });
  const listed = async (use: string) => (await call('GET', `/tags?use=${use}`)).json().tags;
  expect([await listed('used'), await listed('unused'), await listed('all')]).toEqual([
    ['rain'],
    ['glass'],
    ['rain', 'glass'],
  ]);
  const { stats } = (await call('GET', '/dashboard/stats')).json();
  expect([stats.totalUniqueTags, stats.last7Days.newTags]).toEqual([1, 1]);
  // Without `use`, an admin gets what visitors get, and the same count.
  const { tags, pagination } = (await call('GET', '/tags')).json();
  expect([tags, pagination.totalCount]).toEqual([['rain'], stats.totalUniqueTags]);
});
