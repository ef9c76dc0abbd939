import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../support/api-token.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let admin: SignedInAdmin;
let call: ReturnType<typeof callerOf>;
let partner: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await createSignedInAdmin(site, 'admin');
  call = callerOf(site, admin.cookie);
  const network = { name: 'Paper Lantern', url: 'https://example.com/lantern' };
  partner = (await call('POST', '/networks', network)).json().network._id;
});
afterAll(() => site.stop());

let links = 0;
const newLink = () => `https://example.com/watch/${++links}`;
const post = (changes: object = {}) => ({
  titel: 'Quiet harbour',
  imageUrl: '/art/1.svg',
  Category: 'english',
  link: newLink(),
  ...changes,
});

const partnerToken = (changes: object = {}) =>
  makeToken(site, admin, { name: 'Lantern', scopes: ['posts'], draftsOnly: true, partner, ...changes });

const publish = async (id: string) => {
  const done = await call('PUT', `/updatepost/${id}`, { state: 'published' });
  expect(done.statusCode).toBe(200);
};

describe('a partner’s token', () => {
  it('adds drafts of its network, which nobody sees before an admin publishes them', async () => {
    const { call: push } = await partnerToken();
    const { post: draft } = (await push('POST', '/postdata', post())).json();
    expect(draft).toMatchObject({ state: 'draft', partner });
    expect((await callerOf(site)('POST', `/getVideo/${draft._id}`)).statusCode).toBe(404);
    const { post: stored } = (await call('GET', `/posts/${draft._id}`)).json();
    expect(stored).toMatchObject({ state: 'draft', partner, createdBy: admin.username });
  });

  it.each([
    [{ state: 'published' }, 'This API token may only add drafts: leave out state and publishAt.'],
    [{ state: 'scheduled', publishAt: '2099-01-01T00:00:00Z' }, /may only add drafts/],
    [{ partner: '999' }, 'This API token is bound to a network: leave out partner.'],
    [{ partner: null }, 'This API token is bound to a network: leave out partner.'],
  ])('is refused %o, for a new post and for its own draft', async (changes, message) => {
    const { call: push } = await partnerToken();
    const { _id } = (await push('POST', '/postdata', post())).json().post;
    for (const response of [
      await push('POST', '/postdata', post(changes)),
      await push('PUT', `/updatepost/${_id}`, changes),
    ]) {
      expect(response.statusCode).toBe(403);
      expect(response.json().message).toMatch(message);
    }
  });

  it('changes and deletes its own drafts', async () => {
    const { call: push } = await partnerToken();
    const { _id } = (await push('POST', '/postdata', post())).json().post;
    const changed = (await push('PUT', `/updatepost/${_id}`, { titel: 'Loud harbour' })).json().post;
    expect(changed).toMatchObject({ titel: 'Loud harbour', state: 'draft', partner });
    expect((await push('GET', `/posts/${_id}`)).json().post.titel).toBe('Loud harbour');
    expect((await push('DELETE', `/deletepost/${_id}`)).statusCode).toBe(200);
    expect((await push('GET', `/posts/${_id}`)).statusCode).toBe(404);
  });

  it('gives its draft no link that another post has, or that was taken down', async () => {
    const { call: push } = await partnerToken();
    const published = (await call('POST', '/postdata', post())).json().post;
    const deleted = (await call('POST', '/postdata', post())).json().post;
    await call('DELETE', `/deletepost/${deleted._id}`);
    const draft = (await push('POST', '/postdata', post())).json().post;
    const update = async (changes: object) => {
      const response = await push('PUT', `/updatepost/${draft._id}`, changes);
      return [response.statusCode, response.json().message];
    };
    const known = `This link is already known: post ${published._id}, “Quiet harbour”.`;
    expect(await update({ link: published.link })).toEqual([409, known]);
    expect(await update({ otherLinks: [`${published.link}#t`] })).toEqual([409, known]);
    expect(await update({ link: deleted.link })).toEqual([409, 'This link is already known: it was taken down.']);
    expect(await update({ link: draft.link, otherLinks: [newLink()] })).toEqual([200, undefined]);
  });

  it('reaches no other posts: those of admins, of other networks, and drafts that were published since', async () => {
    const own = await partnerToken();
    const other = (await call('POST', '/networks', { name: 'Tin Drum', url: 'https://example.com/drum' })).json();
    const others = await partnerToken({ partner: other.network._id });
    const ofAdmin = (await call('POST', '/postdata', post({ state: 'draft', partner }))).json().post;
    const ofOther = (await others.call('POST', '/postdata', post())).json().post;
    const published = (await own.call('POST', '/postdata', post())).json().post;
    await publish(published._id);
    for (const { _id } of [ofAdmin, ofOther, published])
      for (const response of [
        await own.call('GET', `/posts/${_id}`),
        await own.call('PUT', `/updatepost/${_id}`, { titel: 'Taken over' }),
        await own.call('DELETE', `/deletepost/${_id}`),
      ])
        expect([response.statusCode, response.json().message]).toEqual([404, 'There is no such video.']);
    expect((await own.call('GET', '/posts')).statusCode).toBe(403);
  });

  it('goes on with the drafts of the token that it replaces', async () => {
    const old = await partnerToken();
    const { _id } = (await old.call('POST', '/postdata', post())).json().post;
    await call('DELETE', `/admin/me/tokens/${old.id}`);
    const { call: push } = await partnerToken();
    expect((await push('PUT', `/updatepost/${_id}`, { titel: 'Loud harbour' })).statusCode).toBe(200);
  });

  it('is not told what only admins know of a post', async () => {
    const { call: push } = await partnerToken();
    const { post: draft } = (await push('POST', '/postdata', post())).json();
    await call('PUT', `/updatepost/${draft._id}`, { source: 'A contract in the safe', rightsHolder: 'Odo' });
    const { post: read } = (await push('GET', `/posts/${draft._id}`)).json();
    expect(read).toMatchObject({ source: '', rightsHolder: '', createdBy: null });
    const conflict = await push('PUT', `/updatepost/${draft._id}`, { titel: 'Loud harbour', version: 1 });
    expect([conflict.statusCode, conflict.json().current.source]).toEqual([409, '']);
  });

  it('adds so many drafts a day, and as many pictures', async () => {
    const { call: push, token } = await partnerToken({ dailyLimit: 2 });
    for (let n = 0; n < 2; n++) expect((await push('POST', '/postdata', post())).statusCode).toBe(200);
    const more = await push('POST', '/postdata', post());
    expect(more.statusCode).toBe(429);
    expect(more.json().message).toMatch(/^This API token has used up its posts for today/);
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const upload = async () => {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(png)]), 'image.png');
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${site.url}/api/uploads`, { method: 'POST', body: form, headers })).status;
    };
    expect([await upload(), await upload(), await upload()]).toEqual([200, 200, 429]);
    await site.database.db.updateTable('api_tokens').set({ used_on: '2020-01-31' }).execute();
    expect((await push('POST', '/postdata', post())).statusCode).toBe(200);
  });

  it('does not use up its day with posts that are refused', async () => {
    const { call: push } = await partnerToken({ dailyLimit: 1 });
    const link = newLink();
    await call('POST', '/postdata', post({ link }));
    expect((await push('POST', '/postdata', post({ link }))).statusCode).toBe(409);
    expect((await push('POST', '/postdata', post())).statusCode).toBe(200);
  });
});

describe('a link that is sent again', () => {
  it('names the post that it is', async () => {
    const { call: push } = await partnerToken();
    const sent = post();
    const { _id } = (await push('POST', '/postdata', sent)).json().post;
    const again = await push('POST', '/postdata', { ...sent, link: `${sent.link}/?utm_source=lantern` });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      message: `This link is already known: post ${_id}, “Quiet harbour”.`,
      current: { _id, state: 'draft' },
    });
  });

  it('adds one post, however many requests send it at once', async () => {
    const { call: push } = await makeToken(site, admin, { scopes: ['posts'] });
    const sent = post();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await push('POST', '/postdata', sent)).statusCode),
    );
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('tells a partner nothing of posts that visitors cannot see', async () => {
    const { call: push } = await partnerToken();
    const hidden = (await call('POST', '/postdata', post({ titel: 'Secret plan', state: 'draft' }))).json().post;
    const gone = (await call('POST', '/postdata', post({ titel: 'Secret past' }))).json().post;
    await call('DELETE', `/deletepost/${gone._id}`);
    const answers = [];
    for (const { link } of [hidden, gone]) answers.push((await push('POST', '/postdata', post({ link }))).json());
    expect(answers).toEqual([
      { success: false, message: 'This link is already known: it is waiting for a decision.' },
      { success: false, message: 'This link is already known: it was taken down.' },
    ]);
  });
});
