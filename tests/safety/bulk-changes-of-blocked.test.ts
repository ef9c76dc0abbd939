/** Bulk changes, and undoing them, never list what is blocked or prohibited by now. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { startBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
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

let made = 0;
const add = async (changes: object): Promise<string> => {
  const post = { titel: `Bulk pier ${++made}`, imageUrl: '/art/1.svg', link: '', Category: 'viral', ...changes };
  return (await call('POST', '/postdata', post)).json().post._id;
};
const read = async (id: string) => (await call('GET', `/posts/${id}`)).json().post;
const addNetwork = async (name: string): Promise<string> => {
  const network = { name, url: 'https://example.com', category: 'adult', description: 'x', logo: '' };
  return (await call('POST', '/networks', network)).json().network._id;
};
const block = async (kind: string, value: string) =>
  expect((await call('POST', '/blocks', { kind, value, reason: 'Asked' })).statusCode).toBe(200);

const finish = async (id: string) => {
  for (;;) {
    const { bulkChange } = (await call('GET', `/bulk-changes/${id}`)).json();
    if (bulkChange.state !== 'running' && bulkChange.state !== 'undoing') return bulkChange;
  }
};
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
  const [both, other] = [await add({ name: ['Uma Tandem', 'Odo Tandem'] }), await add({ name: ['Odo Tandem'] })];
  const done = await change([both, other], { kind: 'removeStars', stars: ['Uma Tandem', 'Odo Tandem'] });
  await block('star', 'Uma Tandem');
  expect(await undo(done)).toMatchObject({ undone: 1, notUndone: 1 });
  expect(await skipped(done)).toEqual([[both, 'refused']]);
  expect([(await read(both)).name, (await read(other)).name]).toEqual([[], ['odo-tandem']]);
  const { entries } = (await main('GET', `/audit?entity=video&entityId=${both}`)).json();
  expect(entries[0]).toMatchObject({ action: 'refuse', after: { block: 'Uma Tandem' } });
});

it('undoing does not give back a tag that is prohibited by now', async () => {
  const post = await add({ tags: ['quuxword', 'pier'] });
  const done = await change([post], { kind: 'removeTags', tags: ['quuxword'] });
  await main('PUT', '/settings', { prohibitedTerms: ['quuxword'] });
  expect(await undo(done)).toMatchObject({ undone: 0, notUndone: 1 });
  expect([(await read(post)).tags, await skipped(done)]).toEqual([['pier'], [[post, 'refused']]]);
});

it('posts get no blocked network: not by a change, not by undoing one, and not if it is blocked meanwhile', async () => {
  const network = await addNetwork('Wombat Net');
  const [was, never] = [await add({ partner: network }), await add({})];
  const done = await change([was], { kind: 'setPartner', partner: null });
  await block('network', 'Wombat Net');
  const refused = await call('POST', '/bulk-changes', {
    ids: [never],
    change: { kind: 'setPartner', partner: network },
  });
  expect([refused.statusCode, refused.json().message]).toEqual([400, '“Wombat Net” is blocked. Lift the block first.']);
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
  expect([(await read(was)).partner, (await read(never)).partner]).toEqual([null, null]);
});
