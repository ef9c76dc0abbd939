import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '#api/http/cookies.ts';
import type { Access, Route } from '#contract/calls/route.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';
import { type Role, type TokenScope, tokenScopes } from '#contract/values/accounts.ts';
import { createApiToken } from '#domain/accounts/api-tokens.ts';
import { openSession } from '#domain/accounts/sessions.ts';
import { system } from '#domain/audit-log.ts';
import { addAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

/** How to make a call without affecting the others, and the status for callers who may make it. */
interface Try {
  params?: Record<string, string>;
  body?: object;
  admitted: number;
}

const lists = { admitted: 200 };
const missing = { admitted: 404 };
const incomplete = { body: {}, admitted: 400 };

/** By default, records of a path are missing, bodies and forms are incomplete, and lists are empty. */
const tryOf = (name: RouteName, { path, body, form }: Route): Try => {
  const special = specialTries[name];
  if (special) return special;
  // A body that may be missing has no properties of its own.
  if (form || (body && 'properties' in body)) return incomplete;
  return path.includes(':') ? missing : lists;
};

const specialTries: Partial<Record<RouteName, Try>> = {
  getArchiveDays: { params: { month: '2026-11' }, admitted: 200 },
  getArchivePosts: { params: { day: '2026-11-16' }, admitted: 200 },
  updateViews: { body: { views: 1 }, admitted: 404 },
  getTagImages: { body: { tags: [] }, admitted: 200 },
  getRenamedTags: { body: { tags: [] }, admitted: 200 },
  getTagMetadata: lists,
  getTagPosts: lists,
  getPornstar: lists,
  getPornstarMetadata: lists,
  getPornstarImages: { body: { names: [] }, admitted: 200 },
  updateSynonym: { body: { words: ['quiet', 'calm'] }, admitted: 404 },
  updateSearchRedirect: { body: { path: '/tags' }, admitted: 404 },
  getReportStatus: { params: { token: 'none' }, admitted: 404 },
  answerReport: { params: { token: 'none' }, body: { text: 'Quiet' }, admitted: 404 },
  objectToReport: { params: { token: 'none' }, body: { text: 'Quiet' }, admitted: 404 },
  requestReportConfirmation: { params: { token: 'none' }, body: { email: 'ida@example.com' }, admitted: 404 },
  getConfirmationChallenge: { params: { token: 'none' }, admitted: 404 },
  confirmReportEmail: { params: { token: 'none' }, body: { code: 'none' }, admitted: 404 },
  withdrawReport: { params: { token: 'none' }, admitted: 404 },
  getInfoPage: { params: { page: 'terms' }, admitted: 200 },
  getTransparency: missing,
  getListText: { params: { kind: 'list' }, admitted: 404 },
  saveListText: { params: { kind: 'list' }, ...incomplete },
  saveSettings: { body: { siteName: '' }, admitted: 400 },
  removeAuthenticatorApp: missing,
  renamePasskey: { body: { name: 'Laptop' }, admitted: 404 },
  renewRecoveryCodes: { admitted: 409 },
  changeAdmin: { ...missing, body: { role: 'admin' } },
  resetAdminPassword: { ...missing, body: { password: 'violet-lamp-7' } },
  updatePost: { body: { titel: 'Quiet harbour' }, admitted: 404 },
  getCalendar: { admitted: 400 },
  removeKept: { params: { kind: 'link' }, body: { reason: 'A mistake' }, admitted: 404 },
  checkKeptLink: { admitted: 400 },
  withholdHashMatches: { body: { kind: 'minor' }, admitted: 404 },
  withholdMirrorMatches: { body: {}, admitted: 404 },
  keepMirrorMatches: { body: {}, admitted: 404 },
  keepHashMatches: { body: {}, admitted: 404 },
  updateStar: { body: { description: 'Quiet' }, admitted: 404 },
  getName: { params: { kind: 'tag' }, admitted: 404 },
  renameName: { params: { kind: 'tag' }, body: { name: 'Quiet' }, admitted: 404 },
  mergeNames: { params: { kind: 'tag' }, body: { from: ['quiet'] }, admitted: 404 },
  addNameAlias: { params: { kind: 'tag' }, body: { name: 'Quiet' }, admitted: 404 },
  splitName: { params: { kind: 'tag' }, body: { alias: 'quiet' }, admitted: 404 },
  describeName: { params: { kind: 'tag' }, body: { description: '', image: '' }, admitted: 404 },
  getDuplicateNames: { params: { kind: 'tag' }, admitted: 200 },
  findNewNames: { params: { kind: 'tag' }, body: { names: ['quiet'] }, admitted: 200 },
  markDistinctNames: { params: { kind: 'tag' }, body: { one: 'quiet', other: 'quit' }, admitted: 404 },
  updateNetwork: { body: { description: 'Quiet' }, admitted: 404 },
  rejectSubmission: { body: { reason: 'Too loud' }, admitted: 404 },
  updateChannel: { body: { description: 'Quiet' }, admitted: 404 },
  updateFileLink: { body: { description: 'Quiet' }, admitted: 404 },
  getDeleted: { params: { kind: 'stars' }, admitted: 200 },
  restoreDeleted: { params: { kind: 'stars' }, admitted: 404 },
  getLinkStates: { body: { links: [] }, admitted: 200 },
  trustLinkHost: { body: { host: 'unknown.example' }, admitted: 404 },
  sendUploadPart: { admitted: 400 },
  previewImport: { body: {}, admitted: 404 },
  runImport: { body: {}, admitted: 404 },
  getImportRows: { admitted: 400 },
  exportImportRows: { admitted: 400 },
  countClick: { body: { kind: 'play', target: '999', openMs: 1000 }, admitted: 200 },
  setImportSourceLogin: { body: { username: '', secret: '' }, admitted: 404 },
  startSeoCheck: { admitted: 409 },
  startBackup: { admitted: 409 },
  cancelSeoCheck: { params: { id: '999' }, admitted: 409 },
  undoBundle: { body: { decided: [] }, admitted: 200 },
  recordCaseOpening: { body: { version: 1 }, admitted: 404 },
  decideCase: { body: { urls: [], decision: 'keep', reason: 'Nothing was found.' }, admitted: 404 },
  askReporter: { body: { question: 'Which one is it?' }, admitted: 404 },
  eraseReporter: { body: { version: 1 }, admitted: 404 },
  addCaseNote: { body: { text: 'A note' }, admitted: 404 },
  stopCounterNotice: { params: { id: '999999', notice: '1' }, admitted: 404 },
  restoreByCounterNotice: { params: { id: '999999', notice: '1' }, admitted: 404 },
};

const nobody = 401;
const notEnough = 403;

/** Stated again here, so that a slip in the contract's own table is noticed. */
const admittedBy: Record<Access, string[]> = {
  anyone: ['visitor', 'ended session', 'deactivated admin', 'admin', 'editor', 'moderator', 'finance'],
  admin: ['admin', 'editor', 'moderator', 'finance'],
  catalogue: ['admin', 'editor'],
  posts: ['admin', 'editor', 'moderator'],
  removals: ['admin', 'moderator'],
  identities: ['moderator'],
  submissions: ['admin', 'moderator', 'finance'],
  partners: ['admin', 'finance'],
  deleted: ['admin', 'editor', 'finance'],
  main_admin: [],
};
const withoutSession = ['visitor', 'ended session', 'deactivated admin'];

const expectedStatus = (access: Access, role: string, admitted: number) => {
  if (role === 'main admin' || admittedBy[access].includes(role)) return admitted;
  return withoutSession.includes(role) ? nobody : notEnough;
};

let site: TestSite;
const admins = new Map<string, number>();

const make = (username: string, role: Role) =>
  addAdmin(site, { username, email: `${username}@example.com`, password: 'of no matter here', role });

beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.database;
  for (const who of ['ended', 'inactive', 'ordinary']) admins.set(who, await make(who, 'admin'));
  for (const role of ['editor', 'moderator', 'finance'] as const) admins.set(role, await make(role, role));
  admins.set('main', await make('main', 'main_admin'));
  // Another main admin, whose session the one above cannot end with their own.
  admins.set('bystander', await make('bystander', 'main_admin'));
  for (const who of ['ended', 'inactive', 'bystander']) lasting.set(who, await cookieFor(who));
  await db
    .deleteFrom('sessions')
    .where('admin_id', '=', admins.get('ended') ?? 0)
    .execute();
  for (const [name, kind] of Object.entries(tokenKinds)) await makeToken(name, kind);
  // One that runs keeps the calls from starting another.
  await db.insertInto('seo_checks').values({ started_by: 'main' }).execute();
  await db
    .updateTable('admins')
    .set({ is_active: false })
    .where('id', '=', admins.get('inactive') ?? 0)
    .execute();
});
afterAll(() => site.stop());

