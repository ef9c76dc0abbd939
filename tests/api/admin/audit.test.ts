import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
let admin: SignedInAdmin;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
  admin = await createSignedInAdmin(site, 'admin');
  call = callerOf(site, admin.cookie);
});
afterAll(() => site.stop());

interface Entry {
  _id: string;
  action: string;
  entity: string;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
const audit = async (query = ''): Promise<{ entries: Entry[]; next: string | null }> =>
  (await callerOf(site, main.cookie)('GET', `/audit?${query}`)).json();

const post = { imageUrl: '/art/1.svg', titel: 'Harbour', link: 'https://example.com/w', Category: 'english' };

describe('the audit log', () => {
  it('records who did what to a post, from which IP, with before and after', async () => {
    const { _id } = (await call('POST', '/postdata', { ...post, tags: ['boats'] })).json().post;
    await call('PUT', `/updatepost/${_id}`, { titel: 'Loud harbour' });
    await call('DELETE', `/deletepost/${_id}`);
    await call('POST', `/deleted/posts/${_id}/restore`);
    const { entries } = await audit(`entity=video&entityId=${_id}`);
    expect(entries.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'create']);
    expect(entries[2]).toMatchObject({
      admin: admin.username,
      adminId: String(admin.id),
      ip: '127.0.0.1',
      before: { title: 'Harbour', tags: ['boats'] },
      after: { title: 'Loud harbour' },
    });
    expect(entries[3]).toMatchObject({ before: null, after: { title: 'Harbour' } });
  });

  const entities: [string, string, string, object, object][] = [
    ['star', '/stars', 'star', { name: 'Isla Torven' }, { description: 'Calm' }],
    ['network', '/networks', 'network', { name: 'Row', url: 'https://example.com' }, { category: 'social' }],
    ['channel', '/channels', 'channel', { name: 'Blue', url: 'https://example.com' }, { subscribers: 7 }],
    ['file_link', '/terabox', 'link', { title: 'Reel', url: 'https://example.com' }, { size: '1 GB' }],
  ];
  it.each(entities)('records every change of a %s', async (entity, path, key, added, changed) => {
    const { _id } = (await call('POST', path, added)).json()[key];
    await call('PUT', `${path}/${_id}`, changed);
    await call('DELETE', `${path}/${_id}`);
    await call('POST', `/deleted${path}/${_id}/restore`);
    const { entries } = await audit(`entity=${entity}&entityId=${_id}`);
    expect(entries.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'create']);
    expect(entries[2]).toMatchObject({ before: added, after: { ...added, ...changed } });
    expect(entries[1]).toMatchObject({ before: { ...added, ...changed }, after: null });
    expect(entries[0]?.before).toHaveProperty('deletedAt');
    expect(entries[0]?.after).not.toHaveProperty('deletedAt');
  });

  it('records changes of admins, without secrets', async () => {
    const asMain = callerOf(site, main.cookie);
    const body = { username: 'audited', email: 'audited@example.com', password: 'very secret words' };
    const { admin: made } = (await asMain('POST', '/admin/create', body)).json();
    await asMain('PATCH', `/admin/${made._id}/toggle-status`);
    await asMain('DELETE', `/admin/${made._id}`);
    await call('POST', '/admin/me/password', { currentPassword: admin.password, newPassword: 'other secret words' });
    const { entries } = await audit('entity=admin&limit=200');
    const actions = entries.filter(({ entityId }) => entityId === made._id).map(({ action }) => action);
    expect(actions).toEqual(['delete', 'deactivate', 'create']);
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['login', 'change_password']));
    const everything = JSON.stringify(await site.database.db.selectFrom('audit_log').selectAll().execute());
    for (const secret of ['argon2', 'secret words', 'password of', 'token_hash'])
      expect(everything).not.toContain(secret);
  });

  it('records sign-ins and sign-outs', async () => {
    const { cookie, id } = await createSignedInAdmin(site, 'admin');
    await callerOf(site, cookie)('POST', '/adminlogout');
    const { entries } = await audit(`adminId=${id}`);
    expect(entries.map(({ action }) => action)).toEqual(['logout', 'login']);
  });

  it('records nothing when a call is refused', async () => {
    const before = (await audit('limit=1')).entries[0]?._id;
    await call('PUT', '/updatepost/424242', { titel: 'x' });
    await callerOf(site)('POST', '/postdata', post);
    await callerOf(site, main.cookie)('POST', '/networks', { name: 'x', url: 'nonsense' });
    expect((await audit('limit=1')).entries[0]?._id).toBe(before);
  });

  it('is read newest first, in pages, by admin, action and time', async () => {
    const all: Entry[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: { entries: Entry[]; next: string | null } = await audit(`limit=4&before=${next}`);
      all.push(...page.entries);
      next = page.next;
    }
    const { total } = await site.database.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(all).toHaveLength(total);
    const ids = all.map(({ _id }) => Number(_id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    const logins = (await audit(`action=login&adminId=${main.id}`)).entries;
    expect(logins.length).toBeGreaterThan(0);
    expect(logins.every((entry) => entry.action === 'login')).toBe(true);
    expect((await audit(`to=${new Date(0).toISOString()}`)).entries).toEqual([]);
    expect((await audit(`from=${new Date(0).toISOString()}&limit=200`)).entries).toHaveLength(Math.min(total, 200));
    const { at } = await site.database.db.selectFrom('audit_log').select('at').orderBy('id').executeTakeFirstOrThrow();
    expect((await audit(`from=${at.toISOString()}&limit=200`)).entries).toHaveLength(total);
    expect((await audit(`to=${at.toISOString()}`)).entries).toEqual([]);
    expect((await callerOf(site, main.cookie)('GET', '/audit?from=2016-12-31T23:59:60Z')).statusCode).toBe(400);
  });
});
