import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindOfCases } from '#domain/cases/reminders.ts';
import { verifyCase } from '#domain/cases/signed-case.ts';
import { openCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ smtpUrl: 'smtp://127.0.0.1:9' });
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

let posts = 0;
const addPost = async (): Promise<string> => {
  posts += 1;
  const link = `https://example.com/watch/pier-${posts}`;
  const body = { imageUrl: `https://example.com/pier-${posts}.jpg`, titel: `Pier ${posts}`, link, Category: 'viral' };
  return (await call('POST', '/postdata', body)).json().post._id;
};
const statusOf = async (video: string) => (await visit('POST', `/getVideo/${video}`)).statusCode;
const read = async (id: string) => (await call('GET', `/removals/${id}`)).json().case;
const idsOf = async (query: string): Promise<string[]> =>
  (await call('GET', `/removals?${query}`)).json().cases.map(({ _id }: { _id: string }) => _id);
const closeAll = () => sql`update cases set status = 'decided' where true`.execute(site.database.db);

describe('the queue', () => {
  it('has what may show a minor first, then the rest by deadline, and what waits for an answer last', async () => {
    await closeAll();
    const late = await openCase(site, { kind: 'other', dueInHours: 90 });
    const overdue = await openCase(site, { kind: 'copyright', dueInHours: -2 });
    const minor = await openCase(site, { kind: 'minor', dueInHours: 20 });
    const asked = await openCase(site, { kind: 'personal_data', dueInHours: 1 });
    await call('POST', `/removals/${asked}/ask`, { question: 'Which one?' });
    expect(await idsOf('')).toEqual([minor, overdue, late, asked]);
    expect(await idsOf('overdue=yes')).toEqual([overdue]);
    expect(await idsOf('kind=copyright')).toEqual([overdue]);
    expect(await idsOf('status=asked')).toEqual([asked]);
    expect((await call('GET', '/removals?limit=2&page=2')).json()).toMatchObject({
      cases: [{ _id: late }, { _id: asked }],
      pagination: { totalCount: 4, totalPages: 2 },
    });
    const { waiting } = (await call('GET', '/dashboard/waiting')).json();
    expect(waiting).toMatchObject({ cases: 4, overdueCases: 1, nextCaseDueAt: expect.any(String) });
  });

  it('is searched by case number, email, URL of the post, reported URL and title', async () => {
    const video = await addPost();
    const id = await openCase(site, {
      kind: 'other',
      videoIds: [video],
      urls: ['https://elsewhere.example/odd-place'],
      email: 'Quill@Example.com',
    });
    const { number } = await read(id);
    for (const search of [number, 'quill@', `https://site.example/video/${video}-pier`, 'odd-place', 'Reported quay'])
      expect(await idsOf(`search=${encodeURIComponent(search)}`), search).toContain(id);
    for (const search of ['nobody@', 'https://site.example/video/999999', '%', 'odd_place'])
      expect(await idsOf(`search=${encodeURIComponent(search)}`), search).not.toContain(id);
  });
});

describe('a bundle', () => {
  it('shows how much one sender has sent, is decided at once, and can be undone', async () => {
    const [first, second] = [await addPost(), await addPost()];
    const flood = { kind: 'other', sender: 'flood', isWithheld: true } as const;
    const ids = [
      await openCase(site, { ...flood, videoIds: [first] }),
      await openCase(site, { ...flood, videoIds: [second], email: 'INA@example.com' }),
      await openCase(site, { ...flood, videoIds: [first, second], email: 'other@example.com' }),
    ];
    const unrelated = await openCase(site, { kind: 'minor', videoIds: [await addPost()], sender: 'somebody else' });
    expect(await read(ids[0] ?? '')).toMatchObject({ othersOfSender: 2 });
    expect((await idsOf('sender=flood')).sort()).toEqual([...ids].sort());
    const { bundle } = (await call('GET', '/removals/bundle?sender=flood')).json();
    expect(bundle).toMatchObject({ cases: 3, posts: 2, withheld: 2, minors: 0, emails: 2, releasable: 3 });
    const later = await openCase(site, { ...flood, videoIds: [first], isWithheld: false });

    const body = { sender: 'flood', upTo: bundle.newestId, seen: 3, decision: 'keep', reason: 'Mass notices.' };
    const { decided, remaining } = (await call('POST', '/removals/bundle/decide', body)).json();
    expect([decided.length, remaining]).toEqual([3, 0]);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    expect((await read(unrelated)).status).toBe('open');
    expect((await read(later)).status).toBe('open');
    const mails = await sql<{ recipient: string }>`
      select recipient from outbox where body like '%Mass notices.%'`.execute(site.database.db);
    expect(mails.rows.map(({ recipient }) => recipient).sort()).toEqual(['ina@example.com', 'other@example.com']);

    expect((await call('POST', '/removals/bundle/undo', { decided })).json()).toMatchObject({ undone: 3 });
    expect([await statusOf(first), await statusOf(second)]).toEqual([410, 410]);
    expect((await call('POST', '/removals/bundle/undo', { decided })).json()).toMatchObject({ undone: 0 });
  });
});

