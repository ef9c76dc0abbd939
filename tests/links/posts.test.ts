/** What becomes of posts when their links die and live again. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { getStoredVideo } from '#domain/catalogue/stored-videos.ts';
import { ignoreLinks } from '#domain/links/link-actions.ts';
import { readDeadPosts } from '#domain/links/link-health.ts';
import { addVideo, updateVideo } from '#domain/posts/save-video.ts';
import { createLinkClock, forgetLinks } from './link-clock.ts';
import { linkSite } from './link-site.ts';

const site = linkSite();
beforeEach(async () => {
  await forgetLinks(site.db);
});

let count = 0;
const newLink = (host = `p${++count}.test`) => site.hosts.url(host, `/watch/${++count}`);
const placeOf = (url: string) => url.replace(/^http:\/\/([^:]+):\d+/, '$1');
const answer = (url: string, status: number) => site.hosts.answer(placeOf(url), status);
const add = async (...[link = '', ...otherLinks]: string[]) => {
  const post = { title: `Rain ${++count}`, imageUrl: '/a.svg', category: 'english' as const };
  return (await addVideo(site.db, system, { ...post, link, otherLinks })).id;
};
const clockOf = (hidesDeadPosts = false) => createLinkClock(site.db, site.hosts, { hidesDeadPosts });
const linksOf = async (id: number) => {
  const { link, links, deadLinks, state, version } = await getStoredVideo(site.db, id);
  return { link, links, deadLinks, state, version };
};
const toDecide = async () => (await readDeadPosts(site.db, { page: 1, limit: 100 })).records.map(({ id }) => id);
const auditOf = async (id: number) => {
  const { rows } = await sql<{ action: string; after: { link?: string; reason?: string } }>`
    select action, after from audit_log where entity = 'video' and entity_id = ${String(id)} and admin = 'System'
      and after ? 'reason' order by id`.execute(site.db);
  return rows.map(({ action, after }) => ({ action, reason: after.reason }));
};

it('the next living link takes over from a dead one, and gives way when it lives again', async () => {
  const clock = clockOf();
  const [first, second, third] = [newLink(), newLink(), newLink()];
  const id = await add(first, second, third);
  answer(first, 404);
  answer(second, 410);
  await clock.check();
  expect((await linksOf(id)).link).toBe(first);
  await clock.days(3);
  expect(await linksOf(id)).toMatchObject({ link: third, links: [first, second, third], deadLinks: [first, second] });
  expect(await toDecide()).not.toContain(id);
  answer(first, 200);
  await clock.days(8);
  expect(await linksOf(id)).toMatchObject({ link: first, deadLinks: [second] });
  const reasons = (await auditOf(id)).map(({ reason }) => reason);
  expect(reasons).toContain(`${first} is dead.`);
  expect(reasons.at(-1)).toBe(`${first} works again.`);
});

/** A post whose first link has died, so that play leads to the second. */
const addTakenOver = async () => {
  const clock = clockOf();
  const [first, second] = [newLink(), newLink()];
  const id = await add(first, second);
  answer(first, 404);
  await clock.check();
  await clock.days(3);
  return { id, first, second };
};

it('is no edit: the version stays, so that undoing an import does not take the post for edited', async () => {
  const { id, second } = await addTakenOver();
  expect(await linksOf(id)).toMatchObject({ link: second, version: 1 });
});

it('whoever saves a link that the post has already takes no other away', async () => {
  const { id, first, second } = await addTakenOver();
  await updateVideo(site.db, system, id, { title: 'Rain again', link: first }, undefined);
  expect(await linksOf(id)).toMatchObject({ link: second, links: [first, second], deadLinks: [first] });
  const third = newLink();
  await updateVideo(site.db, system, id, { link: third }, undefined);
  expect(await linksOf(id)).toMatchObject({ link: third, links: [first, third] });
});

describe('a post without a living link', () => {
  it('waits for a decision, and no longer once a link lives again', async () => {
    const clock = clockOf();
    const link = newLink();
    const id = await add(link);
    answer(link, 404);
    await clock.check();
    await clock.days(3);
    expect(await linksOf(id)).toMatchObject({ link, deadLinks: [link], state: 'published' });
    expect(await toDecide()).toContain(id);
    answer(link, 200);
    await clock.days(8);
    expect(await toDecide()).not.toContain(id);
  });

  it('does not wait once somebody has given it another link', async () => {
    const clock = clockOf();
    const link = newLink();
    const id = await add(link);
    answer(link, 404);
    await clock.check();
    await clock.days(3);
    await updateVideo(site.db, system, id, { link: newLink() }, undefined);
    expect(await toDecide()).not.toContain(id);
    expect((await linksOf(id)).deadLinks).toEqual([]);
  });

  it('is hidden if the operator wants that, and published again when a link lives again', async () => {
    const clock = clockOf(true);
    const link = newLink();
    const id = await add(link);
    const before = await getStoredVideo(site.db, id);
    answer(link, 404);
    await clock.check();
    await clock.days(3);
    expect((await linksOf(id)).state).toBe('draft');
    answer(link, 200);
    await clock.days(8);
    expect((await linksOf(id)).state).toBe('published');
    // It keeps its place in the lists.
    expect((await getStoredVideo(site.db, id)).publishedAt).toEqual(before.publishedAt);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['unpublish', 'publish']);
  });

  it('stays a draft if somebody has edited it while it was hidden', async () => {
    const clock = clockOf(true);
    const link = newLink();
    const id = await add(link);
    answer(link, 404);
    await clock.check();
    await clock.days(3);
    await updateVideo(site.db, system, id, { title: 'Other' }, undefined);
    answer(link, 200);
    await clock.days(8);
    expect((await linksOf(id)).state).toBe('draft');
  });

  it('counts as living when its link is ignored, whatever the host says', async () => {
    const clock = clockOf();
    const link = newLink();
    const id = await add(link);
    answer(link, 404);
    await clock.check();
    await clock.days(3);
    const { id: linkId } = await site.db
      .selectFrom('link_checks')
      .select('id')
      .where('url', '=', link)
      .executeTakeFirstOrThrow();
    await ignoreLinks(site.db, system, [linkId], true);
    await clock.days(10);
    expect([await linksOf(id), await toDecide()]).toMatchObject([{ deadLinks: [] }, expect.not.arrayContaining([id])]);
  });
});

it('a link that was changed is checked, without waiting for its turn', async () => {
  const clock = clockOf();
  const id = await add(newLink());
  await clock.check();
  const next = newLink();
  await updateVideo(site.db, system, id, { link: next }, undefined);
  await clock.check();
  expect(await clock.stateOf(next)).toBe('living');
});

it('the links of withheld and deleted posts are not asked', async () => {
  const clock = clockOf();
  const [withheld, deleted] = [newLink(), newLink()];
  await site.db
    .updateTable('videos')
    .set({ state: 'withheld' })
    .where('id', '=', await add(withheld))
    .execute();
  await site.db
    .updateTable('videos')
    .set({ deleted_at: new Date() })
    .where('id', '=', await add(deleted))
    .execute();
  site.hosts.asked.length = 0;
  await clock.check();
  expect(site.hosts.asked.filter((each) => [withheld, deleted].some((url) => each.endsWith(placeOf(url))))).toEqual([]);
});
