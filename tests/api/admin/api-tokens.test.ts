import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfToken } from '#domain/secrets.ts';
import { callerWithToken, makeToken } from '../../support/api-token.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

const newAdmin = () => createSignedInAdmin(site, 'admin');
const statusWith = async (token: string) => (await callerWithToken(site, token)('GET', '/posts')).statusCode;
const asMain: ReturnType<typeof callerOf> = (...call) => callerOf(site, main.cookie)(...call);

describe('an API token', () => {
  it('is shown once; the database has its hash, and lists have its beginning', async () => {
    const admin = await newAdmin();
    const { token } = await makeToken(site, admin, { name: 'Nightly script', scopes: ['read', 'posts'] });
    expect(token).toMatch(/^mq_[\w-]{43}$/);
    const { tokens } = (await callerOf(site, admin.cookie)('GET', '/admin/me/tokens')).json();
    expect(tokens).toMatchObject([
      {
        name: 'Nightly script',
        prefix: token.slice(0, 9),
        scopes: ['read', 'posts'],
        expiresAt: null,
        lastUsedAt: null,
      },
    ]);
    const rows = await site.database.db.selectFrom('api_tokens').selectAll().execute();
    expect(rows.find(({ name }) => name === 'Nightly script')?.token_hash).toEqual(hashOfToken(token));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('shows when it was last used', async () => {
    const admin = await newAdmin();
    const { call } = await makeToken(site, admin, {});
    expect((await call('GET', '/posts')).statusCode).toBe(200);
    const { tokens } = (await callerOf(site, admin.cookie)('GET', '/admin/me/tokens')).json();
    expect(tokens[0].lastUsedAt).toEqual(expect.stringMatching(/^\d{4}-/));
  });

  it('is told of in an email to its owner', async () => {
    const admin = await newAdmin();
    await makeToken(site, admin, { name: 'Nightly script' });
    const mails = site.database.db
      .selectFrom('outbox')
      .select(['subject', 'body'])
      .where('recipient', '=', admin.email);
    expect(await mails.execute()).toContainEqual({
      subject: expect.stringMatching(/^New API token/),
      body: expect.stringContaining('“Nightly script”'),
    });
  });

  it('that is unknown is refused with a sentence and a challenge', async () => {
    const response = await callerWithToken(site, 'mq_unknown')('GET', '/posts');
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="API"');
    expect(response.json().message).toBe('This API token is not valid: it was mistyped, revoked, or has expired.');
  });

  it('is looked for only so often when it is wrong, while good ones go on from the same place', async () => {
    const { call } = await makeToken(site, await newAdmin(), {});
    const statuses = new Set<number>();
    for (let n = 0; n < 30; n++) statuses.add(await statusWith(`mq_wrong${n}`));
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await call('GET', '/posts')).statusCode).toBe(200);
  });

  it('that has expired is refused', async () => {
    const { token, id } = await makeToken(site, await newAdmin(), { expiresInDays: 7 });
    expect(await statusWith(token)).toBe(200);
    await site.database.db
      .updateTable('api_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', Number(id))
      .execute();
    expect(await statusWith(token)).not.toBe(200);
  });

  it('is another way in than a proxy’s own Authorization header, beside which cookies count', async () => {
    const headers = { cookie: main.cookie, authorization: 'Bearer of-the-proxy' };
    const response = await site.app.inject({ url: '/api/posts', headers });
    expect(response.statusCode).toBe(200);
  });

  it('may be sent from a page of another site, which cookies may not', async () => {
    const { call } = await makeToken(site, await newAdmin(), { scopes: ['posts'] });
    const origin = { origin: 'https://elsewhere.example.com' };
    expect((await call('POST', '/postdata', {}, origin)).statusCode).toBe(400);
    const withCookie = await site.app.inject({
      method: 'POST',
      url: '/api/postdata',
      headers: { ...origin, cookie: main.cookie },
      payload: {},
    });
    expect(withCookie.statusCode).toBe(403);
  });

  it('says which scope it lacks', async () => {
    const { call } = await makeToken(site, await newAdmin(), { scopes: ['read'] });
    const response = await call('POST', '/postdata', {});
    expect([response.statusCode, response.json().message]).toEqual([403, 'This API token lacks the scope “posts”.']);
  });

  it('may do no more than its owner: an admin’s sees their own part of the audit log', async () => {
    const admin = await newAdmin();
    const { call } = await makeToken(site, admin, {});
    const { entries } = (await call('GET', '/audit')).json();
    expect(new Set(entries.map(({ admin: who }: { admin: string }) => who))).toEqual(new Set([admin.username]));
  });

  it('waits until its owner has changed a password that somebody else chose', async () => {
    const admin = await newAdmin();
    const { token } = await makeToken(site, admin, {});
    await site.database.db
      .updateTable('admins')
      .set({ must_change_password: true })
      .where('id', '=', admin.id)
      .execute();
    expect(await statusWith(token)).toBe(403);
  });

  it('is named beside the changes that are made with it', async () => {
    const admin = await newAdmin();
    const { call } = await makeToken(site, admin, { name: 'Nightly script', scopes: ['posts'] });
    const post = { titel: 'Quiet harbour', imageUrl: '/art/1.svg', Category: 'english' };
    const { _id } = (await call('POST', '/postdata', post)).json().post;
    const { entries } = (await asMain('GET', `/audit?entity=video&entityId=${_id}`)).json();
    expect(entries).toMatchObject([{ admin: admin.username, token: 'Nightly script', action: 'create' }]);
    const csv = await asMain('GET', `/audit/export?entity=video&entityId=${_id}`);
    expect(csv.body).toContain(`"${admin.username} (API token “Nightly script”)"`);
  });

  it('is made and revoked in the audit log', async () => {
    const admin = await newAdmin();
    const { id } = await makeToken(site, admin, { name: 'Short-lived' });
    await callerOf(site, admin.cookie)('DELETE', `/admin/me/tokens/${id}`);
    const { entries } = (await asMain('GET', `/audit?entity=api_token&entityId=${id}`)).json();
    expect(entries).toMatchObject([
      { action: 'revoke', before: { name: 'Short-lived', username: admin.username } },
      { action: 'create', after: { name: 'Short-lived', scopes: ['read'] } },
    ]);
  });

  it('cannot be made without end', async () => {
    const admin = await newAdmin();
    for (let n = 0; n < 20; n++) await makeToken(site, admin, {});
    const more = await callerOf(site, admin.cookie)('POST', '/admin/me/tokens', { name: 'One more', scopes: ['read'] });
    expect([more.statusCode, more.json().message]).toEqual([
      409,
      'You already have 20 API tokens. Revoke one that you no longer use.',
    ]);
  });
});

