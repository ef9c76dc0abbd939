import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

const entities = [
  {
    path: '/networks',
    key: 'network',
    least: { name: 'Lantern Row', url: 'https://example.com/row' },
    defaults: { logo: '', description: '', category: 'adult', active: true },
    change: { category: 'streaming', logo: '/art/logo/1.svg' },
  },
  {
    path: '/channels',
    key: 'channel',
    least: { name: 'Blue Hour', url: 'https://example.com/blue' },
    defaults: { thumbnail: '', description: '', category: 'adult', subscribers: 0 },
    change: { subscribers: 1_240_000, category: 'music' },
  },
  {
    path: '/terabox',
    key: 'link',
    least: { title: 'Full reel', url: 'https://example.com/reel' },
    defaults: { description: '', category: 'videos', size: '', fileType: 'video' },
    change: { size: '1.5 GB', fileType: 'archive', category: 'archives' },
  },
];

describe.each(entities)('$path', ({ path, key, least, defaults, change }) => {
  it.each([
    ['https://ida:secret@example.com/', 'without a user name and password'],
    ['https://ida@example.com/', 'without a user name and password'],
    ...[
      'localhost:3000',
      '127.0.0.1',
      '127.1',
      '10.0.0.7',
      '[::1]',
      '[::ffff:10.0.0.7]',
      '169.254.169.254',
      'nas.local',
      'intranet',
    ].map((host) => [`http://${host}/`, 'a URL that visitors can open']),
  ])('refuses the URL %s', async (url = '', sentence = '') => {
    const refused = await call('POST', path, { ...least, url });
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { url: expect.stringContaining(sentence) }]);
    const record = (await call('POST', path, least)).json()[key];
    expect((await call('PUT', `${path}/${record._id}`, { url })).statusCode).toBe(400);
    await call('DELETE', `${path}/${record._id}`);
  });

  it('adds with defaults for omitted fields, lists, changes and deletes', async () => {
    const added = await call('POST', path, least);
    expect(added.statusCode).toBe(200);
    const record = added.json()[key];
    expect(record).toMatchObject({ ...least, ...defaults, version: 1 });
    expect((await call('GET', path)).json()).toEqual([record]);

    const changed = (await call('PUT', `${path}/${record._id}`, change)).json()[key];
    expect(changed).toEqual({ ...record, ...change, version: 2, updatedAt: changed.updatedAt });
    expect((await call('GET', path)).json()).toEqual([changed]);

    expect((await call('DELETE', `${path}/${record._id}`)).json()).toEqual({ success: true, _id: record._id });
    expect((await call('GET', path)).json()).toEqual([]);
    expect((await call('DELETE', `${path}/${record._id}`)).statusCode).toBe(404);
  });

  it('answers a stale edit and a stale deletion with 409 and the current record', async () => {
    const record = (await call('POST', path, least)).json()[key];
    const current = (await call('PUT', `${path}/${record._id}`, { ...change, version: 1 })).json()[key];
    const stale = await call('PUT', `${path}/${record._id}`, { ...least, version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toEqual(current);
    const deletion = await call('DELETE', `${path}/${record._id}`, { version: 1 });
    expect(deletion.statusCode).toBe(409);
    expect(deletion.json().current).toEqual(current);
    expect((await call('GET', path)).json()).toEqual([current]);
    expect((await call('DELETE', `${path}/${record._id}`, { version: 2 })).statusCode).toBe(200);
  });
});

const post = { imageUrl: '/art/1.svg', titel: 'Rooftop', link: 'https://example.com/w', Category: 'viral' };
const further = [
  { path: '/networks', least: { name: 'Lantern Row', url: 'https://example.com/row' }, fields: ['logo'] },
  { path: '/channels', least: { name: 'Blue Hour', url: 'https://example.com/blue' }, fields: ['thumbnail'] },
  { path: '/stars', least: { name: 'Ida Peregrine' }, fields: ['image'] },
  { path: '/postdata', least: post, fields: ['imageUrl', 'link', 'iframeUrl'] },
  { path: '/postdata', least: post, fields: ['otherLinks', 'previewUrls'], isList: true },
].flatMap(({ fields, ...kind }) => fields.map((field) => ({ isList: false, ...kind, field })));

describe.each(further)('$field of $path', ({ path, least, field, isList }) => {
  it.each(['https://ida:secret@example.com/1.jpg', 'http://127.0.0.1/1.jpg', 'http://nas.local/1.jpg'])(
    'is not %s',
    async (url) => {
      const refused = await call('POST', path, { ...least, [field]: isList ? [url] : url });
      expect([refused.statusCode, refused.json().fields]).toEqual([400, { [field]: expect.any(String) }]);
    },
  );
});

