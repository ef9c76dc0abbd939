/** Blocks: everything of a host, star or network goes with one decision, comes back as it was, and by no other way. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { createBlockRunner } from '#domain/blocks/block-runner.ts';
import { startBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import { purgeDeleted } from '#domain/deleted/deleted-records.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';
import { finishedBulkChange } from './finished-bulk-change.ts';

let site: TestSite;
let cookie: string;
let call: ReturnType<typeof callerOf>;
let main: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  cookie = (await createSignedInAdmin(site, 'admin')).cookie;
  call = callerOf(site, cookie);
  main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

let made = 0;
const post = () => ({ titel: `Blocked pier ${++made}`, imageUrl: '/art/1.svg', Category: 'viral' });
const tryToAdd = (changes: object) => call('POST', '/postdata', { ...post(), ...changes });
const add = async (changes: object): Promise<{ _id: string; titel: string }> => {
  const response = await tryToAdd(changes);
  expect(response.json()).toMatchObject({ success: true });
  return response.json().post;
};
const stateOf = async ({ _id }: { _id: string }) => (await call('GET', `/posts/${_id}`)).json().post.state;
const states = (posts: { _id: string }[]) => Promise.all(posts.map(stateOf));

/** Until nothing is left to do. */
const settle = async () => {
  const runner = createBlockRunner({ db: site.database.db, logger: { error: () => {} }, batchSize: 2, restFactor: 0 });
  runner.runDue();
  await runner.idle();
  await site.index.waitUntilIndexed();
};
const block = async (kind: string, value: string, more: object = {}) => {
  const response = await call('POST', '/blocks', { kind, value, reason: 'Asked to be delisted', ...more });
  expect(response.json()).toMatchObject({ success: true });
  await settle();
  return response.json().block;
};
const lift = async ({ _id }: { _id: string }) => {
  const response = await call('POST', `/blocks/${_id}/lift`);
  await settle();
  return response;
};
const listed = async (id: string) =>
  (await call('GET', '/blocks')).json().blocks.find(({ _id }: { _id: string }) => _id === id);

