import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
let editor: SignedInAdmin;
let colleague: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite({ rateLimit: 1000 });
  main = await createSignedInAdmin(site, 'main_admin');
  editor = await createSignedInAdmin(site, 'admin');
  colleague = await createSignedInAdmin(site, 'admin');
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
}

const read = async ({ cookie }: SignedInAdmin, query: string): Promise<{ entries: Entry[]; next: string | null }> =>
  (await callerOf(site, cookie)('GET', `/audit?${query}`)).json();

const csvOf = async ({ cookie }: SignedInAdmin, query = '') =>
  (await fetch(`${site.url}/api/audit/export?${query}`, { headers: { cookie } })).text();

const addNetwork = async ({ cookie }: SignedInAdmin, name: string): Promise<string> =>
  (await callerOf(site, cookie)('POST', '/networks', { name, url: 'https://example.com/n' })).json().network._id;

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

describe('the audit log', () => {
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
    await sql`insert into audit_log (at, admin, action, entity, entity_id, after)
      select now() - n * interval '1 second', 'Importer', 'create', 'synonym', n, jsonb_build_object('words', array['a', n::text])
      from generate_series(1, 50000) as n`.execute(site.database.db);
    const text = await csvOf(main, 'entity=synonym');
    const ids = [...text.matchAll(/^"[^"]+","Importer","[^"]+","synonym","(\d+)"/gm)].map(([, id]) => Number(id));
    expect(ids).toHaveLength(50_000);
    expect(ids).toEqual(Array.from({ length: 50_000 }, (_, n) => n + 1));
  });

  it('goes on where a search has looked at its share of a long log', async () => {
    const { entries, next } = await read(main, 'entity=synonym&search=49999');
    expect(entries).toEqual([]);
    expect(next).not.toBeNull();
    expect(await csvOf(main, 'entity=synonym&search=49999')).toContain('"synonym","49999"');
  });

  it('may be requested twenty times in ten minutes', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n++)
      statuses.push((await callerOf(site, main.cookie)('GET', '/audit/export?entity=none')).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});