describe('a bundle about one post', () => {
  it('has the cases of every sender, and decides that post alone', async () => {
    const [post, other] = [await addPost(), await addPost()];
    const about = { kind: 'intimate_image', isComplete: false, isWithheld: true } as const;
    const alone = await openCase(site, { ...about, videoIds: [post], sender: 'first' });
    const both = await openCase(site, { ...about, videoIds: [post, other], sender: 'second', email: 'bo@example.com' });
    const unrelated = await openCase(site, { ...about, videoIds: [other], sender: 'first' });
    expect(await read(alone)).toMatchObject({ videoId: post, othersOfPost: 1 });
    expect((await idsOf(`video=${post}`)).sort()).toEqual([alone, both].sort());
    const { bundle } = (await call('GET', `/removals/bundle?video=${post}`)).json();
    expect(bundle).toMatchObject({
      cases: 2,
      posts: 1,
      withheld: 1,
      senders: 2,
      title: expect.stringMatching(/^Pier/),
    });

    const body = { video: post, upTo: bundle.newestId, seen: 2, decision: 'keep', reason: 'Only a pier.' };
    const { decided, remaining } = (await call('POST', '/removals/bundle/decide', body)).json();
    expect([decided.length, remaining]).toEqual([2, 0]);
    expect([await statusOf(post), await statusOf(other)]).toEqual([200, 410]);
    expect((await read(alone)).status).toBe('decided');
    expect(await read(both)).toMatchObject({ status: 'open', undecidedCount: 1 });
    expect((await read(unrelated)).status).toBe('open');
    const mails = await sql<{ body: string }>`
      select body from outbox where recipient = 'bo@example.com' and body like '%Only a pier.%'`.execute(
      site.database.db,
    );
    expect(mails.rows[0]?.body).toContain(`/video/${post}:`);

    expect((await call('POST', '/removals/bundle/undo', { decided })).json()).toMatchObject({ undone: 2 });
    expect(await statusOf(post)).toBe(410);
  });

  it('of neither a sender nor a post is empty', async () => {
    await openCase(site, { kind: 'other', videoIds: [await addPost()] });
    expect((await call('GET', '/removals/bundle')).json().bundle.cases).toBe(0);
    const body = { upTo: '999999', seen: 0, decision: 'keep', reason: 'Everything.' };
    expect((await call('POST', '/removals/bundle/decide', body)).json().decided).toEqual([]);
  });
});