it('a post keeps the private hosts that it has from an import, and gets no further ones', async () => {
  const { _id } = (await call('POST', '/postdata', post)).json().post;
  const own = { image_url: 'http://nas.local/1.jpg', link: 'http://nas.local/watch' };
  await site.database.db.updateTable('videos').set(own).where('id', '=', Number(_id)).execute();
  const edit = (body: object) => call('PUT', `/updatepost/${_id}`, body);
  expect((await edit({ titel: 'Roof', link: own.link, imageUrl: own.image_url })).statusCode).toBe(200);
  expect((await edit({ link: 'http://nas.local/other' })).statusCode).toBe(400);
  await call('DELETE', `/deletepost/${_id}`);
});

const kinds = [...entities, { path: '/stars', key: 'star', least: { name: 'Wanda Peregrine' } }];

describe.each(kinds)('many edits of one record of $path', ({ path, key, least }) => {
  it('that started from the same version: exactly one is saved', async () => {
    const { _id } = (await call('POST', path, least)).json()[key];
    // Opens the connections, so that the edits start immediately.
    await Promise.all(Array.from({ length: 8 }, () => call('GET', path)));
    const edits = Array.from({ length: 8 }, (_, n) =>
      call('PUT', `${path}/${_id}`, { description: `Edit ${n}`, version: 1 }),
    );
    const answers = await Promise.all(edits);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const saved = answers.find(({ statusCode }) => statusCode === 200)?.json()[key];
    for (const refused of answers.filter(({ statusCode }) => statusCode === 409))
      expect(refused.json().current).toEqual(saved);
    await call('DELETE', `${path}/${_id}`);
  });
});

const deletable = [
  ...kinds.map((kind) => ({ ...kind, deletion: kind.path, update: kind.path })),
  {
    path: '/postdata',
    key: 'post',
    least: { imageUrl: '/art/1.svg', titel: 'Rooftop', link: 'https://example.com/w', Category: 'viral' },
    deletion: '/deletepost',
    update: '/updatepost',
  },
];

describe.each(deletable)('deleting a record of $path', ({ path, key, least, deletion, update }) => {
  it('is refused for an older version, and done for the current one', async () => {
    const { _id } = (await call('POST', path, least)).json()[key];
    const edit = key === 'post' ? { desc: 'Edited' } : { description: 'Edited' };
    const current = (await call('PUT', `${update}/${_id}`, edit)).json()[key];
    const stale = await call('DELETE', `${deletion}/${_id}`, { version: 1 });
    expect([stale.statusCode, stale.json().current]).toEqual([409, current]);
    expect((await call('DELETE', `${deletion}/${_id}`, { version: 2 })).statusCode).toBe(200);
    expect((await call('DELETE', `${deletion}/${_id}`, { version: 3 })).statusCode).toBe(404);
  });
});

describe.each(entities)('the list of $path', ({ path, key, least }) => {
  it('has the newest first, and nothing that was deleted', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push((await call('POST', path, { ...least, url: `${least.url}/${n}` })).json()[key]._id);
    await call('DELETE', `${path}/${ids[1]}`);
    const listed = (await call('GET', path)).json().map(({ _id }: { _id: string }) => _id);
    expect(listed).toEqual([ids[2], ids[0]]);
    for (const id of listed) await call('DELETE', `${path}/${id}`);
  });
});

describe.each([
  { path: '/networks', key: 'network', list: 'networks', name: 'name' },
  { path: '/channels', key: 'channel', list: 'channels', name: 'name' },
  { path: '/terabox', key: 'link', list: 'links', name: 'title' },
])('searching $path', ({ path, key, list, name }) => {
  const added = [
    { [name]: 'Café Zürich', url: 'https://example.com/first' },
    { [name]: '100% Łódź_Groß', url: 'https://example.com/second' },
    { [name]: 'Night café', url: 'https://example.org/third' },
  ];
  beforeAll(async () => {
    for (const record of added) await call('POST', path, record);
  });
  afterAll(async () => {
    for (const { _id } of (await call('GET', path)).json()) await call('DELETE', `${path}/${_id}`);
  });
  const found = async (query: string) => {
    const { [list]: records, pagination } = (await call('GET', `${path}/search?${query}`)).json();
    return { names: records.map((record: Record<string, string>) => record[name]), pagination };
  };

  it.each([
    ['cafe', ['Night café', 'Café Zürich']],
    ['CAFÉ zur', ['Café Zürich']],
    ['night\0cafe', ['Night café']],
    ['lodz gross', ['100% Łódź_Groß']],
    ['100%', ['100% Łódź_Groß']],
    ['%', ['100% Łódź_Groß']],
    ['_', ['100% Łódź_Groß']],
    ['\\', []],
    ['example.org', ['Night café']],
    ['nothing', []],
  ])('for %s finds what contains all words, whatever their case and accents', async (search, names) => {
    expect((await found(`search=${encodeURIComponent(search)}`)).names).toEqual(names);
  });

  it('answers page by page, newest first, with the total', async () => {
    expect(await found('page=2&limit=2')).toEqual({
      names: ['Café Zürich'],
      pagination: { currentPage: 2, totalPages: 2, totalCount: 3 },
    });
    expect((await found('page=3&limit=2')).names).toEqual([]);
  });

  it('leaves out what was deleted, which the list of deleted records finds', async () => {
    const { _id } = (await call('POST', path, { [name]: 'Brasserie Ørsted', url: 'https://example.com/gone' })).json()[
      key
    ];
    await call('DELETE', `${path}/${_id}`);
    expect((await found('search=orsted')).names).toEqual([]);
    const { records } = (await call('GET', `/deleted${path}?search=brasserie%20orsted`)).json();
    expect(records.map((record: { _id: string }) => record._id)).toEqual([_id]);
    expect((await call('GET', `/deleted${path}?search=orsted%20absent`)).json().records).toEqual([]);
  });
});

