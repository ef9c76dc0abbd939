/** What may never be listed is refused wherever it is entered, with the reason, and the refusal is audited. */
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { publishDue } from '#domain/posts/publish-due.ts';
import { addVideo } from '../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let main: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());

const save = async (prohibitedTerms: string[], allowedPhrases: string[]) => {
  const saved = await main('PUT', '/settings', { prohibitedTerms, allowedPhrases });
  expect(saved.statusCode, saved.body).toBe(200);
};
const restore = () => save([], []);
/** Until the end of the test. */
const prohibit = async (prohibitedTerms: string[], allowedPhrases: string[] = []) => {
  onTestFinished(restore);
  await save(prohibitedTerms, allowedPhrases);
};
const post = {
  titel: 'Harbour lights',
  imageUrl: 'https://example.com/harbour.jpg',
  Category: 'english',
  link: 'https://example.com/watch/harbour',
};
const lastRefusal = async () => (await main('GET', '/audit?action=refuse&limit=1')).json().entries[0];
const because = 'may never be listed: it is about minors.';

describe('a post with a prohibited term', () => {
  it.each([
    ['titel', 'A Pr3-t33n story', '“pre-teen” in the title'],
    ['desc', 'All about the u n d e r a g e', '“under-age” in the description'],
    ['altKeywords', 'harbour, 15yo', '“15 yo” in the alt keywords'],
    ['tags', ['harbour', 'Prete€n'], '“pre-teen” in the tag'],
    ['name', ['Loli Тorven'], '“loli” in the star'],
    ['link', 'https://example.com/pre%2Dteen/9', '“pre-teen” in the link'],
    ['link', 'https://preteen-clips.example.com/9', '“pre-teen” in the link'],
    ['imageUrl', 'https://example.com/underage.jpg', '“under-age” in the image URL'],
  ])('in %s (%j) is refused with the reason', async (field, value, sentence) => {
    const refused = await call('POST', '/postdata', { ...post, [field]: value });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toBe(`${sentence} ${because}`);
    expect(refused.json().fields).toEqual({ [field]: `${sentence} ${because}` });
  });

  it('is not stored, and neither are its tags; the audit log says who was refused, and why', async () => {
    const before = await site.database.db.selectFrom('tags').select('slug').execute();
    await call('POST', '/postdata', { ...post, titel: 'Preteen', tags: ['never stored'] });
    expect(await site.database.db.selectFrom('tags').select('slug').execute()).toEqual(before);
    expect(await site.database.db.selectFrom('videos').select('id').where('title', '=', 'Preteen').execute()).toEqual(
      [],
    );
    expect(await lastRefusal()).toMatchObject({
      action: 'refuse',
      entity: 'video',
      entityId: '0',
      admin: expect.stringMatching(/\w/),
      after: { name: 'Preteen', term: 'pre-teen', reason: `“pre-teen” in the title ${because}` },
    });
  });

  it('is refused when it is edited, in any state', async () => {
    const { _id } = (await call('POST', '/postdata', post)).json().post;
    for (const more of [{}, { state: 'draft' }])
      expect((await call('PUT', `/updatepost/${_id}`, { desc: 'underage', ...more })).statusCode).toBe(400);
    expect((await lastRefusal()).entityId).toBe(_id);
  });
});

