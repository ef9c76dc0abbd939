import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NewCase, openCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let other: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  other = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());
beforeEach(() => sql`update cases set status = 'decided' where true`.execute(site.database.db));

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
    const { cases, stillPublic } = await read();
    expect(cases.map(({ publicCount }: { publicCount: number }) => publicCount)).toEqual([0, 1, 0]);
    expect(stillPublic).toBe(1);
    const { urls } = (await call('GET', `/removals/${limited}`)).json().case;
    await call('POST', `/removals/${limited}/decide`, { urls: [urls[0]._id], decision: 'keep', reason: 'Adults.' });
    expect((await read()).stillPublic).toBe(0);
  });
});

describe('a bundle', () => {
  const floodOf = async (sender: string, count: number) => {
    const video = await addPost();
    const about: NewCase = { kind: 'intimate_image', videoIds: [video], isWithheld: true };
    await openAll(Array.from({ length: count }, (_, at) => ({ ...about, sender, hasProof: at < 2 })));
    const { bundle } = (await call('GET', `/removals/bundle?sender=${sender}`)).json();
    return { video, bundle };
  };

  it('of more cases than a call decides brings its post back once the last of them is kept', async () => {
    const { video, bundle } = await floodOf('persistent', 102);
    const body = { video, upTo: bundle.newestId, decision: 'keep', reason: 'Adults, who agreed.' };
    const first = (await call('POST', '/removals/bundle/decide', { ...body, seen: 102 })).json();
    expect([first.decided.length, first.remaining]).toEqual([100, 2]);
    expect(await statusOf(video)).toBe(410);
    const rest = (await call('POST', '/removals/bundle/decide', { ...body, seen: 2 })).json();
    expect([rest.decided.length, rest.remaining]).toEqual([2, 0]);
    expect(await statusOf(video)).toBe(200);
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
      expect.stringContaining('Someone else has decided some of these cases in the meantime'),
    ]);
  });

  it('can be limited to notices without a proof of work', async () => {
    const { bundle } = await floodOf('unproved', 4);
    const query = 'sender=unproved&proof=no';
    expect((await call('GET', `/removals/bundle?${query}`)).json().bundle).toMatchObject({ cases: 2, withProof: 0 });
    const body = { sender: 'unproved', proof: 'yes', upTo: bundle.newestId, decision: 'keep', reason: 'Adults.' };
    expect((await call('POST', '/removals/bundle/decide', body)).json().decided.length).toBe(2);
  });
});