describe('/stars', () => {
  it('adds, finds, changes and deletes a star; its videos stay', async () => {
    const added = await call('POST', '/stars', { name: 'Tess Ardwyn', image: '/art/performer/1.svg' });
    const { star } = added.json();
    expect(star).toMatchObject({ name: 'Tess Ardwyn', slug: 'tess-ardwyn', category: 'english', version: 1 });
    expect((await call('GET', '/stars?search=ardw')).json()).toMatchObject({
      stars: [star],
      pagination: { totalCount: 1, totalPages: 1, currentPage: 1 },
    });
    expect((await call('POST', '/stars', { name: 'TESS  ardwyn' })).statusCode).toBe(409);

    const video = { imageUrl: '/art/1.svg', titel: 'Rooftop', link: 'https://example.com/w', Category: 'viral' };
    const { post } = (await call('POST', '/postdata', { ...video, name: ['Tess Ardwyn'] })).json();
    const renamed = await call('PUT', `/stars/${star._id}`, { name: 'Tess Ardwin', version: 1 });
    expect(renamed.json().star).toMatchObject({ slug: 'tess-ardwin', image: '/art/performer/1.svg', version: 2 });
    const read = async () => (await call('POST', `/getVideo/${post._id}`)).json().name;
    expect(await read()).toEqual(['tess-ardwin']);
    expect((await call('GET', '/pornstars?letter=T')).json().pornstars).toEqual([
      { name: 'tess-ardwin', count: 1, firstAppearance: post.createdAt, lastUpdated: post.createdAt },
    ]);

    expect((await call('DELETE', `/stars/${star._id}`)).json()).toEqual({ success: true, _id: star._id });
    expect(await read()).toEqual([]);
    expect((await call('GET', '/stars')).json().stars).toEqual([]);
  });

  it('refuses a stale edit and a name that is taken', async () => {
    const one = (await call('POST', '/stars', { name: 'Noor Selimar' })).json().star;
    await call('POST', '/stars', { name: 'Ava Brandolt' });
    const current = (await call('PUT', `/stars/${one._id}`, { description: 'Calm' })).json().star;
    const stale = await call('PUT', `/stars/${one._id}`, { description: 'Loud', version: 1 });
    expect([stale.statusCode, stale.json().current]).toEqual([409, current]);
    const taken = await call('PUT', `/stars/${one._id}`, { name: 'ava brandolt' });
    expect([taken.statusCode, taken.json().message]).toEqual([409, 'A star with this name already exists.']);
  });
});

const directories = [
  { path: '/networks', kind: 'networks', word: 'network', name: 'name' },
  { path: '/channels', kind: 'channels', word: 'channel', name: 'name' },
  { path: '/terabox', kind: 'terabox', word: 'TeraBox link', name: 'title' },
];

describe.each(directories)('a $word that is sent twice', ({ path, kind, word, name }) => {
  const record = { [name]: 'Twin', url: 'https://example.com/twin' };
  const message = `There is already a ${word} with this URL: “Twin”.`;

  it('is stored once, whether at once or later, and its URL can be used again after it was deleted', async () => {
    const both = await Promise.all([call('POST', path, record), call('POST', path, record)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const stored = (await call('GET', path)).json().find((each: Record<string, string>) => each[name] === 'Twin');
    const edit = { ...record, description: 'Still the same.' };
    expect((await call('PUT', `${path}/${stored._id}`, edit)).statusCode).toBe(200);
    await call('DELETE', `${path}/${stored._id}`);
    const again = (await call('POST', path, record)).json();
    expect(again.success).toBe(true);
    const restored = await call('POST', `/deleted/${kind}/${stored._id}/restore`);
    expect([restored.statusCode, restored.json().message]).toEqual([409, message]);
  });

  it.each([
    'https://example.com/twin/',
    'http://www.Example.com:80/twin#about',
    'https://m.example.com:443/twin?utm_source=mail',
  ])('is the same as %s', async (url) => {
    const later = await call('POST', path, { ...record, [name]: 'Other', url });
    expect([later.statusCode, later.json().message]).toEqual([409, message]);
  });

  it.each(['https://example.com/Twin', 'https://example.com/twin?of=2', 'https://example.com:8443/twin'])(
    'is another than %s',
    async (url) => {
      expect((await call('POST', path, { ...record, [name]: url, url })).statusCode).toBe(200);
    },
  );
});