describe('a post that was listed before a term was prohibited', () => {
  it('can be hidden and deleted, but neither edited, published nor restored', async () => {
    const { _id } = (await call('POST', '/postdata', { ...post, titel: 'Zyxwv pier' })).json().post;
    await prohibit(['zyxwv']);
    const edited = await call('PUT', `/updatepost/${_id}`, { minutes: 3 });
    expect(edited.json().message).toBe('“zyxwv” in the title may never be listed: the settings prohibit it.');
    expect((await call('PUT', `/updatepost/${_id}`, { state: 'draft' })).statusCode).toBe(200);
    expect((await call('PUT', `/updatepost/${_id}`, { state: 'published' })).statusCode).toBe(400);
    expect((await call('DELETE', `/deletepost/${_id}`, {})).statusCode).toBe(200);
    expect((await call('POST', `/deleted/posts/${_id}/restore`, {})).statusCode).toBe(400);
    await restore();
    expect((await call('POST', `/deleted/posts/${_id}/restore`, {})).statusCode).toBe(200);
  });

  it('becomes a draft when its time has come', async () => {
    const { db } = site.database;
    const id = await addVideo(db, { title: 'Zyxwv quay' });
    await sql`update videos set state = 'scheduled', publish_at = now() - interval '1 minute' where id = ${id}`.execute(
      db,
    );
    await prohibit(['zyxwv']);
    await publishDue(db);
    expect(await db.selectFrom('videos').select('state').where('id', '=', id).executeTakeFirst()).toEqual({
      state: 'draft',
    });
    expect(await lastRefusal()).toMatchObject({ admin: 'System', entityId: String(id) });
  });

  it('is left alone by bulk changes that would show it, which say so', async () => {
    const { db } = site.database;
    const [bad, good] = [await addVideo(db, { title: 'Zyxwv gate' }), await addVideo(db, { title: 'Open gate' })];
    await sql`update videos set state = 'draft' where id in (${bad}, ${good})`.execute(db);
    await prohibit(['zyxwv']);
    const started = await call('POST', '/bulk-changes', {
      ids: [String(bad), String(good)],
      change: { kind: 'setState', state: 'published' },
    });
    const { _id } = started.json().bulkChange;
    const done = async () => (await call('GET', `/bulk-changes/${_id}`)).json().bulkChange;
    await expect.poll(async () => (await done()).state).toBe('finished');
    expect(await done()).toMatchObject({ changed: 1, skipped: 1 });
    expect((await call('GET', `/bulk-changes/${_id}/skipped`)).json().posts).toMatchObject([
      { _id: String(bad), reason: 'refused' },
    ]);
    expect(await lastRefusal()).toMatchObject({ entityId: String(bad) });
  });
});

describe('everything else that visitors see', () => {
  const add = async (path: string, body: object) => (await call('POST', path, body)).statusCode;
  const url = 'https://example.com/';

  it.each([
    ['a star', '/stars', { name: 'Isla Preteen' }, { name: 'Isla Torven' }],
    [
      'a star’s description',
      '/stars',
      { name: 'Mara', description: 'underage' },
      { name: 'Mara', description: 'Tall' },
    ],
    ['a network', '/networks', { name: 'Preteen', url }, { name: 'Pier', url }],
    ['a network’s link', '/networks', { name: 'Pier', url: `${url}underage` }, { name: 'Pier', url: `${url}pier` }],
    ['a channel', '/channels', { name: 'Pier', url, description: 'pr3teen' }, { name: 'Pier', url }],
    ['a file link', '/terabox', { title: 'underage', url }, { title: 'Pier', url }],
    ['a synonym', '/synonyms', { words: ['pier', 'preteen'] }, { words: ['pier', 'quay'] }],
    [
      'a redirect of a search',
      '/search-redirects',
      { text: 'under age', path: '/tags' },
      { text: 'pier', path: '/tags' },
    ],
    ['a redirect’s path', '/search-redirects', { text: 'a', path: '/tag/pre-teen' }, { text: 'b', path: '/tag/pier' }],
  ])('is checked: %s', async (_, path, bad, good) => {
    expect(await add(path, bad)).toBe(400);
    expect(await add(path, good)).toBe(200);
  });

  it('is checked: names of tags, their aliases, descriptions and texts, and tags of a bulk change', async () => {
    const id = await addVideo(site.database.db, { title: 'Slow tide', tags: ['tide'] });
    await site.index.waitUntilIndexed();
    expect(await add('/names/tag/tide/rename', { name: 'preteen tide' })).toBe(400);
    expect(await add('/names/tag/tide/aliases', { name: 'underage' })).toBe(400);
    const description = { description: 'underage', image: '', version: 1 };
    expect((await call('PUT', '/names/tag/tide/description', description)).statusCode).toBe(400);
    const text = { title: '', description: '', introduction: 'underage' };
    expect((await call('PUT', '/list-texts/tag/tide', text)).statusCode).toBe(400);
    const change = { kind: 'addTags', tags: ['under-age'] };
    expect(await add('/bulk-changes', { ids: [String(id)], change })).toBe(400);
    expect(await add('/names/tag/tide/rename', { name: 'slow tide' })).toBe(200);
  });

  it.each([
    ['heading', { heading: 'Pr3teen nights' }, '“pre-teen” in the heading of the home page'],
    ['footerText', { footerText: 'All u n d e r a g e' }, '“under-age” in the footer text'],
    ['siteName', { siteName: 'Loli' }, '“loli” in the site name'],
    ['sponsoredLink.label', { sponsoredLink: { label: 'Lolita', url: '/x' } }, 'in the label of the sponsored link'],
    ['footerText', { footerText: 'A quiet zyx-wv', prohibitedTerms: ['zyx wv'] }, 'the settings prohibit it'],
  ])('is checked: %s of the settings', async (field, settings, sentence) => {
    const refused = await main('PUT', '/settings', settings);
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { [field]: expect.stringContaining(sentence) }]);
    expect(await lastRefusal()).toMatchObject({
      entity: 'settings',
      after: { reason: expect.stringContaining(sentence) },
    });
  });

  it('is checked: a website that a visitor submits, and the audit log keeps it as a visitor’s', async () => {
    const form = new FormData();
    const fields = { name: 'A site', link: 'https://example.com/underage', email: 'me@example.com', description: '' };
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    const logo = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    form.append('logo', new Blob([new Uint8Array(logo)]), 'logo.png');
    const response = await fetch(`${site.url}/api/add-website`, { method: 'POST', body: form });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { link: expect.stringContaining('under-age') } });
    expect(await lastRefusal()).toMatchObject({ entity: 'network', admin: 'A visitor', after: { name: 'A site' } });
  });
});

