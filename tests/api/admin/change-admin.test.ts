import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

const as = (admin: SignedInAdmin) => callerOf(site, admin.cookie);
const change = (target: SignedInAdmin, body: object, by = main) => as(by)('PATCH', `/admin/${target.id}`, body);
const accountOf = async ({ id }: SignedInAdmin) =>
  site.database.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const messagesTo = async (email: string) =>
  (
    await site.database.db.selectFrom('outbox').select('subject').where('recipient', '=', email).orderBy('id').execute()
  ).map(({ subject }) => subject);

describe('the email of another admin', () => {
  it('is changed, which ends the sessions and tells both emails', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const email = `moved-${admin.id}@example.com`;
    const changed = await change(admin, { email });
    expect(changed.json()).toMatchObject({ success: true, admin: { email, role: 'admin' } });
    expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await signIn(site, email, admin.password)).response.statusCode).toBe(200);
    for (const recipient of [admin.email, email])
      expect(await messagesTo(recipient)).toContain('The email of your account on Marquee was changed');
  });

  it('is refused if it is taken or no email', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    expect((await change(admin, { email: main.email.toUpperCase() })).statusCode).toBe(409);
    expect((await change(admin, { email: 'nobody' })).statusCode).toBe(400);
    expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(200);
  });
});

describe('the role of another admin', () => {
  it('is changed both ways, audited, and the other main admins hear of a new one', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    expect((await change(admin, { role: 'main_admin' })).statusCode).toBe(200);
    expect(await accountOf(admin)).toMatchObject({ role: 'main_admin', email: admin.email });
    expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(401);
    expect(await messagesTo(admin.email)).toContain('Your role on Marquee was changed');
    expect(await messagesTo(main.email)).toContain(`New main admin on Marquee: ${admin.username}`);
    expect((await change(admin, { role: 'admin' })).statusCode).toBe(200);
    expect(await accountOf(admin)).toMatchObject({ role: 'admin' });
    const entries = await site.database.db
      .selectFrom('audit_log')
      .select(['admin_id', 'before', 'after'])
      .where('entity', '=', 'admin')
      .where('entity_id', '=', String(admin.id))
      .where('action', '=', 'update')
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { admin_id: main.id, before: { role: 'admin' }, after: { role: 'main_admin' } },
      { admin_id: main.id, before: { role: 'main_admin' }, after: { role: 'admin' } },
    ]);
  });

  it('leaves sessions and the audit log alone if nothing changes', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    expect((await change(admin, { role: 'admin', email: admin.email })).statusCode).toBe(200);
    expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(200);
  });

  it('is nobody’s own to change, and not for other admins', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    expect((await change(main, { role: 'admin' })).statusCode).toBe(403);
    expect((await change(main, { role: 'admin' }, admin)).statusCode).toBe(403);
    expect(await accountOf(main)).toMatchObject({ role: 'main_admin' });
  });

  it('cannot be lost by all main admins: of two who demote each other at once, one stays', async () => {
    const others = await site.database.db.selectFrom('admins').select('id').where('role', '=', 'main_admin').execute();
    const [one, other] = [await createSignedInAdmin(site, 'main_admin'), await createSignedInAdmin(site, 'main_admin')];
    await site.database.db
      .updateTable('admins')
      .set({ role: 'admin' })
      .where(
        'id',
        'in',
        others.map(({ id }) => id),
      )
      .execute();
    try {
      const results = await Promise.all([change(other, { role: 'admin' }, one), change(one, { role: 'admin' }, other)]);
      const statuses = results.map(({ statusCode }) => statusCode).sort();
      expect(statuses[0]).toBe(200);
      // The second is no main admin any more, or not even signed in.
      expect([401, 403]).toContain(statuses[1]);
      const left = await site.database.db
        .selectFrom('admins')
        .select('id')
        .where('role', '=', 'main_admin')
        .where('is_active', '=', true)
        .execute();
      expect(left).toHaveLength(1);
    } finally {
      await site.database.db.updateTable('admins').set({ role: 'main_admin' }).where('id', '=', main.id).execute();
    }
  });
});

describe('the password of another admin', () => {
  const reset = (target: SignedInAdmin, password: string) =>
    as(main)('POST', `/admin/${target.id}/password`, { password });

  it('is reset: the sessions end, and the new one has to be changed', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    expect((await reset(admin, 'violet-lamp-7')).json()).toEqual({
      success: true,
      message: `The password of "${admin.username}" was reset.`,
    });
    expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await signIn(site, admin.email, admin.password)).response.statusCode).toBe(401);
    const again = await signIn(site, admin.email, 'violet-lamp-7');
    expect(again.response.json()).toMatchObject({ admin: { mustChangePassword: true } });
    expect(await messagesTo(admin.email)).toContain('Your password on Marquee was reset');
  });

  it('is refused if it is too short, and for main admins', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    expect((await reset(admin, 'abc')).statusCode).toBe(400);
    expect((await reset(await createSignedInAdmin(site, 'main_admin'), 'violet-lamp-7')).statusCode).toBe(403);
    expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(200);
  });
});