describe('an API token stops working', () => {
  const revocations: Record<string, (admin: SignedInAdmin, id: string) => Promise<{ statusCode: number }>> = {
    'when its owner revokes it': ({ cookie }, id) => callerOf(site, cookie)('DELETE', `/admin/me/tokens/${id}`),
    'when a main admin revokes it': (_, id) => asMain('DELETE', `/admin/tokens/${id}`),
    'when its owner is deleted': ({ id }) => asMain('DELETE', `/admin/${id}`),
    'when its owner is deactivated': ({ id }) => asMain('PATCH', `/admin/${id}/toggle-status`),
    'when its owner gets another role': ({ id }) => asMain('PATCH', `/admin/${id}`, { role: 'main_admin' }),
    'when the password of its owner is reset': ({ id }) =>
      asMain('POST', `/admin/${id}/password`, { password: 'violet-lamp-seven' }),
    'when the second factor of its owner is reset': ({ id }) => asMain('DELETE', `/admin/${id}/second-factor`),
  };
  it.each(Object.entries(revocations))('%s, and that is recorded', async (_, revoke) => {
    const admin = await newAdmin();
    const { id, token } = await makeToken(site, admin, {});
    expect(await statusWith(token)).toBe(200);
    expect((await revoke(admin, id)).statusCode).toBe(200);
    expect(await statusWith(token)).not.toBe(200);
    const { entries } = (await asMain('GET', `/audit?entity=api_token&entityId=${id}`)).json();
    expect(entries[0].action).toBe('revoke');
  });

  it('but not because somebody else says so', async () => {
    const { id, token } = await makeToken(site, await newAdmin(), {});
    const other = callerOf(site, (await newAdmin()).cookie);
    expect((await other('DELETE', `/admin/me/tokens/${id}`)).statusCode).toBe(404);
    expect(await statusWith(token)).toBe(200);
  });
});

it('the documentation says which calls take a token', async () => {
  const { components, paths } = (await site.app.inject({ url: '/api/docs/json' })).json();
  expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
  const securityOf = (path: string, method: string) => (paths[path] ?? paths[`/api${path}`])[method].security;
  expect(securityOf('/postdata', 'post')).toEqual([{ session: [] }, { token: ['posts'] }]);
  expect(securityOf('/admin/all', 'get')).toEqual([{ session: [] }]);
  expect(securityOf('/tags', 'get')).toEqual([{}, { session: [] }, { token: ['read'] }]);
});

describe('the examples of docs/api.md, each run by a shell', () => {
  const run = promisify(execFile);

  const examples = [...readFileSync('docs/api.md', 'utf8').matchAll(/^```sh\n(.+?)^```$/gms)].map(
    ([, text = '']) => text,
  );

  let folder: string;
  let token: string;
  let post = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marquee-examples-'));
    const admin = await createSignedInAdmin(site, 'main_admin');
    const listed = { titel: 'Rooftop', imageUrl: '/art/1.svg', Category: 'english', tags: ['Rooftops'] };
    await callerOf(site, admin.cookie)('POST', '/postdata', listed);
    ({ token } = await makeToken(site, admin, { name: 'Examples', scopes: ['read', 'posts', 'import'] }));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('there are examples of reading, exporting, adding, changing and deleting', () => {
    expect(examples).toHaveLength(7);
  });

  it.each(examples)('%s', async (example) => {
    const env = { ...process.env, SITE: site.url, TOKEN: token, POST: post };
    const { stdout } = await run('sh', ['-ec', example], { cwd: folder, env });
    const file = /-o (\S+)/.exec(example)?.[1];
    if (file) expect(readFileSync(join(folder, file)).length).toBeGreaterThan(0);
    else expect(JSON.parse(stdout)).toMatchObject({ success: true });
    if (example.includes('/api/postdata')) post = JSON.parse(stdout).post._id;
  });
});