const tokenKinds: Record<string, { scopes: TokenScope[]; draftsOnly: boolean }> = {
  read: { scopes: ['read'], draftsOnly: false },
  posts: { scopes: ['posts'], draftsOnly: false },
  import: { scopes: ['import'], draftsOnly: false },
  'all scopes': { scopes: [...tokenScopes], draftsOnly: false },
  drafts: { scopes: ['posts'], draftsOnly: true },
};
const tokens = new Map<string, string>();

const makeToken = async (name: string, kind: { scopes: TokenScope[]; draftsOnly: boolean }) => {
  const change = { adminId: admins.get('main') ?? 0, actor: system, site: site.config };
  const made = { name, expiresInDays: null, partnerId: null, dailyLimit: 1000, ...kind };
  tokens.set(name, (await createApiToken(site.database.db, change, made)).token);
};

const cookieFor = async (who: string) => {
  const token = await openSession(site.database.db, admins.get(who) ?? 0, { ip: null, userAgent: '' });
  return `${sessionCookieName(site.config.siteUrl)}=${token}`;
};
/** Of sessions that no call can end, because they are worth nothing or the call is not made with them. */
const lasting = new Map<string, string>();

const roles: Record<string, () => Promise<string>> = {
  visitor: async () => '',
  'ended session': async () => lasting.get('ended') ?? '',
  'deactivated admin': async () => lasting.get('inactive') ?? '',
  // A new session for every call, because some calls end their own session.
  admin: () => cookieFor('ordinary'),
  editor: () => cookieFor('editor'),
  moderator: () => cookieFor('moderator'),
  finance: () => cookieFor('finance'),
  'main admin': () => cookieFor('main'),
};

