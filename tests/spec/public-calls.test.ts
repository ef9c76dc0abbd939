/** A client that knows nothing but the table of calls, on the demo catalogue, over HTTP. */
import { describe, expect, it } from 'vitest';
import { sharedDemo } from '../support/public-site.ts';

/** The two calls that store something are in public/cards.test.ts and public/our-network.test.ts. */
const demo = sharedDemo();
const { get } = demo;

const post = async (path: string, body?: object) =>
  (
    await fetch(`${demo.site.url}/api${path}`, {
      method: 'POST',
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
  ).json();

const videoRecord = {
  _id: expect.stringMatching(/^\d+$/),
  titel: expect.any(String),
  desc: expect.any(String),
  imageUrl: expect.any(String),
  altKeywords: expect.any(String),
  views: expect.any(Number),
  link: expect.stringContaining('https://example.com/'),
  tags: expect.any(Array),
  name: expect.any(Array),
  iframeUrl: expect.any(String),
  previewUrls: expect.any(Array),
  Category: expect.stringMatching(/^(english|indian|hijabi|viral)$/),
  videoNo: expect.any(Number),
};

const lists = ['/getpostdata', '/getindians', '/getHijabi', '/getpopularVideos', '/getnewVideos', '/getTopRate'];

describe('lists of videos', () => {
  it.each(lists)('GET %s gives 16 records of every field a page', async (path) => {
    const first = await get(`${path}?page=1&limit=16`);
    expect(first.records).toHaveLength(16);
    for (const record of first.records) {
      expect(record).toMatchObject(videoRecord);
      expect([null, expect.any(Number)]).toContainEqual(record.minutes);
    }
    expect(first).toMatchObject({ currentPage: 1, totalPages: Math.ceil(first.totalRecords / 16) });
    const second = await get(`${path}?page=2&limit=16`);
    const ids = new Set([...first.records, ...second.records].map((record: { _id: string }) => record._id));
    expect(ids.size).toBe(32);
  });

  it.each(lists)('GET %s filters by search and category', async (path) => {
    const found = await get(`${path}?page=1&limit=16&search=indian`);
    expect(found.totalRecords).toBeGreaterThan(0);
    const all = await get(`${path}?page=1&limit=16`);
    expect(found.totalRecords).toBeLessThan(all.totalRecords + 1);
    const category = path === '/getHijabi' ? 'hijabi' : 'indian';
    const some = await get(`${path}?page=1&limit=16&category=${category}`);
    expect(some.records.length).toBeGreaterThan(0);
    for (const record of some.records) expect(record.Category).toBe(category);
  });

  it('GET /getindians and /getHijabi hold their audience alone', async () => {
    for (const [path, category] of [
      ['/getindians', 'indian'],
      ['/getHijabi', 'hijabi'],
    ] as const)
      for (const record of (await get(path)).records) expect(record.Category).toBe(category);
  });

  it('GET /getnewVideos is newest first, /getpopularVideos most viewed first, /getTopRate most liked first', async () => {
    const descending = (values: number[]) => expect(values).toEqual(values.toSorted((a, b) => b - a));
    const newest = (await get('/getnewVideos')).records as { createdAt: string }[];
    descending(newest.map((record) => Date.parse(record.createdAt)));
    const popular = (await get('/getpopularVideos')).records as { views: number }[];
    descending(popular.map((record) => record.views));
    const last = await get('/getTopRate?page=120');
    descending(
      (last.records as { views: number }[]).map(({ views }) => Math.min(Math.round((views / 200) * 100), 100)),
    );
  });

  it("GET /getpostdata strips a 'title:' prefix and searches titles alone", async () => {
    const { records } = await get('/getpostdata?search=harbour');
    const word = records[0].titel.split(' ')[0];
    const found = await get(`/getpostdata?search=${encodeURIComponent(`title:${word}`)}`);
    expect(found.totalRecords).toBeGreaterThan(0);
    for (const record of found.records) expect(record.titel.toLowerCase()).toContain(word.toLowerCase());
  });

  it('GET /relatedpostData takes tags and names joined by spaces and leaves out the excluded video', async () => {
    const [video] = (await get('/getpopularVideos')).records;
    const search = encodeURIComponent([...video.tags, ...video.name].join(' '));
    const related = await get(`/relatedpostData?search=${search}&page=1&limit=16&exclude=${video._id}`);
    expect(related).toMatchObject({ currentPage: 1, totalRecords: expect.any(Number) });
    expect(related.records.length).toBeGreaterThan(0);
    for (const record of related.records) {
      expect(record._id).not.toBe(video._id);
      expect(
        [...record.tags, ...record.name].some((term: string) => [...video.tags, ...video.name].includes(term)),
      ).toBe(true);
    }
  });
});

describe('one video', () => {
  it('POST /getVideo/{id} gives the record', async () => {
    const [video] = (await get('/getnewVideos')).records;
    expect(await post(`/getVideo/${video._id}`)).toEqual(video);
  });
});

describe('performers', () => {
  it('GET /pornstars gives 30 names a page, by letter and by search', async () => {
    const all = await get('/pornstars?page=1&limit=30');
    expect(all).toMatchObject({ success: true, pagination: { totalPages: Math.ceil(200 / 30) } });
    expect(all.pornstars).toHaveLength(30);
    const { name } = all.pornstars[7];
    const letter = await get(`/pornstars?page=1&limit=30&letter=${name[0].toUpperCase()}`);
    expect(letter.pornstars.length).toBeGreaterThan(0);
    for (const star of letter.pornstars) expect(star.name[0]).toBe(name[0]);
    const found = await get(`/pornstars?page=1&limit=30&search=${name.slice(1, 4)}`);
    expect(found.pornstars.map((star: { name: string }) => star.name)).toContain(name);
    expect((await get('/pornstars?limit=500')).pornstars).toHaveLength(200);
  });

  it('GET /pornstar/{name} gives the videos of one', async () => {
    const { pornstars } = await get('/pornstars?limit=5');
    const found = await get(`/pornstar/${pornstars[0].name}?page=1&limit=16`);
    expect(found.totalRecords).toBeGreaterThan(0);
    expect(found.totalPages).toBe(Math.ceil(found.totalRecords / 16));
    for (const record of found.records) expect(record.name).toContain(pornstars[0].name);
  });

  it('POST /pornstars/images maps a name to an object with image', async () => {
    const names = (await get('/pornstars?limit=500')).pornstars.map((star: { name: string }) => star.name);
    const { success, images } = await post('/pornstars/images', { names: [...names, 'nobody-at-all'] });
    expect(success).toBe(true);
    expect(images['nobody-at-all']).toBeUndefined();
    expect(Object.keys(images).length).toBeGreaterThan(100);
    for (const entry of Object.values(images))
      expect(entry).toEqual({ image: expect.stringMatching(/^\/art\/performer\/\d+\.svg$/) });
  });

  it('GET /footer/pornstars has the eleven featured names always, the rest at random', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('/footer/pornstars?count=32')));
    for (const answer of answers) {
      expect(answer).toMatchObject({ success: true, source: 'random' });
      expect(new Set(answer.pornstars).size).toBe(32);
      expect(answer.pornstars.slice(0, 11)).toEqual(answers[0].pornstars.slice(0, 11));
    }
    expect(new Set(answers.map((answer) => answer.pornstars.join())).size).toBeGreaterThan(1);
    const name = answers[0].pornstars[31];
    const specific = await get(`/footer/pornstars?count=32&tagPornstars=${name}`);
    expect(specific.source).toBe('tagSpecific');
    expect(specific.pornstars).toContain(name);
  });
});