describe('reminders', () => {
  const remind = (at = new Date()) =>
    remindOfCases(site.database.db, { siteName: 'Marquee', siteUrl: 'https://site.example' }, at);
  const remindersOf = async (id: string) =>
    (await read(id)).entries.filter(({ kind }: { kind: string }) => kind === 'reminder').length;

  it('go out once at half of the time and once two hours before its end, and not for what is decided', async () => {
    await closeAll();
    await remind();
    const id = await openCase(site, { kind: 'intimate_image', hoursAgo: 0, dueInHours: 48 });
    const done = await openCase(site, { kind: 'other', hoursAgo: 0, dueInHours: 48 });
    const { urls, version } = await read(done);
    await call('POST', `/removals/${done}/decide`, { urls, decision: 'keep', reason: 'Fine.', version });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(await remind(inHours(23))).toBe(0);
    expect(await remind(inHours(25))).toBe(1);
    expect(await remind(inHours(26))).toBe(0);
    expect(await remind(inHours(46.5))).toBe(1);
    expect(await remind(inHours(47))).toBe(0);
    expect(await remindersOf(id)).toBe(2);
    const admins = await site.database.db.selectFrom('admins').select('email').where('is_active', '=', true).execute();
    const mails = await sql<{ recipient: string; body: string }>`
      select recipient, body from outbox where event like ${`case ${id} reminder end %`}`.execute(site.database.db);
    expect(mails.rows.map(({ recipient }) => recipient).sort()).toEqual(admins.map(({ email }) => email).sort());
    expect(mails.rows[0]?.body).toContain(`https://site.example/admin/removals/${id}`);
  });

  it('tell of notices about minors as they arrive, many in one email, and go to the contact of the settings', async () => {
    await closeAll();
    await remind();
    const main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
    const { siteName: _, ...settings } = (await main('GET', '/settings')).json();
    await main('PUT', '/settings', { ...settings, safetyContact: 'safety@example.com' });
    const ids = [await openCase(site, { kind: 'other' }), await openCase(site, { kind: 'other' })];
    // Both at once: the site's own job may come first, and does the same.
    await sql`update cases set kind = 'minor' where id = any(${ids}::bigint[])`.execute(site.database.db);
    await remind();
    expect(await remind()).toBe(0);
    const { rows } = await sql<{ recipient: string; subject: string }>`
      select recipient, subject from outbox where event like ${`case ${ids[0]} reminder arrival %`}`.execute(
      site.database.db,
    );
    expect(rows).toEqual([{ recipient: 'safety@example.com', subject: expect.stringContaining('2 notices') }]);
  });

  it('tell of notices that could not hide everything, because others had used up the room', async () => {
    await closeAll();
    await remind();
    const id = await openCase(site, { kind: 'intimate_image' });
    await sql`update cases set flags = '{limit}' where id = ${id}`.execute(site.database.db);
    await remind();
    const { rows } = await sql<{ subject: string }>`
      select distinct subject from outbox where event like ${`case ${id} reminder visible %`}`.execute(
      site.database.db,
    );
    expect(rows).toEqual([{ subject: expect.stringContaining('A notice could not hide everything') }]);
  });
});

describe('a counter-notice', () => {
  const enter = async (id: string, receivedOn: string) => {
    const { urls, version } = await read(id);
    const body = {
      urls: [urls[0]._id],
      name: 'Odo Poster',
      statement: 'It was removed by mistake. I swear it.',
      consentsToJurisdiction: true,
      receivedOn,
      version,
    };
    return call('POST', `/removals/${id}/counter-notices`, body);
  };
  const removed = async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'copyright', videoIds: [video] });
    const { urls } = await read(id);
    await call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Infringes.' });
    return { id, video };
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  it('starts its clock, sends the claimant a copy, and cannot restore too early', async () => {
    const { id, video } = await removed();
    const { case: found } = (await enter(id, daysAgo(0))).json();
    const [notice] = found.counterNotices;
    expect(await idsOf('status=counter_notice')).toContain(id);
    const { rows } = await sql<{ body: string }>`
      select body from outbox where event like ${`case ${id} counter-notice %`}`.execute(site.database.db);
    expect(rows[0]?.body).toContain('It was removed by mistake.');
    const early = await call('POST', `/removals/${id}/counter-notices/${notice._id}/restore`, {});
    expect(early.statusCode).toBe(409);
    expect(await statusOf(video)).toBe(410);
    expect((await enter(id, daysAgo(0))).statusCode).toBe(409);
  });

  it('restores after ten business days, and the link may be listed again', async () => {
    const { id, video } = await removed();
    const link = `https://example.com/watch/pier-${posts}`;
    const { case: found } = (await enter(id, daysAgo(30))).json();
    const restored = await call('POST', `/removals/${id}/counter-notices/${found.counterNotices[0]._id}/restore`, {});
    expect(restored.json().case).toMatchObject({ urls: [{ decision: 'keep' }], counterNotices: [{ stoppedAt: null }] });
    expect(await statusOf(video)).toBe(200);
    await call('DELETE', `/deletepost/${video}`);
    const again = { imageUrl: 'https://example.com/x.jpg', titel: 'Again', link, Category: 'viral' };
    expect((await call('POST', '/postdata', again)).statusCode).toBe(200);
    expect(await idsOf('status=counter_notice')).not.toContain(id);
  });

  it('is stopped when the claimant has gone to court', async () => {
    const { id, video } = await removed();
    const { case: found } = (await enter(id, daysAgo(30))).json();
    const url = `/removals/${id}/counter-notices/${found.counterNotices[0]._id}`;
    expect((await call('POST', `${url}/stop`, {})).statusCode).toBe(200);
    expect((await call('POST', `${url}/restore`, {})).statusCode).toBe(409);
    expect(await statusOf(video)).toBe(410);
  });

  it('needs a removed URL of a copyright case, a real day, and consent', async () => {
    const other = await openCase(site, { kind: 'personal_data', videoIds: [await addPost()] });
    expect((await enter(other, daysAgo(0))).statusCode).toBe(409);
    const open = await openCase(site, { kind: 'copyright', videoIds: [await addPost()] });
    expect((await enter(open, daysAgo(0))).statusCode).toBe(409);
    const { id } = await removed();
    for (const day of ['2026-02-31', daysAgo(-9), '2001-01-01']) expect((await enter(id, day)).statusCode).toBe(400);
  });
});

