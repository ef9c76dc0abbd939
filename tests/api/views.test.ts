import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createViewCounter } from '#domain/views.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const view = (url: string, id: number) => fetch(`${url}/api/updateviews/${id}`, { method: 'POST' });

describe('views', () => {
  it('ten thousand concurrent ones of one video add exactly ten thousand', async () => {
    const id = await addVideo(site.database.db, { views: 5 });
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, () => site.app.inject({ method: 'POST', url: `/api/updateviews/${id}` })),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10_000);
    const totals = await site.database.db.selectFrom('video_views').selectAll().where('video_id', '=', id).execute();
    expect(totals).toEqual([{ video_id: id, total: 10_005 }]);
    const hourly = await site.database.db
      .selectFrom('hourly_views')
      .select('views')
      .where('video_id', '=', id)
      .execute();
    expect(hourly.reduce((sum, row) => sum + row.views, 0)).toBe(10_000);
  });

  it('fail for every caller of a failed batch, count nothing, and work again afterwards', async () => {
    const { db } = site.database;
    const { pool } = site.owner;
    const id = await addVideo(db, { views: 5 });
    const counted: number[] = [];
    const { count } = createViewCounter(db, (totals) => counted.push(...totals.values()));
    await pool.query('alter table hourly_view_totals rename to renamed');
    const failed = await Promise.allSettled(Array.from({ length: 5 }, () => count(id)));
    await pool.query('alter table renamed rename to hourly_view_totals');
    expect(failed.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(await Promise.all([count(id), count(id), count(id)])).toEqual([6, 8, 8]);
    expect(counted).toEqual([6, 8]);
  });

  it('of a deleted video are not counted', async () => {
    const id = await addVideo(site.database.db);
    await site.database.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect((await view(site.url, id)).status).toBe(404);
  });
});

describe('limits', () => {
  it('a visitor with too many requests is told when to retry, others are not limited', async () => {
    const limited = await startTestSite({ rateLimit: 5, trustProxy: true });
    const ask = (ip: string) => limited.app.inject({ url: '/api/tags', headers: { 'x-forwarded-for': ip } });
    for (let n = 0; n < 5; n++) expect((await ask('192.0.2.1')).statusCode).toBe(200);
    const refused = await ask('192.0.2.1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toEqual({ success: false, message: expect.stringMatching(/^Too many requests/) });
    expect((await ask('192.0.2.2')).statusCode).toBe(200);
    await limited.stop();
  });

  it('views and submitted websites have lower limits', async () => {
    const limited = await startTestSite({ rateLimit: 600 });
    const id = await addVideo(limited.database.db);
    const postTimes = async (url: string, times: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n++) statuses.push((await limited.app.inject({ method: 'POST', url })).statusCode);
      return statuses;
    };
    const views = await postTimes(`/api/updateviews/${id}`, 122);
    expect(views).toEqual([...Array(120).fill(200), 429, 429]);
    expect(await postTimes('/api/add-website', 12)).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await limited.app.inject('/api/tags')).statusCode).toBe(200);
    await limited.stop();
  });
});