describe('a blocked host', () => {
  it('takes its posts, those of its subdomains and mirrors, and those that are embedded from it, and gives back what it alone held', async () => {
    const value = JSON.stringify({ hostMirrors: 'blocked.example.com mirror.example.net' });
    await site.database.db.insertInto('settings').values({ key: 'site', value }).execute();
    const inside = [
      await add({ link: 'https://www.Blocked.example.com:8080/1' }),
      await add({ link: 'http://cdn.eu.blocked.example.com/2' }),
      await add({ link: 'https://mirror.example.net/3' }),
      await add({ link: 'https://elsewhere.example.org/4', iframeUrl: 'https://player.blocked.example.com/4' }),
      await add({ link: 'https://blocked.example.com/5', state: 'draft' }),
    ];
    const outside = [
      await add({ link: 'https://unblocked.example.com/1' }),
      await add({ link: 'https://example.com/blocked.example.com' }),
      await add({ link: 'https://blocked.example.com.example.org/2' }),
    ];
    const preview = { kind: 'host', value: 'https://www.blocked.example.com/some/page' };
    expect((await call('POST', '/blocks/preview', preview)).json()).toEqual({
      success: true,
      name: 'blocked.example.com',
      posts: 5,
      named: 0,
      isBlocked: false,
    });
    const made = await block('host', preview.value);
    expect(await states(inside)).toEqual(inside.map(() => 'withheld'));
    expect(await states(outside)).toEqual(outside.map(() => 'published'));
    expect((await site.app.inject(`/video/${inside[0]?._id}`)).statusCode).toBe(410);
    expect((await call('GET', `/posts/${inside[0]?._id}`)).json().post.withheldBy).toEqual([
      'the block of blocked.example.com',
    ]);
    expect(await listed(made._id)).toMatchObject({ state: 'in_force', posts: 5, held: 5 });

    const other = await block('host', 'player.blocked.example.com');
    expect((await lift(made)).json().block.liftedBy).not.toBeNull();
    expect(await states(inside)).toEqual(['published', 'published', 'published', 'withheld', 'draft']);
    expect(await listed(made._id)).toMatchObject({ state: 'lifted', held: 0 });
    expect((await site.app.inject(`/video/${inside[0]?._id}`)).statusCode).not.toBe(410);
    await lift(other);
    expect(await stateOf(inside[3] as { _id: string })).toBe('published');
  });

  it('can be listed by nobody: adding, editing and restoring are refused with a sentence, from the first moment', async () => {
    const existing = await add({ link: 'https://fine.example.com/1' });
    const deleted = await add({ link: 'https://refused.example.com/2' });
    await call('DELETE', `/deletepost/${deleted._id}`, {});
    const made = await call('POST', '/blocks', { kind: 'host', value: 'refused.example.com', reason: 'Stolen' });
    const sentence = '“refused.example.com” is blocked. Lift the block first.';
    const link = 'https://sub.refused.example.com/3';
    const { version } = (await call('GET', '/deleted?kind=posts')).json().records?.[0] ?? {};
    const answers = [
      await tryToAdd({ link }),
      await tryToAdd({ iframeUrl: link }),
      await call('PUT', `/updatepost/${existing._id}`, { link }),
      await call('POST', `/deleted/posts/${deleted._id}/restore`, { version }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual(
      answers.map(() => [400, sentence]),
    );
    await lift(made.json().block);
    expect((await tryToAdd({ link })).statusCode).toBe(200);
  });
});

describe('a blocked star', () => {
  it('has no page, is in no list, suggestion or sitemap under any of its names, and comes back with its posts', async () => {
    const solo = await add({ name: ['Vexa Quillon'], link: '' });
    const duo = await add({ name: ['Other Star', 'Vexa Quillon'], link: '' });
    await call('POST', '/names/performer/vexa-quillon/aliases', { name: 'Vee Quill' });
    await site.index.waitUntilIndexed();
    const seen = async () => {
      const bodies = [
        (await visit('GET', '/pornstars?limit=100')).body,
        (await visit('GET', '/suggest?q=vex')).body,
        (await visit('GET', '/suggest?q=vee')).body,
        (await visit('GET', '/getpostdata')).body,
        (await visit('POST', '/pornstars/images', { names: ['vexa-quillon'] })).body,
        (await site.app.inject('/sitemap-pornstars.xml')).body,
        (await site.app.inject('/pornstars')).body,
      ];
      return bodies.some((body) => /vexa|vee.quill/i.test(body));
    };
    const pages = () =>
      Promise.all(
        ['/pornstar/vexa-quillon', '/api/pornstar/vexa-quillon', '/api/pornstar/vee-quill'].map(
          async (url) => (await site.app.inject(url)).statusCode,
        ),
      );
    expect([await seen(), await pages()]).toEqual([true, [200, 200, 200]]);
    const made = await block('star', 'vee quill');
    expect(made).toMatchObject({ kind: 'star', name: 'Vexa Quillon', posts: 2 });
    expect([await seen(), await pages()]).toEqual([false, [410, 410, 410]]);
    expect(await states([solo, duo])).toEqual(['withheld', 'withheld']);
    for (const name of ['Vexa Quillon', 'vee quill'])
      expect((await tryToAdd({ name: [name] })).json().message).toMatch(/^“Vexa Quillon” is blocked/);
    const merge = await call('POST', '/names/performer/other-star/merge', { from: ['vexa-quillon'] });
    expect(merge.json().message).toBe('“Vexa Quillon” is blocked. Lift the block first.');
    await lift(made);
    expect([await seen(), await pages()]).toEqual([true, [200, 200, 200]]);
    expect(await states([solo, duo])).toEqual(['published', 'published']);
  });

  it('is known however its name is written, and by its full name in a text', async () => {
    const before = await add({ titel: 'Isla Torven before the block', link: '' });
    const swapped = await add({ name: ['Torven Isla'], link: '' });
    await add({ name: ['Isla Torven'], link: '' });
    await add({ name: ['Mononym'], link: '' });
    await site.index.waitUntilIndexed();
    const preview = (await call('POST', '/blocks/preview', { kind: 'star', value: 'Isla Torven' })).json();
    expect(preview).toMatchObject({ posts: 1, named: 2 });
    const made = [await block('star', 'Isla Torven'), await block('star', 'Mononym')];
    const names = ['Isla\u200bTorven', 'isla_torven', 'Isl\u0430 Torven', 'Torven Isla', 'Ísla-Torven', 'M\u043enonym'];
    const texts = [
      { titel: 'Isla Torven at home' },
      { titel: 'At the pier', desc: 'With IslaTorven.' },
      { titel: 'At the pier', altKeywords: 'pier, isla_torven' },
      { titel: 'At the pier', tags: ['isla torven'] },
    ];
    const refused = [...names.map((name) => ({ name: [name] })), ...texts];
    const answers = [];
    for (const changes of refused) answers.push((await tryToAdd({ link: '', ...changes })).json().message);
    const [star, one] = ['“Isla Torven”', '“Mononym”'].map((name) => `${name} is blocked. Lift the block first.`);
    expect(answers).toEqual([
      ...[star, star, star, star, star, one],
      ...['title', 'description', 'alt keywords', 'tag'].map((label) => star?.replace(' is', ` in the ${label} is`)),
    ]);
    for (const changes of [
      { titel: 'A mononym of the harbour' },
      { titel: 'Isla and Torven' },
      { titel: 'Isla Torven Brook at home', name: ['Isla Torven Brook'] },
    ])
      await add({ link: '', ...changes });
    expect(await states([before, swapped])).toEqual(['published', 'published']);
    for (const each of made) await lift(each);
    await add({ titel: 'Isla Torven at home', link: '' });
  });

  it('stays blocked when it is deleted and purged, and its name is not free for another', async () => {
    const { _id } = await add({ name: ['Purged Star'], link: '' });
    const made = await block('star', 'Purged Star');
    await site.database.db
      .updateTable('performers')
      .set({ deleted_at: new Date(Date.now() - 90 * 86_400_000) })
      .where('slug', '=', 'purged-star')
      .execute();
    await purgeDeleted(site.database.db);
    expect((await listed(made._id)).held).toBe(1);
    expect((await tryToAdd({ name: ['Purged Star'] })).statusCode).toBe(400);
    expect(await stateOf({ _id })).toBe('withheld');
  });
});

it('a blocked network is not listed, its logo is not served, and its posts are withheld', async () => {
  const form = new FormData();
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  form.append('image', new Blob([new Uint8Array(png)]), 'logo.png');
  const upload = await fetch(`${site.url}/api/uploads`, { method: 'POST', body: form, headers: { cookie } });
  const { url: logo } = await upload.json();
  const network = { name: 'Blocked Net', url: 'https://net.example.com', category: 'adult', description: 'x', logo };
  const partner = (await call('POST', '/networks', network)).json().network._id;
  const mine = await add({ partner, link: '' });
  const isListed = async () => (await visit('GET', '/find-website')).body.includes('Blocked Net');
  await site.index.waitUntilIndexed();
  expect(await isListed()).toBe(true);
  const made = await block('network', 'blocked net');
  expect([await isListed(), await stateOf(mine)]).toEqual([false, 'withheld']);
  expect((await site.app.inject('/our-network')).body).not.toContain('Blocked Net');
  expect((await fetch(site.url + logo)).status).toBe(410);
  expect((await tryToAdd({ partner })).json().message).toMatch(/^“Blocked Net” is blocked/);
  await lift(made);
  expect([await isListed(), await stateOf(mine)]).toEqual([true, 'published']);
});

describe('the work of a block', () => {
  const runner = (batchSize: number) =>
    createBlockRunner({ db: site.database.db, logger: { error: () => {} }, batchSize, restFactor: 0 });
  const make = async (value: string) => {
    await site.database.db.updateTable('blocks').set({ swept_at: new Date() }).where('swept_at', 'is', null).execute();
    const { id } = await site.database.db
      .insertInto('blocks')
      .values({ kind: 'host', name: value, reason: 'x', created_by: 'x', performer_id: null, partner_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const holdsOf = async (id: number) =>
    (await site.database.db.selectFrom('video_holds').select('video_id').where('block_id', '=', id).execute()).length;

  it('goes on where it was stopped, and two processes at once do nothing twice', async () => {
    const posts = await Promise.all(
      Array.from({ length: 7 }, (_, n) => add({ link: `https://work.example.com/${n}` })),
    );
    const id = await make('work.example.com');
    // It rests for so long after its first batch that it is stopped there.
    const rest = { restFactor: Number.POSITIVE_INFINITY, maxRestMs: 600_000 };
    const logger = { error: () => {} };
    const first = createBlockRunner({ db: site.database.db, logger, batchSize: 2, ...rest });
    first.runDue();
    await expect.poll(() => holdsOf(id)).toBe(2);
    await first.stop();
    expect(await holdsOf(id)).toBe(2);
    const both = [runner(2), runner(3)];
    for (const each of both) each.runDue();
    await Promise.all(both.map((each) => each.idle()));
    expect(await holdsOf(id)).toBe(7);
    expect(new Set(await states(posts))).toEqual(new Set(['withheld']));
    expect((await lift({ _id: String(id) })).statusCode).toBe(200);
    expect([await holdsOf(id), new Set(await states(posts))]).toEqual([0, new Set(['published'])]);
  });

  it('finds a post that another transaction had added meanwhile', async () => {
    const id = await make('late.example.com');
    await settle();
    const late = await site.database.db
      .insertInto('videos')
      .values({ title: 'Late', image_url: '/art/1.svg', link: 'https://late.example.com/1', category: 'viral' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await site.database.db
      .updateTable('blocks')
      .set({ swept_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('id', '=', id)
      .execute();
    await settle();
    expect(await stateOf({ _id: String(late.id) })).toBe('withheld');
  });
});

describe('making a block', () => {
  it('needs something that exists, a reason, and a case that exists, and can be made once', async () => {
    const tries = [
      { kind: 'host', value: 'localhost', reason: 'x' },
      { kind: 'star', value: 'Nobody At All', reason: 'x' },
      { kind: 'network', value: 'No Net', reason: 'x' },
      { kind: 'host', value: 'once.example.com', reason: '  ' },
      { kind: 'host', value: 'once.example.com', reason: 'x', caseNumber: '2026-999999' },
    ];
    const messages = [];
    for (const body of tries) messages.push((await call('POST', '/blocks', body)).json().message);
    expect(messages).toEqual([
      'Enter a host such as example.com.',
      'There is no star “Nobody At All”.',
      'There is no network “No Net”.',
      'Enter a reason.',
      'There is no case 2026-999999.',
    ]);
    const first = await block('host', 'once.example.com');
    const again = await call('POST', '/blocks', { kind: 'host', value: 'www.once.example.com', reason: 'x' });
    expect([again.statusCode, again.json().message]).toEqual([409, '“once.example.com” is already blocked.']);
    await lift(first);
    expect((await lift(first)).statusCode).toBe(409);
    const { entries } = (await main('GET', `/audit?entity=block&entityId=${first._id}`)).json();
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['release', 'create']);
  });
});

describe('bulk changes', () => {
  const readPost = async (id: string) => (await call('GET', `/posts/${id}`)).json().post;
  const addPost = async (changes: object) => (await add({ link: '', ...changes }))._id;
  const addNetwork = async (name: string): Promise<string> => {
    const network = { name, url: 'https://example.com', category: 'adult', description: 'x', logo: '' };
    return (await call('POST', '/networks', network)).json().network._id;
  };
  const finish = (id: string) => finishedBulkChange(call, id);
  const change = async (ids: string[], change: object) =>
    finish((await call('POST', '/bulk-changes', { ids, change })).json().bulkChange._id);
  const undo = async ({ _id }: { _id: string }) => {
    expect((await call('POST', `/bulk-changes/${_id}/undo`)).statusCode).toBe(200);
    return finish(_id);
  };
  const skipped = async ({ _id }: { _id: string }) =>
    (await call('GET', `/bulk-changes/${_id}/skipped`))
      .json()
      .posts.map(({ _id, reason }: Record<string, string>) => [_id, reason]);

  it('undoing does not give back a star that is blocked by now: these posts are left alone, the others are not', async () => {
    const [both, other] = [
      await addPost({ name: ['Uma Tandem', 'Odo Tandem'] }),
      await addPost({ name: ['Odo Tandem'] }),
    ];
    const done = await change([both, other], { kind: 'removeStars', stars: ['Uma Tandem', 'Odo Tandem'] });
    await block('star', 'Uma Tandem');
    expect(await undo(done)).toMatchObject({ undone: 1, notUndone: 1 });
    expect(await skipped(done)).toEqual([[both, 'refused']]);
    expect([(await readPost(both)).name, (await readPost(other)).name]).toEqual([[], ['odo-tandem']]);
    const { entries } = (await main('GET', `/audit?entity=video&entityId=${both}`)).json();
    expect(entries[0]).toMatchObject({ action: 'refuse', after: { block: 'Uma Tandem' } });
  });

  it('undoing does not give back a tag that is prohibited by now', async () => {
    const post = await addPost({ tags: ['quuxword', 'pier'] });
    const done = await change([post], { kind: 'removeTags', tags: ['quuxword'] });
    await main('PUT', '/settings', { prohibitedTerms: ['quuxword'] });
    expect(await undo(done)).toMatchObject({ undone: 0, notUndone: 1 });
    expect([(await readPost(post)).tags, await skipped(done)]).toEqual([['pier'], [[post, 'refused']]]);
  });

  it('posts get no blocked network: not by a change, not by undoing one, and not if it is blocked meanwhile', async () => {
    const network = await addNetwork('Wombat Net');
    const [was, never] = [await addPost({ partner: network }), await addPost({})];
    const done = await change([was], { kind: 'setPartner', partner: null });
    await block('network', 'Wombat Net');
    const refused = await call('POST', '/bulk-changes', {
      ids: [never],
      change: { kind: 'setPartner', partner: network },
    });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      '“Wombat Net” is blocked. Lift the block first.',
    ]);
    expect(await undo(done)).toMatchObject({ undone: 0, notUndone: 1 });
    // As if it had been started before the network was blocked.
    const late = await startBulkChange(site.database.db, system, {
      selection: { videoIds: [Number(never)] },
      change: { kind: 'setPartner', partner: { id: Number(network), name: 'Wombat Net' } },
    });
    await change([never], { kind: 'addTags', tags: ['any'] });
    expect(await finish(String(late.id))).toMatchObject({
      state: 'failed',
      error: '“Wombat Net” is blocked. Lift the block first.',
    });
    expect([(await readPost(was)).partner, (await readPost(never)).partner]).toEqual([null, null]);
  });
});