it('an allowed phrase is no match, and terms that would be found everywhere are refused', async () => {
  await prohibit(['zyxwv'], ['zyxwv lights']);
  const add = async (titel: string) => (await call('POST', '/postdata', { ...post, titel })).statusCode;
  expect(await add('Zyxwv Lights')).toBe(200);
  expect(await add('Zyxwv night')).toBe(400);
  const refused = await main('PUT', '/settings', { prohibitedTerms: ['a'] });
  expect(refused.json()).toMatchObject({ fields: { prohibitedTerms: '“a” must have at least 2 letters or digits.' } });
});

describe('a phrase that would list what every site refuses', () => {
  const add = async (titel: string) => (await call('POST', '/postdata', { ...post, titel })).statusCode;

  it.each([
    ['preteen', '“preteen” cannot be allowed: every site refuses “preteen”, whatever the words around it.'],
    [
      'the child porn',
      '“the child porn” cannot be allowed: every site refuses “child porn”, whatever the words around it.',
    ],
    ['Pr3teen', '“Pr3teen” cannot be allowed: every site refuses “Pr3teen”, whatever the words around it.'],
    ...['rape', 'R a p e', 'incestuous'].map((phrase) => [
      phrase,
      `“${phrase}” is only a term that every site refuses, or a part of one. Add the words that make it harmless.`,
    ]),
  ])('cannot be allowed: %s', async (phrase, message) => {
    const refused = await main('PUT', '/settings', { allowedPhrases: ['harbour', phrase] });
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { allowedPhrases: message }]);
  });

  it('is told from one that has harmless words around a term', async () => {
    await prohibit([], ['rape of the oats', 'gothic lolita']);
    expect(await add('The rape of the oats')).toBe(200);
    expect(await add('A rape')).toBe(400);
  });

  it('allows nothing if it was stored before, and can be read', async () => {
    await prohibit(['zyxwv']);
    await site.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ allowedPhrases: ['preteen'] }) })
      .execute();
    expect((await main('GET', '/settings')).json().allowedPhrases).toEqual(['preteen']);
    expect(await add('A preteen story')).toBe(400);
  });
});