const pathOf = ({ path }: Route, params: Record<string, string>) =>
  `/api${path.replace(/:(\w+)/g, (_, name) => params[name] ?? 'nobody')}`;

describe('who may make each call', () => {
  it.each(Object.entries(routes) as [RouteName, Route][])('%s', async (name, route) => {
    const { params, body, admitted } = tryOf(name, route);
    const statuses: Record<string, number> = {};
    for (const [role, cookie] of Object.entries(roles)) {
      const response = await site.app.inject({
        method: route.method,
        url: pathOf(route, { id: '999999999', ...params }),
        headers: { cookie: await cookie() },
        ...(body ? { payload: body } : {}),
      });
      statuses[role] = response.statusCode;
      if (response.statusCode >= 400) expect(response.json()).toMatchObject({ success: false });
    }
    const may = (role: string) =>
      // Each role sees what it may delete: finance no stars.
      route.access === 'deleted' && role === 'finance' ? notEnough : expectedStatus(route.access, role, admitted);
    expect(statuses).toEqual(Object.fromEntries(Object.keys(roles).map((role) => [role, may(role)])));
  });

  it.each(Object.entries(routes) as [RouteName, Route][])('%s with an API token', async (name, route) => {
    const { params, body, admitted } = tryOf(name, route);
    // Where no scope helps, those that have all of them stand for the others.
    const helped = route.access === 'anyone' || route.tokenScopes !== undefined;
    for (const [kind, { scopes }] of Object.entries(tokenKinds)) {
      if (!helped && scopes.length < tokenScopes.length) continue;
      const { statusCode } = await site.app.inject({
        method: route.method,
        url: pathOf(route, { id: '999999999', ...params }),
        // The cookie of somebody who may do everything counts for nothing beside a token.
        headers: { cookie: lasting.get('bystander') ?? '', authorization: `Bearer ${tokens.get(kind)}` },
        ...(body ? { payload: body } : {}),
      });
      const mayCall = route.access === 'anyone' || route.tokenScopes?.some((scope) => scopes.includes(scope));
      expect([kind, statusCode]).toEqual([kind, mayCall ? admitted : notEnough]);
    }
  });

  it('with an API token never is whoever has the cookie: it did not even end the session', async () => {
    const { statusCode } = await site.app.inject({
      url: '/api/admin/me',
      headers: { cookie: lasting.get('bystander') ?? '' },
    });
    expect(statusCode).toBe(200);
  });

  it('with an API token is decided by the entry: lists for read, posts and pictures for posts', () => {
    const callsOf = (scope: TokenScope) =>
      (Object.entries(routes) as [RouteName, Route][])
        .flatMap(([name, { tokenScopes: named }]) => (named?.includes(scope) ? name : []))
        .sort();
    const posts = 'addPost deletePost deleteVideo getPost updatePost uploadImage';
    expect(callsOf('posts')).toEqual(posts.split(' '));
    const reads = (Object.values(routes) as Route[]).filter(({ tokenScopes: named }) => named?.includes('read'));
    expect(reads.filter(({ method }) => method !== 'GET')).toEqual([]);
    const proved = (Object.values(routes) as Route[]).filter(({ freshProof }) => freshProof);
    expect(proved.filter(({ tokenScopes: named }) => named)).toEqual([]);
  });

  it('is main admins alone for calls that govern the site, and nobody without a session below /admin', () => {
    const all = Object.entries(routes) as [RouteName, Route][];
    const governing =
      'saveSettings previewInfoPage getAllSessions getAllTokens revokeAnyToken endAnySession endSessionsOfAdmin getAdmins createAdmin changeAdmin resetAdminPassword deleteAdmin toggleAdmin resetSecondFactor getBackups startBackup getSystem removeKept addHashList deleteHashList restoreHashList deleteImportSource';
    const forMainAdmins = all.flatMap(([name, { access }]) => (access === 'main_admin' ? name : []));
    expect(forMainAdmins).toEqual(expect.arrayContaining(governing.split(' ')));
    expect(all.filter(([, { access, path }]) => access === 'anyone' && path.startsWith('/admin/'))).toEqual([]);
  });

  it('is a role’s section: editors see no cases, moderators change no posts, finance sees neither', () => {
    const all = Object.entries(routes) as [RouteName, Route][];
    const sectionsOf = (names: string) =>
      [...new Set(names.split(' ').map((name) => all.find(([each]) => each === name)?.[1].access))].join(' ');
    expect(sectionsOf('addPost updatePost deletePost startBulkChange runImport mergeNames')).toBe('catalogue');
    expect(sectionsOf('getCases getCase decideCase addBlock')).toBe('removals');
    expect(sectionsOf('exportCases exportCase eraseReporter getOutbox getMail exportRecords')).toBe('identities');
    expect(sectionsOf('approveSubmission rejectSubmission')).toBe('submissions');
    expect(sectionsOf('markPaid addNetwork getResults exportResults')).toBe('partners');
    expect(sectionsOf('exportCatalogue saveSettings')).toBe('main_admin');
  });

  it('is told by the refusal, with the role and who may', async () => {
    const refused = await site.app.inject({ url: '/api/removals', headers: { cookie: await cookieFor('editor') } });
    expect(refused.json()).toEqual({
      success: false,
      message:
        'Your role is “Editor”. This is for moderators, admins, and main admins: ask a main admin for another role, or one of them to do it.',
    });
  });

  it('is tested for every call that is served', async () => {
    const documented = await site.app.inject({ url: '/api/docs/json' });
    const printed: Record<string, object> = documented.json().paths;
    const served = Object.entries(printed).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
    );
    const known = Object.values(routes).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const calls = served.filter((call) => !call.startsWith('GET /art/'));
    expect(calls.filter((call) => !known.includes(call))).toEqual([]);
    expect(calls).toHaveLength(known.length);
  });
});