describe('who reported', () => {
  it('is seen by moderators and main admins; ordinary admins decide without it, and editors see no case', async () => {
    const details = { address: 'Reporter Road 5', rightsHolder: 'Reporter House', description: 'My own work' };
    const reported = { kind: 'copyright', email: 'reporter@example.com', name: 'Rona Reporter', details } as const;
    const id = await openCase(site, { ...reported, videoIds: [await addPost()] });
    const { urls } = await read(id);
    await call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Against rules.' });
    const [admin, moderator, editor] = await Promise.all(
      (['admin', 'moderator', 'editor'] as const).map(async (role) =>
        callerOf(site, (await createSignedInAdmin(site, role)).cookie),
      ),
    );
    const seen = async (by: typeof call, path: string) => (await by('GET', path)).body;
    const personal = ['reporter@example.com', 'Rona Reporter', 'Reporter Road 5', 'Reporter House'];
    for (const text of personal) expect(await seen(moderator ?? call, `/removals/${id}`)).toContain(text);
    for (const path of [`/removals/${id}`, '/removals?status=decided', `/removals/${id}/export`, '/removals/export']) {
      const body = await seen(admin ?? call, path);
      for (const text of personal) expect(body).not.toContain(text);
    }
    expect(await seen(admin ?? call, `/removals/${id}`)).toContain('My own work');
    for (const search of ['Rona', 'reporter@'])
      expect((await admin?.('GET', `/removals?status=decided&search=${search}`))?.json().cases).toEqual([]);
    // They are told whether the reporter gets emails.
    const silent = await openCase(site, { kind: 'other', email: '', videoIds: [await addPost()] });
    for (const [each, hasReporterEmail] of [
      [id, true],
      [silent, false],
    ] as const)
      expect((await admin?.('GET', `/removals/${each}`))?.json().case).toMatchObject({
        ...{ hasReporterEmail, reporterEmail: '' },
      });
    expect((await admin?.('POST', `/removals/${id}/notes`, { text: 'Looked.' }))?.json().case.isReporterHidden).toBe(
      true,
    );
    for (const path of ['/outbox', '/records/export', '/removals/export'])
      expect([path, (await admin?.('GET', path))?.statusCode]).toEqual([path, 403]);
    expect((await editor?.('GET', `/removals/${id}`))?.statusCode).toBe(403);
    const posts = await seen(admin ?? call, '/posts/export?format=jsonl');
    expect(posts).toContain('"titel"');
    expect(posts).not.toContain('rightsHolder');
    expect(await seen(moderator ?? call, '/catalogue/export')).toContain('Only main admins can do this.');
  });
});

describe('an exported case', () => {
  it('is signed with the key that the site publishes, and says everything but who the sender is', async () => {
    const id = await openCase(site, { kind: 'other', videoIds: [await addPost()], sender: 'secret-sender' });
    await call('POST', `/removals/${id}/notes`, { text: 'Looked at it twice.' });
    const { urls } = await read(id);
    await call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Against rules.' });
    const { body, headers } = await call('GET', `/removals/${id}/export`);
    expect(headers['content-disposition']).toMatch(/attachment; filename="case-\d{4}-\d{6}\.json"/);
    const key = (await site.app.inject('/.well-known/marquee-case-key.pem')).body;
    expect(verifyCase(body, key)).toBe('valid');
    expect(verifyCase(body.replace('Against rules.', 'No reason.'), key)).toBe('changed');
    for (const part of ['Looked at it twice.', 'ina@example.com', 'Decision on your notice', '"decide"', 'old harbour'])
      expect(body).toContain(part);
    expect(body).not.toContain('secret-sender');
    const { entries } = (await call('GET', `/audit?entity=case&entityId=${id}`)).json();
    expect(entries[0]).toMatchObject({ action: 'export' });
  });
});
