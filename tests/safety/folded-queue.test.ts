import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NewCase, openCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let other: ReturnType<typeof callerOf>;
let third: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ smtpUrl: 'smtp://127.0.0.1:9' });
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  third = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  other = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await sql`update cases set status = 'decided' where true`.execute(site.database.db);
  await sql`delete from bundle_keeps`.execute(site.database.db);
});

let posts = 0;
const addPost = async (): Promise<string> => {
  posts += 1;
  const link = `https://example.com/watch/ferry-${posts}`;
  const body = { imageUrl: `https://example.com/ferry-${posts}.jpg`, titel: `Ferry ${posts}`, link, Category: 'viral' };
  return (await call('POST', '/postdata', body)).json().post._id;
};
const addPosts = (count: number) => Promise.all(Array.from({ length: count }, addPost));
const open = (made: NewCase) => openCase(site, made);
const openAll = async (all: NewCase[]) => {
  const ids: string[] = [];
  for (const made of all) ids.push(await open(made));
  return ids;
};
const statusOf = async (video: string) => (await visit('POST', `/getVideo/${video}`)).statusCode;
const read = async (query = '') => (await call('GET', `/removals?fold=yes&${query}`)).json();
const rowsOf = async (query = '') =>
  (await read(query)).cases.map(({ _id, fold }: { _id: string; fold: { cases: number } | null }) => [
    _id,
    fold?.cases ?? 1,
  ]);

describe('the folded queue', () => {
  it('has one row for a flood about one post, one for a flood of one sender, and the others by urgency', async () => {
    const [crowded, ...many] = await addPosts(6);
    const crowd = await openAll(
      ['a', 'b', 'c', 'd'].map((name, at) => ({
        kind: 'intimate_image',
        videoIds: [crowded ?? ''],
        sender: `crowd ${name}`,
        dueInHours: 30 - at,
        hasProof: at === 0,
      })),
    );
    const flood = await openAll(
      many.map((video, at) => ({
        kind: at === 2 ? 'minor' : 'other',
        videoIds: [video],
        sender: 'flood',
        flags: ['limit'],
      })),
    );
    const alone = await open({ kind: 'copyright', videoIds: [await addPost()], sender: 'alone', dueInHours: 2 });

    expect(await rowsOf()).toEqual([
      [flood[2], 5],
      [alone, 1],
      [crowd[3], 4],
    ]);
    const { cases, totalCases, pagination } = await read('limit=2');
    expect([totalCases, pagination.totalCount, pagination.totalPages]).toEqual([10, 3, 2]);
    expect(cases[0].fold).toEqual({ by: 'sender', cases: 5, senders: 1, minors: 1, withProof: 0, limited: 5 });
    expect((await read('limit=2&page=2')).cases[0].fold).toMatchObject({ by: 'post', senders: 4, withProof: 1 });
    expect(await read('page=9')).toMatchObject({ cases: [], totalCases: 10 });
    expect((await call('GET', '/removals')).json().cases.length).toBe(10);
  });

  it('puts what is about a post and of a sender into the larger of both, and leaves two alone', async () => {
    const [first, second, third] = await addPosts(3);
    const flood = { kind: 'other', sender: 'both' } as const;
    const ids = await openAll([first, second, third].map((video) => ({ ...flood, videoIds: [video ?? ''] })));
    const crowd = await openAll(
      ['k', 'l', 'm'].map((sender) => ({ kind: 'other', videoIds: [first ?? ''], sender, dueInHours: 60 })),
    );
    expect(await rowsOf()).toEqual([
      [ids[0], 4],
      [ids[1], 2],
    ]);
    expect(crowd.length).toBe(3);
    await sql`update cases set status = 'decided' where id = any(${[ids[2], ...crowd]}::bigint[])`.execute(
      site.database.db,
    );
    expect(await rowsOf()).toEqual([
      [ids[0], 1],
      [ids[1], 1],
    ]);
  });

  it('is narrowed to notices without a proof of work, to flags, and to posts that are still public', async () => {
    const [shown, hidden] = await addPosts(2);
    const proved = await open({ kind: 'minor', videoIds: [hidden ?? ''], isWithheld: true, hasProof: true });
    const limited = await open({ kind: 'minor', videoIds: [shown ?? ''], flags: ['limit'] });
    const copyright = await open({ kind: 'copyright', videoIds: [shown ?? ''] });
    expect(await rowsOf('proof=yes')).toEqual([[proved, 1]]);
    expect(await rowsOf('proof=no')).toEqual([
      [limited, 1],
      [copyright, 1],
    ]);
    expect(await rowsOf('flag=limit')).toEqual([[limited, 1]]);
    expect(await rowsOf('public=yes')).toEqual([[limited, 1]]);
    const { cases } = await read();
    const stillPublic = async () => (await call('GET', '/dashboard/waiting')).json().waiting.stillPublic;
    expect(cases.map(({ publicCount }: { publicCount: number }) => publicCount)).toEqual([0, 1, 0]);
    expect(await stillPublic()).toBe(1);
    const { urls } = (await call('GET', `/removals/${limited}`)).json().case;
    await call('POST', `/removals/${limited}/decide`, { urls: [urls[0]._id], decision: 'keep', reason: 'Adults.' });
    expect(await stillPublic()).toBe(0);
  });
});