describe('tags', () => {
  it('GET /tags gives slugs, up to the limit', async () => {
    const some = await get('/tags?limit=500');
    expect(some.success).toBe(true);
    expect(some.tags).toHaveLength(300);
    for (const tag of some.tags) expect(tag).toMatch(/^[a-z0-9-]+$/);
    expect((await get('/tags?limit=7')).tags).toHaveLength(7);
    expect((await get('/tags?limit=1000')).tags).toEqual(some.tags);
  });

  it('GET /tags/random gives 64 different ones, others each time', async () => {
    const [one, other] = await Promise.all([get('/tags/random?count=64'), get('/tags/random?count=64')]);
    expect(one.success).toBe(true);
    expect(new Set(one.tags).size).toBe(64);
    expect(one.tags).not.toEqual(other.tags);
  });

  it('POST /tags/images maps a tag to an image or null', async () => {
    const { tags } = await get('/tags?limit=3');
    const { success, tagImages } = await post('/tags/images', { tags: [...tags, 'no-such-tag'] });
    expect(success).toBe(true);
    expect(tagImages['no-such-tag']).toBeNull();
    for (const tag of tags) expect(tagImages[tag]).toMatch(/^\/art\/\d+\.svg$/);
  });

  it('GET /tags/{tag}/metadata names the tags and performers seen with it', async () => {
    const { tags } = await get('/tags?limit=1');
    const answer = await get(`/tags/${tags[0]}/metadata`);
    expect(answer.success).toBe(true);
    expect(answer.uniqueTags.length).toBeGreaterThan(5);
    expect(answer.uniquePornstars.length).toBeGreaterThan(5);
  });

  it('GET /tags/{tag}/posts gives its videos, also searched', async () => {
    const { tags } = await get('/tags?limit=1');
    const posts = await get(`/tags/${tags[0]}/posts?page=1&limit=16`);
    expect(posts).toMatchObject({ success: true, totalPages: Math.ceil(posts.totalRecords / 16) });
    for (const record of posts.records) expect(record.tags).toContain(tags[0]);
    const other = posts.records[0].tags.find((tag: string) => tag !== tags[0]);
    const both = await get(`/tags/${tags[0]}/posts?search=${other}`);
    expect(both.totalRecords).toBeGreaterThan(0);
    expect(both.totalRecords).toBeLessThan(posts.totalRecords);
  });

  it('GET /footer/tags is random without a tag and tag-specific with one', async () => {
    const random = await get('/footer/tags?count=30');
    expect(random).toMatchObject({ success: true, source: 'random' });
    expect(new Set(random.tags).size).toBe(30);
    const specific = await get(
      `/footer/tags?count=30&selectedTag=${random.tags[0]}&pageTags=${random.tags[1]},${random.tags[2]}`,
    );
    expect(specific.source).toBe('tagSpecific');
    expect(specific.tags).toHaveLength(30);
    expect(specific.tags).toContain(random.tags[0]);
  });
});

describe('partner websites', () => {
  it('GET /find-website lists the active ones', async () => {
    const websites = await get('/find-website');
    expect(websites).toHaveLength(10);
    for (const website of websites)
      expect(website).toEqual({
        webName: expect.any(String),
        webLink: expect.stringContaining('https://example.com/'),
        webLogo: expect.any(String),
        webDesc: expect.any(String),
        active: true,
      });
    const logo = await fetch(`${demo.site.url}/api${websites[0].webLogo}`);
    expect(logo.headers.get('content-type')).toContain('image/');
  });
});

describe('the navigation bar', () => {
  it('GET /suggest searches all names and titles: 3 tags, 3 performers, then videos, 8 in all', async () => {
    const { suggestions } = await get('/suggest?q=ma');
    expect(suggestions).toHaveLength(8);
    expect(suggestions.map((item: { type: string }) => item.type)).toEqual([
      'tag',
      'tag',
      'tag',
      'star',
      'star',
      'star',
      'video',
      'video',
    ]);
    for (const { text } of suggestions) expect(text.toLowerCase()).toContain('ma');
  });
});
