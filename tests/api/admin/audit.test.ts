import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, roles } from '#contract/values/accounts.ts';
import { auditEntities } from '#contract/values/audit.ts';
import { makeToken } from '../../support/api-token.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
let admin: SignedInAdmin;
let editor: SignedInAdmin;
let colleague: SignedInAdmin;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ rateLimit: 1000 });
  main = await createSignedInAdmin(site, 'main_admin');
  admin = await createSignedInAdmin(site, 'admin');
  editor = await createSignedInAdmin(site, 'admin');
  colleague = await createSignedInAdmin(site, 'admin');
  call = callerOf(site, admin.cookie);
});
afterAll(() => site.stop());

interface Entry {
  _id: string;
  admin: string;
  adminId: string | null;
  ip: string | null;
  action: string;
  entity: string;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const read = async ({ cookie }: SignedInAdmin, query: string): Promise<{ entries: Entry[]; next: string | null }> =>
  (await callerOf(site, cookie)('GET', `/audit?${query}`)).json();

const audit = (query = '') => read(main, query);

const csvOf = async ({ cookie }: SignedInAdmin, query = '') =>
  (await fetch(`${site.url}/api/audit/export?${query}`, { headers: { cookie } })).text();

const addNetwork = async ({ cookie }: SignedInAdmin, name: string): Promise<string> =>
  (
    await callerOf(site, cookie)('POST', '/networks', { name, url: `https://example.com/${encodeURIComponent(name)}` })
  ).json().network._id;

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

describe('an admin who is not a main admin', () => {
  it('reads their own changes, and nobody else’s', async () => {
    await addNetwork(editor, 'Own row');
    await addNetwork(colleague, 'Row of a colleague');
    for (const query of ['', `adminId=${colleague.id}`, 'entity=network', 'entity=admin', 'adminId=0', 'search=row']) {
      const { entries } = await read(editor, query);
      expect(entries.filter(({ adminId }) => adminId !== String(editor.id))).toEqual([]);
    }
    expect((await read(editor, 'entity=network')).entries).toHaveLength(1);
    expect((await read(editor, 'action=login')).entries).toHaveLength(1);
    expect(await csvOf(editor)).not.toContain('Row of a colleague');
  });

  it('reads the whole history of a record of the catalogue, without IP addresses of others', async () => {
    const id = await addNetwork(colleague, 'Shared row');
    await callerOf(site, editor.cookie)('PUT', `/networks/${id}`, { category: 'social' });
    const { entries } = await read(editor, `entity=network&entityId=${id}`);
    expect(entries.map(({ admin, action, ip }) => [admin, action, ip])).toEqual([
      [editor.username, 'update', '127.0.0.1'],
      [colleague.username, 'create', null],
    ]);
    expect(await csvOf(editor, `entity=network&entityId=${id}`)).not.toMatch(/"127.0.0.1"[^"]*$/);
    expect((await read(main, `entity=network&entityId=${id}`)).entries[1]?.ip).toBe('127.0.0.1');
  });

  it('cannot read the history of an account', async () => {
    expect((await read(editor, `entity=admin&entityId=${colleague.id}`)).entries).toEqual([]);
    expect((await read(main, `entity=admin&entityId=${colleague.id}`)).entries.length).toBeGreaterThan(0);
  });
});

describe('the sections of the audit log', () => {
  const signedIn: Partial<Record<Role, SignedInAdmin>> = {};
  beforeAll(async () => {
    for (const role of roles) signedIn[role] = await createSignedInAdmin(site, role);
  });
  const as = (role: Role) => signedIn[role] ?? admin;

  it('are those of the roles: nobody reads the history of what their role may not see', async () => {
    const readers = async (entity: string) => {
      await sql`insert into audit_log (admin, action, entity, entity_id) values ('Somebody else', 'update', ${entity}, '777')`.execute(
        site.database.db,
      );
      const may: string[] = [];
      for (const role of roles) {
        const { entries } = await read(as(role), `entity=${entity}&entityId=777`);
        if (entries.length > 0 && role !== 'main_admin') may.push(role);
      }
      return may.join(' ');
    };
    const catalogue = 'star tag list_text synonym search_redirect bulk_change import_source import link';
    const expected: Record<string, string> = {
      ...Object.fromEntries(['video', 'records'].map((entity) => [entity, 'admin editor moderator'])),
      ...Object.fromEntries(catalogue.split(' ').map((entity) => [entity, 'admin editor'])),
      ...Object.fromEntries(['network', 'channel', 'file_link'].map((entity) => [entity, 'admin finance'])),
      ...Object.fromEntries(
        ['case', 'hash_list', 'kept_link', 'kept_picture', 'block'].map((entity) => [entity, 'admin moderator']),
      ),
      mail: 'moderator',
    };
    const found: Record<string, string> = {};
    for (const entity of auditEntities) found[entity] = await readers(entity);
    expect(found).toEqual(Object.fromEntries(auditEntities.map((entity) => [entity, expected[entity] ?? ''])));
    for (const entity of ['video', 'case'])
      expect(await csvOf(as('finance'), `entity=${entity}&entityId=777`)).not.toContain('Somebody else');
  });

  it('hold for API tokens, too', async () => {
    const id = await addNetwork(colleague, 'Row for a token');
    const token = await makeToken(site, as('editor'), {});
    const answer = (await token.call('GET', `/audit?entity=network&entityId=${id}`)).json();
    expect(answer).toMatchObject({ success: true, entries: [] });
  });

  it('end with the role: own changes of the old section are no longer listed, sign-ins are', async () => {
    const changing = await createSignedInAdmin(site, 'finance');
    await addNetwork(changing, 'Row of a former finance');
    expect((await read(changing, 'search=former')).entries).toHaveLength(1);
    await site.database.db.updateTable('admins').set({ role: 'editor' }).where('id', '=', changing.id).execute();
    expect((await read(changing, '')).entries.map(({ entity }) => entity)).toEqual(['admin']);
    expect(await csvOf(changing)).not.toContain('former finance');
  });

  it('shows the records of a post in its history, and in lists only to those who may export them', async () => {
    for (const [role, isListed] of [
      ['editor', false],
      ['admin', false],
      ['main_admin', true],
    ] as const) {
      const asRole = callerOf(site, as(role).cookie);
      const records = {
        source: 'Studio tape',
        rightsHolder: 'Quay Films',
        consent: 'Signed',
        recordDate: '2026-01-31',
      };
      const link = `https://example.com/records-${role}`;
      const { _id } = (
        await asRole('POST', '/postdata', { ...post, titel: `Records ${role}`, link, ...records })
      ).json().post;
      const history = (await read(as(role), `entity=video&entityId=${_id}`)).entries;
      expect(history[0]?.after).toMatchObject(records);
      const [listed] = (await read(as(role), `entity=video&adminId=${as(role).id}`)).entries;
      expect(listed?.after).toMatchObject({ title: `Records ${role}` });
      const csv = await csvOf(as(role), `adminId=${as(role).id}`);
      expect(csv).toContain(`Records ${role}`);
      expect([role, 'consent' in (listed?.after ?? {}), csv.includes('Quay Films')]).toEqual([
        role,
        isListed,
        isListed,
      ]);
    }
  });
});

describe('a search of the audit log', () => {
  it('is searched by the name that a record has or had, whatever its case and accents', async () => {
    const id = await addNetwork(editor, 'Böse Überraschung');
    await callerOf(site, editor.cookie)('DELETE', `/networks/${id}`);
    const found = (await read(main, 'search=uberraschung%20BOSE')).entries;
    expect(found.map(({ action, entityId }) => [action, entityId])).toEqual([
      ['delete', id],
      ['create', id],
    ]);
    expect((await read(main, 'search=unheard-of')).entries).toEqual([]);
  });

  it('lists changes without an account apart', async () => {
    await callerOf(site)('POST', '/adminlogin', { username: 'nobody-here', password: 'wrong password' });
    const { entries } = await read(main, 'adminId=0');
    expect(entries.map(({ action, adminId }) => [action, adminId])).toContainEqual(['failed_login', null]);
    expect(entries.every(({ adminId }) => adminId === null)).toBe(true);
  });
});

describe('the export', () => {
  it('is a CSV file in sentences, in which nothing is a formula', async () => {
    const id = await addNetwork(editor, '=HYPERLINK("https://example.com")');
    await callerOf(site, editor.cookie)('PUT', `/networks/${id}`, { description: '-1+1, "quoted"\nnext line' });
    const response = await fetch(`${site.url}/api/audit/export?entity=network&entityId=${id}`, {
      headers: { cookie: main.cookie },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = await response.text();
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    expect(head).toContain('"When","Who","What","Kind","Id","Name","Changed","From IP address"');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"edited network “=HYPERLINK(""https://example.com"")”: description"');
    expect(lines[0]).toContain(`"'=HYPERLINK(""https://example.com"")"`);
    expect(lines[0]).toContain('"Description: -1+1, ""quoted""\nnext line"');
    const wide = await addNetwork(editor, '＝1+1');
    expect(await csvOf(main, `entity=network&entityId=${wide}`)).toContain(`"'＝1+1"`);
    for (const cell of text.matchAll(/(?<=^|,|\n)"([^"]|"")*"/g)) expect(cell[0]).not.toMatch(/^"[=+\-@\t\r]/);
  });

  it('has every entry once, newest first, also of a long log', async () => {
    // More than a page of a search looks at.
    await sql`insert into audit_log (at, admin, action, entity, entity_id, after)
      select now() - n * interval '1 second', 'Importer', 'create', 'synonym', n, jsonb_build_object('words', array['a', n::text])
      from generate_series(1, 10500) as n`.execute(site.database.db);
    const text = await csvOf(main, 'entity=synonym');
    const ids = [...text.matchAll(/^"[^"]+","Importer","[^"]+","synonym","(\d+)"/gm)].map(([, id]) => Number(id));
    expect(ids).toHaveLength(10_500);
    expect(ids).toEqual(Array.from({ length: 10_500 }, (_, n) => n + 1));
  });

  it('goes on where a search has looked at its share of a long log', async () => {
    const { entries, next } = await read(main, 'entity=synonym&search=10499');
    expect(entries).toEqual([]);
    expect(next).not.toBeNull();
    expect(await csvOf(main, 'entity=synonym&search=10499')).toContain('"synonym","10499"');
  });

  it('may be requested twenty times in ten minutes', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n++)
      statuses.push((await callerOf(site, main.cookie)('GET', '/audit/export?entity=none')).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});
