import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshMostViewed } from '#domain/dashboard.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

const day = 24 * 3600 * 1000;
const stats = async () => (await call('GET', '/dashboard/stats')).json().stats;
const charts = async () => (await call('GET', '/dashboard/charts')).json().charts;

describe('the dashboard', () => {
  it('starts at zero', async () => {
    expect(await stats()).toEqual({
      totalPosts: 0,
      totalViews: 0,
      totalUniqueStars: 0,
      totalUniqueTags: 0,
      last7Days: { newPosts: 0, newStars: 0, newTags: 0 },
      last24Hours: { views: 0 },
      waitingSubmissions: 0,
    });
  });

  it('counts the current posts, views, stars and tags, but no names that nothing uses', async () => {
    const { db } = site.database;
    const old = await addVideo(db, {
      views: 100,
      tags: ['a', 'b'],
      performers: ['x'],
      publishedAt: new Date(Date.now() - 8 * day),
    });
    const young = await addVideo(db, { views: 7, tags: ['b'], performers: ['y'] });
    const gone = await addVideo(db, { views: 1000, tags: ['c'] });
    await db
      .updateTable('tags')
      .set({ created_at: new Date(Date.now() - 8 * day) })
      .where('slug', '=', 'a')
      .execute();
    await call('DELETE', `/deletepost/${gone}`);
    await addVideo(db, { performers: ['z'], publishedAt: new Date(Date.now() - 9 * day) });
    const { id: star } = await db
      .selectFrom('performers')
      .select('id')
      .where('slug', '=', 'z')
      .executeTakeFirstOrThrow();
    await call('DELETE', `/stars/${star}`);
    for (let n = 0; n < 5; n++)
      await site.app.inject({
        method: 'POST',
        url: `/api/updateviews/${young}`,
        payload: { views: 900 },
        remoteAddress: `192.0.2.${n}`,
      });
    await callerOf(site)('POST', `/updateviews/${old}`);
    await site.index.waitUntilIndexed();
    expect(await stats()).toEqual({
      totalPosts: 3,
      totalViews: 113,
      totalUniqueStars: 2,
      totalUniqueTags: 2,
      last7Days: { newPosts: 1, newStars: 2, newTags: 1 },
      last24Hours: { views: 6 },
      waitingSubmissions: 0,
    });
    await db.deleteFrom('videos').where('id', '=', gone).execute();
    expect((await stats()).totalViews).toBe(113);
  });

  it('draws 30 days of views and posts, including days without any', async () => {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const before = dayOf(Date.now());
    const { viewsPerDay, postsPerDay } = await charts();
    const today = viewsPerDay.at(-1).day;
    // Midnight may pass meanwhile.
    expect([before, dayOf(Date.now())]).toContain(today);
    const days = Array.from({ length: 30 }, (_, n) => dayOf(Date.parse(today) - (29 - n) * day));
    expect(viewsPerDay.map((one: { day: string }) => one.day)).toEqual(days);
    expect(postsPerDay.map((one: { day: string }) => one.day)).toEqual(days);
    const sum = (list: Record<string, number>[], key: string) => list.reduce((all, one) => all + (one[key] ?? 0), 0);
    expect([sum(viewsPerDay, 'views'), sum(postsPerDay, 'posts')]).toEqual([6, 3]);
    const { rows } = await site.database.pool.query<{ newest: Date }>(
      'select max(published_at) as newest from videos where deleted_at is null',
    );
    expect(postsPerDay).toContainEqual({ day: dayOf(rows[0]?.newest.getTime() ?? 0), posts: 1 });
  });

  it('lists the ten most viewed videos and tags of 30 days, at once on a new site and then as of the last count', async () => {
    await site.database.db.deleteFrom('dashboard_figures').execute();
    const { mostViewedVideos, mostViewedTags } = await charts();
    expect(mostViewedVideos.map((one: { views: number }) => one.views)).toEqual([5, 1]);
    expect(mostViewedTags).toEqual([
      { tag: 'b', name: 'b', views: 6 },
      { tag: 'a', name: 'a', views: 1 },
    ]);
    const { db } = site.database;
    const equal = await Promise.all(Array.from({ length: 12 }, (_, n) => addVideo(db, { tags: [`equal-${n}`] })));
    await Promise.all(equal.map((id) => callerOf(site)('POST', `/updateviews/${id}`)));
    const old = await addVideo(db, { tags: ['old'] });
    const hour = new Date(Date.now() - 31 * day);
    await db.insertInto('hourly_views').values({ hour, video_id: old, views: 1000 }).execute();
    await call('DELETE', `/deletepost/${equal.pop()}`);
    await refreshMostViewed(db, 'UTC');
    const again = await charts();
    const newestFirst = equal.toSorted((a, b) => b - a).map(String);
    expect(again.mostViewedVideos.map((one: { _id: string }) => one._id)).toEqual([
      mostViewedVideos[0]._id,
      ...newestFirst.slice(0, 9),
    ]);
    expect(again.mostViewedTags).toHaveLength(10);
    expect(again.mostViewedTags[0]).toEqual({ tag: 'b', name: 'b', views: 6 });
  });

  it('adds up the views of tags that were merged since they were counted', async () => {
    const { db } = site.database;
    await addVideo(db, { tags: ['dusk', 'dawn'] });
    const counted = {
      videos: [],
      tags: [
        { slug: 'dusk', views: 3 },
        { slug: 'dawn', views: 2 },
      ],
    };
    await db
      .updateTable('dashboard_figures')
      .set({ value: JSON.stringify(counted) })
      .execute();
    await site.index.waitUntilIndexed();
    expect((await call('POST', '/names/tag/dusk/merge', { from: ['dawn'] })).statusCode).toBe(200);
    await expect.poll(async () => (await charts()).mostViewedTags).toEqual([{ tag: 'dusk', name: 'dusk', views: 5 }]);
  });

  it('has the right total of views after a bulk load', async () => {
    await site.database.db.deleteFrom('videos').execute();
    await site.database.db.deleteFrom('hourly_view_totals').execute();
    expect((await stats()).totalViews).toBe(0);
    await seedDemo(site.owner.pool, { now: new Date() });
    const { rows } = await site.database.pool.query('select sum(total)::bigint as total from video_views');
    expect((await stats()).totalViews).toBe(rows[0].total);
    expect(rows[0].total).toBeGreaterThan(0);
  });
});
