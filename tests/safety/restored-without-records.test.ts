/** Where records are required, a post without them comes back to visitors by no way. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const require = async (requireRecords: boolean) =>
  expect((await main('PUT', '/settings', { requireRecords })).statusCode).toBe(200);
beforeEach(() => require(false));

const records = { source: 'S', rightsHolder: 'R', consent: 'C', recordDate: '2026-01-01' };
let made = 0;
const add = async (changes: object = {}): Promise<string> => {
  const post = { titel: `Restored pier ${++made}`, imageUrl: '/art/1.svg', link: '', Category: 'viral', ...changes };
  return (await call('POST', '/postdata', post)).json().post._id;
};
/** One without records, and one that has them. */
const addBoth = async () => [await add({ source: 'S', consent: 'C' }), await add(records)] as const;
const statesOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await call('GET', `/posts/${id}`)).json().post.state));
const remove = (id: string) => call('DELETE', `/deletepost/${id}`, {});

const finish = async (id: string) => {
  for (;;) {
    const { bulkChange } = (await call('GET', `/bulk-changes/${id}`)).json();
    if (bulkChange.state !== 'running' && bulkChange.state !== 'undoing') return bulkChange;
  }
};
const change = async (ids: readonly string[], change: object) =>
  finish((await call('POST', '/bulk-changes', { ids, change })).json().bulkChange._id);
const undo = async ({ _id }: { _id: string }) => {
  expect((await call('POST', `/bulk-changes/${_id}/undo`)).statusCode).toBe(200);
  return finish(_id);
};

it('restoring it makes a draft, and the answer says why', async () => {
  const posts = await addBoth();
  for (const post of posts) await remove(post);
  await require(true);
  const answers = [];
  for (const post of posts) answers.push((await call('POST', `/deleted/posts/${post}/restore`, {})).json().message);
  expect(answers).toEqual([
    'The post came back as a draft. Before this post can be published, its records need a rights holder or records custodian and a date.',
    undefined,
  ]);
  expect(await statesOf(posts)).toEqual(['draft', 'published']);
});

it('restoring many makes drafts of those without, which the preview counts and undoing takes back', async () => {
  const posts = await addBoth();
  for (const post of posts) await remove(post);
  await require(true);
  const body = { ids: posts, change: { kind: 'restore' } };
  expect((await call('POST', '/bulk-changes/preview', body)).json().preview).toMatchObject({ changes: 2, drafts: 1 });
  const restored = await change(posts, body.change);
  expect(await statesOf(posts)).toEqual(['draft', 'published']);
  await undo(restored);
  await require(false);
  await change(posts, body.change);
  expect(await statesOf(posts)).toEqual(['published', 'published']);
});

it('undoing a bulk deletion makes drafts of them', async () => {
  const posts = await addBoth();
  const deleted = await change(posts, { kind: 'delete' });
  await require(true);
  expect(await undo(deleted)).toMatchObject({ undone: 2 });
  expect(await statesOf(posts)).toEqual(['draft', 'published']);
});

it('undoing a bulk change to drafts leaves them alone, and says what they lack', async () => {
  const posts = await addBoth();
  const drafts = await change(posts, { kind: 'setState', state: 'draft' });
  await require(true);
  expect(await undo(drafts)).toMatchObject({ undone: 1, notUndone: 1 });
  expect(await statesOf(posts)).toEqual(['draft', 'published']);
  expect((await call('GET', `/bulk-changes/${drafts._id}/skipped`)).json().posts).toMatchObject([
    { _id: posts[0], reason: 'incomplete', missing: ['rightsHolder', 'recordDate'] },
  ]);
});
