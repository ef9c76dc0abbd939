import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditText, changedFields } from '#contract/values/audit.ts';
import { type PostText, postFields, postTexts } from '#contract/values/post-fields.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

const post = {
  imageUrl: 'https://example.com/harbour.jpg',
  altKeywords: 'boats, water',
  titel: '  Quiet harbour ',
  minutes: 12,
  link: 'https://example.com/watch/1',
  iframeUrl: '',
  Category: 'english',
  name: ['Isla Torven', 'isla  torven', 'Mara Quillane'],
  tags: ['Slow Evening', 'slow-evening', 'Boats'],
};

const add = async (changes: object = {}) => (await call('POST', '/postdata', { ...post, ...changes })).json().post;

describe('adding a post', () => {
  it('creates new tags and stars, each once, and shows the video to visitors immediately', async () => {
    const response = await call('POST', '/postdata', post);
    expect(response.statusCode).toBe(200);
    const { post: saved } = response.json();
    expect(saved).toMatchObject({
      titel: 'Quiet harbour',
      minutes: 12,
      views: 0,
      version: 1,
      tags: ['slow-evening', 'boats'],
      name: ['isla-torven', 'mara-quillane'],
    });
    expect((await visit('GET', '/tags/slow-evening/posts')).json().records[0]._id).toBe(saved._id);
    const { picture, ...shown } = (await visit('POST', `/getVideo/${saved._id}`)).json();
    expect(saved).toMatchObject(shown);
    expect(picture).toContain(`/picture/v${saved._id}-`);
    const tag = await site.database.db.selectFrom('tags').select('name').where('slug', '=', 'slow-evening').execute();
    expect(tag).toEqual([{ name: 'Slow Evening' }]);
  });

  it('accepts minutes as text and a single star name, as forms send them', async () => {
    expect(await add({ minutes: '45', name: 'Juno Valdane' })).toMatchObject({ minutes: 45, name: ['juno-valdane'] });
    expect(await add({ minutes: '', name: '' })).toMatchObject({ minutes: null, name: [] });
  });

  it.each([
    [
      '<iframe width="5" src="https://example.com/embed/1?a=1&amp;b=2" allowfullscreen></iframe>',
      'https://example.com/embed/1?a=1&b=2',
    ],
    ["<iframe data-src='https://example.com/no' src='https://example.com/yes'></iframe>", 'https://example.com/yes'],
    ['https://example.com/clip.mp4', 'https://example.com/clip.mp4'],
    [' ', ''],
  ])('stores only the URL of the iframe %s', async (iframeUrl, stored) => {
    expect((await add({ iframeUrl })).iframeUrl).toBe(stored);
  });

  it('keeps previews in their order, each once, until an edit changes them', async () => {
    const previewUrls = ['https://example.com/1.jpg', '/art/2.svg'];
    const { _id } = await add({ previewUrls: [...previewUrls, '/art/2.svg'] });
    const read = async () => (await visit('POST', `/getVideo/${_id}`)).json().previewUrls;
    expect(await read()).toEqual(previewUrls);
    await call('PUT', `/updatepost/${_id}`, { titel: 'Another title' });
    expect(await read()).toEqual(previewUrls);
    await call('PUT', `/updatepost/${_id}`, { previewUrls: ['/clips/3.webm'] });
    expect(await read()).toEqual(['/clips/3.webm']);
    await call('PUT', `/updatepost/${_id}`, { previewUrls: [] });
    expect(await read()).toEqual([]);
  });

  it('refuses a clip among pictures', async () => {
    const previewUrls = ['/art/1.svg', 'https://example.com/clip.mp4?size=small'];
    const response = await call('POST', '/postdata', { ...post, previewUrls });
    expect(response.statusCode).toBe(400);
    const message = 'A clip must be the only preview. Enter either up to 8 pictures or one clip.';
    expect(response.json()).toMatchObject({ message, fields: { previewUrls: message } });
  });

  it('adds the same new tags with concurrent posts without a deadlock', async () => {
    const names = ['crowd-a', 'crowd-b', 'crowd-c'];
    const posts = Array.from({ length: 12 }, (_, n) =>
      call('POST', '/postdata', { ...post, tags: n % 2 ? names : names.toReversed(), name: names }),
    );
    const statuses = (await Promise.all(posts)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { totalRecords } = (await visit('GET', '/tags/crowd-b/posts')).json();
    expect(totalRecords).toBe(12);
  });
});

describe('a post that cannot be saved', () => {
  it('leaves no trace in the database or the lists', async () => {
    const { db } = site.database;
    const { pool } = site.owner;
    const newest = async () => (await visit('GET', '/getpostdata')).json();
    const before = await newest();
    await pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
      create trigger fail before insert on audit_log execute function fail()`);
    const failed = await call('POST', '/postdata', { ...post, tags: ['half-done'], name: ['Half Done'] });
    const update = await call('PUT', `/updatepost/${before.records[0]._id}`, {
      titel: 'Half done',
      tags: ['half-done'],
    });
    await pool.query('drop function fail cascade');
    expect([failed.statusCode, update.statusCode]).toEqual([500, 500]);
    expect(failed.body).not.toContain('disk full');
    await site.index.waitUntilIndexed();
    expect(await newest()).toEqual(before);
    for (const table of ['tags', 'performers'] as const)
      expect(await db.selectFrom(table).select('id').where('slug', '=', 'half-done').execute()).toEqual([]);
    expect((await add({ tags: ['half-done'] })).tags).toEqual(['half-done']);
    expect((await visit('GET', '/tags/half-done/posts')).json().totalRecords).toBe(1);
  });
});

describe('updating a post', () => {
  it('changes the given fields and leaves the others unchanged', async () => {
    const saved = await add();
    const response = await call('PUT', `/updatepost/${saved._id}`, { titel: 'Loud harbour', tags: ['boats', 'storm'] });
    const changed = { titel: 'Loud harbour', tags: ['boats', 'storm'], tagNames: { boats: 'Boats' }, version: 2 };
    expect(response.json().post).toEqual({ ...saved, ...changed });
    expect((await visit('GET', '/tags/storm/posts')).json().totalRecords).toBe(1);
    expect((await visit('GET', '/getpostdata?search=title:loud')).json().records[0]._id).toBe(saved._id);
  });

  it('answers a stale edit with 409 and the current record', async () => {
    const saved = await add();
    const first = await call('PUT', `/updatepost/${saved._id}`, { titel: 'First', version: saved.version });
    expect(first.statusCode).toBe(200);
    const second = await call('PUT', `/updatepost/${saved._id}`, { titel: 'Second', version: saved.version });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toEqual({
      success: false,
      message: 'Someone else has changed this video in the meantime.',
      current: first.json().post,
    });
    expect((await visit('POST', `/getVideo/${saved._id}`)).json().titel).toBe('First');
  });

  it('lets exactly one of many edits of the same version through', async () => {
    const saved = await add();
    const edits = Array.from({ length: 8 }, (_, n) =>
      call('PUT', `/updatepost/${saved._id}`, { titel: `Edit ${n}`, version: saved.version }),
    );
    const statuses = (await Promise.all(edits)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('deleting a post', () => {
  it.each(['/deletepost', '/deletedata'])('by %s hides it everywhere, and it can be restored', async (path) => {
    const saved = await add({ tags: [`gone-${path.slice(7)}`] });
    const tagged = `/tags/gone-${path.slice(7)}/posts`;
    const deleted = await call('DELETE', `${path}/${saved._id}`);
    expect(deleted.json()).toEqual({ success: true, _id: saved._id });
    expect((await visit('POST', `/getVideo/${saved._id}`)).statusCode).toBe(410);
    expect((await visit('GET', tagged)).json().totalRecords).toBe(0);
    expect((await call('DELETE', `${path}/${saved._id}`)).statusCode).toBe(404);
    expect((await call('PUT', `/updatepost/${saved._id}`, { titel: 'x' })).statusCode).toBe(404);
    await call('POST', `/deleted/posts/${saved._id}/restore`);
    const { records } = (await visit('GET', tagged)).json();
    expect(records).toHaveLength(1);
    const { picture: _, ...shown } = records[0];
    expect({ ...saved, version: 3 }).toMatchObject(shown);
  });
});

describe('another process on the same database', () => {
  it('shows the change without a restart', async () => {
    const other = await startTestSite({ ...site.sameDatabase });
    try {
      const saved = await add({ tags: ['seen-elsewhere'] });
      const elsewhere = async () =>
        (await callerOf(other)('GET', '/tags/seen-elsewhere/posts'))
          .json()
          .records.map(({ _id }: { _id: string }) => _id);
      await expect.poll(elsewhere).toEqual([saved._id]);
      await call('PUT', `/updatepost/${saved._id}`, { tags: [] });
      await expect.poll(elsewhere).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});

describe('similar posts', () => {
  it('have the same link or the words of the title, and are not the post itself', async () => {
    const one = await add({ titel: 'Lanterns over the canal', link: 'https://example.com/watch/lanterns' });
    const ask = async (query: Record<string, string>) =>
      (await call('GET', `/similarposts?${new URLSearchParams(query)}`)).json();
    const found = await ask({ titel: 'lanterns canal', link: 'https://example.com/watch/lanterns' });
    expect(found.sameLink.map((post: { _id: string }) => post._id)).toEqual([one._id]);
    expect(found.similarTitle.map((post: { _id: string }) => post._id)).toEqual([one._id]);
    const limit = 5;
    const link = 'https://example.com/watch/often';
    const posts: string[] = [];
    for (let n = 0; n < limit + 3; n++) posts.unshift((await add({ titel: `Often ${n}`, link }))._id);
    const gone = posts.shift();
    await call('DELETE', `/deletepost/${gone}`);
    const often = await ask({ titel: '', link });
    expect(often.sameLink.map((post: { _id: string }) => post._id)).toEqual(posts.slice(0, limit));
    expect(often.deletedLink.map((post: { _id: string }) => post._id)).toEqual([gone]);
    const itself = await ask({ titel: 'lanterns canal', link: one.link, exclude: one._id });
    expect(itself).toEqual({ success: true, sameLink: [], deletedLink: [], similarTitle: [] });
  });
});

/** Holds for every plain text that src/contract/values/post-fields.ts describes, so that a new one cannot miss any of it. */
describe.each(postTexts)('the text %s of a post', (name: PostText) => {
  const { wire, label, noun, maxLength, isSearched } = postFields[name];
  const marked = `Zephyr${name.toLowerCase()}`;

  it('is shown to visitors as it was saved, also after an edit', async () => {
    const { _id } = await add({ [wire]: ` ${marked} ` });
    const shown = async () => (await visit('POST', `/getVideo/${_id}`)).json()[wire];
    expect(await shown()).toBe(marked);
    const edited = await call('PUT', `/updatepost/${_id}`, { [wire]: `${marked} again` });
    expect(edited.json().post[wire]).toBe(`${marked} again`);
    expect((await call('PUT', `/updatepost/${_id}`, { minutes: 3 })).json().post[wire]).toBe(`${marked} again`);
    await site.index.waitUntilIndexed();
    expect(await shown()).toBe(`${marked} again`);
  });

  it('may be as long as it says, and no longer', async () => {
    expect((await add({ [wire]: 'a'.repeat(maxLength) }))[wire]).toHaveLength(maxLength);
    const refused = await call('POST', '/postdata', { ...post, [wire]: 'a'.repeat(maxLength + 1) });
    expect([refused.statusCode, refused.json().fields[wire]]).toEqual([400, expect.stringContaining(`The ${noun} `)]);
  });

  it('is refused with a prohibited term', async () => {
    const refused = await call('POST', '/postdata', { ...post, [wire]: 'All about the underage' });
    const message = `“under-age” in the ${noun} may never be listed: it is about minors.`;
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ message, fields: { [wire]: message } });
  });

  it('is found by searches if it says so, published or not', async () => {
    const word = `${marked}found`;
    const [shown, draft] = [await add({ [wire]: word }), await add({ [wire]: word, state: 'draft' })];
    const idsIn = async (path: string, key: string) =>
      (await call('GET', path)).json()[key].map(({ _id }: { _id: string }) => _id);
    expect(await idsIn(`/getpostdata?search=${word}`, 'records')).toEqual(isSearched ? [shown._id] : []);
    expect(await idsIn(`/posts?state=draft&search=${word}`, 'records')).toEqual(isSearched ? [draft._id] : []);
  });

  it('is in the audit log in words, before and after', async () => {
    const { _id } = await add({ titel: 'Harbour', [wire]: marked });
    await call('PUT', `/updatepost/${_id}`, { [wire]: `${marked} again` });
    const [entry] = (await call('GET', `/audit?entity=video&entityId=${_id}`)).json().entries;
    expect(auditText(entry)).toContain(`: ${label.charAt(0).toLowerCase()}${label.slice(1)}`);
    expect(changedFields(entry)).toEqual([{ field: name, label, before: marked, after: `${marked} again` }]);
  });

  it('is described in the documentation of the API', async () => {
    const { paths } = (await visit('GET', '/docs/json')).json();
    const bodyOf = (path: string, method: string) =>
      paths[path][method].requestBody.content['application/json'].schema.properties;
    const recordIn = (path: string, method: string) =>
      paths[path][method].responses['200'].content['application/json'].schema.properties;
    expect(bodyOf('/postdata', 'post')[wire]).toMatchObject({ type: 'string', maxLength });
    expect(bodyOf('/updatepost/{id}', 'put')[wire]).toMatchObject({ type: 'string', maxLength });
    expect(recordIn('/getVideo/{id}', 'post')[wire]).toEqual({ type: 'string' });
    expect(recordIn('/posts/{id}', 'get').post.properties[wire]).toEqual({ type: 'string' });
  });
});
