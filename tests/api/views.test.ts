import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countVisitors, createViewCounter } from '#domain/views.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ rateLimit: 600, trustProxy: true });
});
afterAll(() => site.stop());

const view = (id: number, ip: string, userAgent = 'a browser') =>
  site.app.inject({
    method: 'POST',
    url: `/api/updateviews/${id}`,
    headers: { 'x-forwarded-for': ip, 'user-agent': userAgent },
  });

describe('views', () => {
  it('concurrent ones of one video add exactly as many', async () => {
    const views = 2000;
    const id = await addVideo(site.database.db, { views: 5 });
    const answers = await Promise.all(Array.from({ length: views }, (_, n) => view(id, `10.0.${n >> 8}.${n & 255}`)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(views);
    const totals = await site.database.db.selectFrom('video_views').selectAll().where('video_id', '=', id).execute();
    expect(totals).toEqual([{ video_id: id, total: 5 + views }]);
    const hourly = await site.database.db
      .selectFrom('hourly_views')
      .select('views')
      .where('video_id', '=', id)
      .execute();
    expect(hourly.reduce((sum, row) => sum + row.views, 0)).toBe(views);
  });

  it('of one visitor add one a day, and a repeated call is answered like the first', async () => {
    const id = await addVideo(site.database.db, { views: 5 });
    const seen = async (ip: string) => (await view(id, ip)).json();
    expect(await Promise.all([seen('192.0.2.1'), seen('192.0.2.1')])).toEqual(
      Array(2).fill({ success: true, views: 6 }),
    );
    expect((await seen('192.0.2.2')).views).toBe(7);
    expect((await seen('192.0.2.1')).views).toBe(6);
    const other = await addVideo(site.database.db, { views: 5 });
    expect((await view(other, '192.0.2.1')).json().views).toBe(6);
  });

  it('of one network add five a day, however many browsers it claims to have', async () => {
    const id = await addVideo(site.database.db, { views: 5 });
    const views: number[] = [];
    for (let n = 0; n < 8; n++) views.push((await view(id, '192.0.2.3', `browser ${n}`)).json().views);
    expect(views).toEqual([6, 7, 8, 9, 10, 10, 10, 10]);
  });

  it('of a visitor count again after a day, or if the first could not be counted', async () => {
    let now = 1;
    let total = 0;
    const visitor = { network: '192.0.2.4', userAgent: 'a browser' };
    const { count } = countVisitors({ count: async () => ++total }, () => now);
    expect([await count(1, visitor), await count(1, visitor)]).toEqual([1, 1]);
    now += 24 * 3600 * 1000 + 1;
    expect(await count(1, visitor)).toBe(2);
    let isAway = true;
    const failing = countVisitors({ count: async () => (isAway ? Promise.reject(new Error('away')) : 7) });
    await expect(failing.count(1, visitor)).rejects.toThrow('away');
    isAway = false;
    expect(await failing.count(1, visitor)).toBe(7);
  });

  it('through a proxy that is not trusted are all counted, because every visitor has its IP', async () => {
    let total = 0;
    const { count } = countVisitors({ count: async () => ++total });
    expect([await count(1, undefined), await count(1, undefined)]).toEqual([1, 2]);
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
    expect((await view(id, '192.0.2.100')).statusCode).toBe(404);
  });
});

it('views and submitted websites have lower limits than other requests', async () => {
  const id = await addVideo(site.database.db);
  const ip = '192.0.2.101';
  const headers = { 'x-forwarded-for': ip };
  const views: number[] = [];
  for (let n = 0; n < 122; n++) views.push((await view(id, ip)).statusCode);
  expect(views).toEqual([...Array(120).fill(200), 429, 429]);
  const websites: number[] = [];
  for (let n = 0; n < 12; n++)
    websites.push((await site.app.inject({ method: 'POST', url: '/api/add-website', headers })).statusCode);
  expect(websites).toEqual([...Array(10).fill(400), 429, 429]);
  expect((await site.app.inject({ url: '/api/tags', headers })).statusCode).toBe(200);
});