describe('a bundle', () => {
  const floodOf = async (sender: string, count: number) => {
    const video = await addPost();
    const about: NewCase = { kind: 'intimate_image', isComplete: false, videoIds: [video], isWithheld: true };
    await openAll(Array.from({ length: count }, (_, at) => ({ ...about, sender, hasProof: at < 2 })));
    const { bundle } = (await call('GET', `/removals/bundle?sender=${sender}`)).json();
    return { video, bundle };
  };

  const decideTogether = (body: object, by = call) =>
    by('POST', '/removals/bundle/decide', { decision: 'keep', reason: 'Adults, who agreed.', ...body });
  const propose = (body: object) =>
    call('POST', '/removals/bundle/propose', { reason: 'Adults, who agreed.', ...body });

  it('of more than ten cases is kept only if another admin confirms it, and then brings its post back with the last', async () => {
    const { video, bundle } = await floodOf('persistent', 102);
    const range = { video, upTo: bundle.newestId, seen: 102 };
    const alone = await decideTogether(range);
    expect([alone.statusCode, alone.json().message]).toEqual([
      400,
      expect.stringContaining('Another admin has to confirm'),
    ]);
    expect((await propose({ ...range, seen: 101 })).statusCode).toBe(409);
    const { _id } = (await propose(range)).json();
    const confirm = (by: typeof call) => by('POST', `/removals/proposals/${_id}/confirm`);
    expect((await confirm(call)).json().message).toContain('Another admin than the one who proposed it');
    expect((await other('GET', '/removals/proposals')).json().proposals).toMatchObject([
      { _id, cases: 102, isOwn: false },
    ]);
    const both = await Promise.all([confirm(other), confirm(third)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const first = both.find(({ statusCode }) => statusCode === 200)?.json();
    expect([first.decided.length, first.remaining]).toEqual([50, 52]);
    expect(await statusOf(video)).toBe(410);
    const confirming = both[0]?.statusCode === 200 ? other : third;
    expect((await confirm(confirming)).json().remaining).toBe(2);
    expect((await confirm(confirming)).json()).toMatchObject({ remaining: 0 });
    expect(await statusOf(video)).toBe(200);
    expect((await call('GET', '/removals/proposals')).json().proposals).toEqual([]);
  });

  it('may be kept in steps, but one admin keeps no more than ten cases within a day', async () => {
    const { video, bundle } = await floodOf('stepwise', 6);
    const next = await floodOf('next', 5);
    const left = async (by = call) => (await by('GET', '/removals/bundle?sender=next')).json().bundle.keepable;
    const step = { sender: 'stepwise', upTo: bundle.newestId, seen: 6 };
    const { decided } = (await decideTogether(step)).json();
    expect([await left(), await left(other)]).toEqual([4, 10]);
    const more = { sender: 'next', upTo: next.bundle.newestId, seen: 5 };
    const refused = await decideTogether(more);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringContaining('You have kept 6 in the last 24 hours.'),
    ]);
    expect(await statusOf(next.video)).toBe(410);
    await call('POST', '/removals/bundle/undo', { decided });
    expect([await left(), await statusOf(video)]).toEqual([10, 410]);
    // Both at once are not more than one after the other.
    const both = await Promise.all([decideTogether(more), decideTogether(step)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    await sql`update bundle_keeps set kept_at = kept_at - interval '25 hours'`.execute(site.database.db);
    const [first] = both;
    expect((await decideTogether(first?.statusCode === 200 ? step : more)).statusCode).toBe(200);
  });

  it('that another admin has proposed does not count for the one who confirms it', async () => {
    const { bundle } = await floodOf('proposed', 11);
    const { _id } = (await propose({ sender: 'proposed', upTo: bundle.newestId, seen: 11 })).json();
    expect((await other('POST', `/removals/proposals/${_id}/confirm`)).json().decided.length).toBe(11);
    expect((await other('GET', '/removals/bundle?sender=proposed')).json().bundle.keepable).toBe(10);
  });

  it('that was proposed leaves out what has changed since, and can be withdrawn', async () => {
    const { video, bundle } = await floodOf('changing', 12);
    const { _id } = (await propose({ video, upTo: bundle.newestId, seen: 12 })).json();
    await sql`update cases set version = version + 1 where id = ${bundle.newestId}`.execute(site.database.db);
    expect((await call('GET', '/removals/proposals')).json().proposals).toMatchObject([{ cases: 11, isOwn: true }]);
    expect((await call('POST', `/removals/proposals/${_id}/withdraw`)).statusCode).toBe(200);
    expect((await other('POST', `/removals/proposals/${_id}/confirm`)).statusCode).toBe(409);
    expect(await statusOf(video)).toBe(410);
  });

  it('cannot be proposed by the only admin, who is told what to do', async () => {
    const { video, bundle } = await floodOf('lonely', 11);
    const main = await createSignedInAdmin(site, 'main_admin');
    const { rows: others } = await sql<{ id: number; role: string }>`
      select id, role from admins where id <> ${main.id} and is_active`.execute(site.database.db);
    const activate = (isActive: boolean) =>
      sql`update admins a set is_active = ${isActive}, role = case when ${isActive} then o.role else 'admin' end
        from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as o(id bigint, role text) where a.id = o.id`.execute(
        site.database.db,
      );
    await activate(false);
    const body = { video, upTo: bundle.newestId, seen: 11, reason: 'Adults.' };
    const refused = await callerOf(site, main.cookie)('POST', '/removals/bundle/propose', body);
    await activate(true);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringContaining('decide them one by one'),
    ]);
  });

  it('covers signed, complete and confirmed notices and minors only if this admin has opened them as they are now', async () => {
    const video = await addPost();
    const about = { videoIds: [video], sender: 'mixed', isWithheld: true };
    const signed = { relation: 'self', goodFaith: 'yes' };
    const victims = await openAll([
      { ...about, kind: 'intimate_image' },
      { ...about, kind: 'intimate_image', isComplete: false, details: signed },
      { ...about, kind: 'other', isConfirmed: true },
      { ...about, kind: 'minor' },
    ]);
    const spam = await open({ ...about, kind: 'other' });
    const summary = async () => (await call('GET', '/removals/bundle?sender=mixed')).json().bundle;
    expect(await summary()).toMatchObject({ cases: 5, releasable: 1 });
    const { newestId: upTo } = await summary();
    expect((await decideTogether({ sender: 'mixed', upTo })).statusCode).toBe(400);
    expect((await decideTogether({ sender: 'mixed', upTo, seen: 5 })).statusCode).toBe(409);
    expect((await decideTogether({ sender: 'mixed', upTo, seen: 1 })).json().decided).toMatchObject([{ _id: spam }]);
    expect(await statusOf(video)).toBe(410);
    const look = (by: typeof call, id: string, version = 1) => by('POST', `/removals/${id}/opened`, { version });
    for (const id of victims) await look(other, id);
    // Programs read cases, too: only what somebody has seen on the screen counts.
    for (const id of victims) await call('GET', `/removals/${id}`);
    expect((await look(call, victims[0] ?? '', 2)).statusCode).toBe(409);
    expect((await look(call, '999999')).statusCode).toBe(404);
    expect(await summary()).toMatchObject({ cases: 4, releasable: 0 });
    for (const id of victims) expect((await look(call, id)).statusCode).toBe(200);
    expect(await summary()).toMatchObject({ cases: 4, releasable: 4 });
    await sql`update cases set version = version + 1 where id = ${victims[0]}`.execute(site.database.db);
    expect(await summary()).toMatchObject({ releasable: 3 });
    expect((await decideTogether({ sender: 'mixed', upTo, seen: 3 })).json().decided.length).toBe(3);
    expect(await statusOf(video)).toBe(410);
  });

  const mails = async (ids: string[]) => {
    const { rows } = await sql<{ event: string; waits: boolean }>`
      select event, next_try_at > now() + interval '4 minutes' as waits from outbox
      where event like any(${ids.map((id) => `case ${id} %`)}) order by id`.execute(site.database.db);
    return rows.map(({ event, waits }) => [event.split(' ')[2], waits]);
  };

  it('that is undone sends no email, because emails wait as long as it can be undone by mistake', async () => {
    const { video, bundle } = await floodOf('hasty', 3);
    const { decided } = (await decideTogether({ video, upTo: bundle.newestId, seen: 3 })).json();
    const ids: string[] = decided.map(({ _id }: { _id: string }) => _id);
    expect(await mails(ids)).toEqual([['decision', true]]);
    await call('POST', '/removals/bundle/undo', { decided: decided.toReversed() });
    expect(await mails(ids)).toEqual([]);
    expect(await statusOf(video)).toBe(410);
  });

  it('that is undone while its email is being sent sends another one that says so', async () => {
    const { video, bundle } = await floodOf('racing', 1);
    const { decided } = (await decideTogether({ video, upTo: bundle.newestId, seen: 1 })).json();
    const [{ _id }] = decided;
    const sending = await site.database.pool.connect();
    await sending.query('begin');
    await sending.query(`select from outbox where event like 'case ${_id} decision %' for update`);
    const undone = await call('POST', '/removals/bundle/undo', { decided });
    await sending.query('commit');
    sending.release();
    expect(undone.json()).toMatchObject({ undone: 1 });
    expect(await mails([_id])).toEqual([
      ['decision', true],
      ['reopened', false],
    ]);
  });

  it('is decided by one admin at a time', async () => {
    const { video, bundle } = await floodOf('contested', 4);
    const body = { sender: 'contested', upTo: bundle.newestId, seen: bundle.cases, reason: 'Decided.' };
    const answers = await Promise.all([
      call('POST', '/removals/bundle/decide', { ...body, decision: 'keep' }),
      other('POST', '/removals/bundle/decide', { ...body, decision: 'remove' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { rows } = await sql<{ count: number }>`
      select count(distinct decision)::int as count from case_urls where video_id = ${video} and decision is not null`.execute(
      site.database.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
    const late = await other('POST', '/removals/bundle/decide', { ...body, decision: 'remove' });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      expect.stringContaining('somebody else has decided others in the meantime'),
    ]);
  });

  it('can be limited to notices without a proof of work', async () => {
    const { bundle } = await floodOf('unproved', 4);
    const query = 'sender=unproved&proof=no';
    expect((await call('GET', `/removals/bundle?${query}`)).json().bundle).toMatchObject({ cases: 2, withProof: 0 });
    const body = {
      sender: 'unproved',
      proof: 'yes',
      upTo: bundle.newestId,
      seen: 2,
      decision: 'keep',
      reason: 'Adults.',
    };
    expect((await call('POST', '/removals/bundle/decide', body)).json().decided.length).toBe(2);
  });
});
