import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { publishDue } from '#domain/posts/publish-due.ts';
import { storeCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

const post = {
  imageUrl: 'https://example.com/quay.jpg',
  titel: 'Withheld quay',
  link: 'https://example.com/watch/quay',
  Category: 'viral',
  tags: ['withheld tag'],
};
const add = async (changes: object = {}) => (await call('POST', '/postdata', { ...post, ...changes })).json().post;
const read = async (id: string) => (await call('GET', `/posts/${id}`)).json().post;
const update = (id: string, changes: object) => call('PUT', `/updatepost/${id}`, changes);

const openCase = async () => ({ caseId: (await storeCase(site.database.db)).id });
type Source = Awaited<ReturnType<typeof openCase>>;
const change = async (run: typeof withholdVideos, ids: string[], source: Source) => {
  const changed = await site.database.db.transaction().execute((tx) => run(tx, ids.map(Number), source));
  await site.index.waitUntilIndexed();
  return changed.map(String);
};
const withhold = (ids: string[], source: Source) => change(withholdVideos, ids, source);
const release = (ids: string[], source: Source) => change(releaseVideos, ids, source);

describe('a withheld post', () => {
  it('is gone for visitors, and comes back to its place', async () => {
    const { _id: id, createdAt } = await add();
    const source = await openCase();
    expect(await withhold([id], source)).toEqual([id]);
    expect((await visit('POST', `/getVideo/${id}`)).statusCode).toBe(410);
    expect((await site.app.inject(`/video/${id}`)).statusCode).toBe(410);
    expect((await visit('GET', '/tags/withheld-tag/posts')).json().totalRecords).toBe(0);

    expect(await release([id], source)).toEqual([id]);
    expect((await visit('POST', `/getVideo/${id}`)).json()).toMatchObject({ titel: post.titel, createdAt });
    expect(await read(id)).toMatchObject({ state: 'published', withheldBy: [], hiddenBecause: [] });
  });

  it('says what withholds it', async () => {
    const { _id: id } = await add();
    const { id: caseId, number } = await storeCase(site.database.db);
    await withhold([id], { caseId });
    expect(await read(id)).toMatchObject({
      state: 'withheld',
      withheldBy: [`case ${number}`],
      hiddenBecause: [`It is withheld by case ${number}. It returns once nothing withholds it.`],
    });
    const listed = (await call('GET', '/posts?state=withheld')).json();
    expect(listed.records).toContainEqual(expect.objectContaining({ _id: id }));
    expect(listed.counts.withheld).toBe(listed.totalRecords);
  });

  it('stays withheld until its last hold ends', async () => {
    const { _id: id } = await add();
    const [first, second] = [await openCase(), await openCase()];
    await withhold([id], first);
    expect(await withhold([id], first)).toEqual([]);
    await withhold([id], second);
    expect(await release([id], first)).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'withheld' });
    expect(await release([id], second)).toEqual([id]);
  });

  it('cannot be published by its form, a bulk change or its schedule, and can be edited', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const { _id: id } = await add({ state: 'scheduled', publishAt });
    const source = await openCase();
    await withhold([id], source);
    const refused = await update(id, { state: 'published' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toContain('This post is withheld from visitors.');
    await sql`update videos set publish_at = now() - interval '1 minute' where id = ${id}`.execute(site.database.db);
    await publishDue(site.database.db);
    const preview = await call('POST', '/bulk-changes/preview', {
      ids: [id],
      change: { kind: 'setState', state: 'published' },
    });
    expect(preview.json()).toMatchObject({ preview: { changes: 0 } });
    expect((await update(id, { titel: 'Renamed quay' })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'withheld', titel: 'Renamed quay' });
    await release([id], source);
    expect(await read(id)).toMatchObject({ state: 'scheduled' });
  });

  it('is withheld when it is restored', async () => {
    const { _id: id } = await add();
    await call('DELETE', `/deletepost/${id}`);
    await withhold([id], await openCase());
    await call('POST', `/deleted/posts/${id}/restore`);
    expect(await read(id)).toMatchObject({ state: 'withheld' });
  });
});
