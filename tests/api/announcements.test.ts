/** Search engines and feed readers are notified of changed videos, once the operator switches that on. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceChanges } from '#domain/announcements/deliver-announcements.ts';
import { system } from '#domain/audit-log.ts';
import { startBulkChange, undoBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import type { Change } from '#domain/bulk-changes/change.ts';
import { createBulkChangeRunner } from '#domain/bulk-changes/runner.ts';
import { restoreRecord } from '#domain/deleted/deleted-records.ts';
import { createFetcher } from '#domain/fetching/fetcher.ts';
import { allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { publishDue } from '#domain/posts/publish-due.ts';
import { addVideo, deleteVideo, updateVideo } from '#domain/posts/save-video.ts';
import { type AnnouncementService, openAnnouncementService } from '../support/announcement-service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const siteUrl = 'https://shelf.example';
let test: TestDatabase;
let service: AnnouncementService;
beforeAll(async () => {
  [test, service] = await Promise.all([createTestDatabase(), openAnnouncementService()]);
});
afterAll(async () => {
  await test.drop();
  await service.close();
});

const storeSettings = async (settings: object) => {
  const value = JSON.stringify(settings);
  await test.database.db
    .insertInto('settings')
    .values({ key: 'site', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
/** What waits, which is then forgotten. */
const takeWaiting = async () => {
  const rows = await test.database.db.deleteFrom('announcements').returning(['service', 'path']).execute();
  return rows.map((row) => `${row.service} ${row.path}`).sort();
};
const isEmpty = async () => (await test.database.db.selectFrom('announcements').selectAll().execute()).length === 0;

const errors: object[] = [];
const announce = (inMinutes = 0) => {
  const logger = { error: (details: object) => errors.push(details) };
  const fetch = createFetcher({ siteUrl, allow: [allowanceOf(service.url)] });
  const options = { siteUrl, indexNowUrl: service.url, indexNowKey: 'abc', fetch, logger };
  return announceChanges(test.database.db, options, new Date(Date.now() + inMinutes * 60_000));
};

const video = (title: string) => ({
  ...{ title, imageUrl: '/art/1.svg', link: 'https://example.com/watch', category: 'english' as const },
  ...{ tags: ['Big City'], performers: ['Isla Torven'] },
});
const add = async (title: string) => (await addVideo(test.database.db, system, video(title))).id;
const rename = (id: number, title: string) => updateVideo(test.database.db, system, id, { title }, undefined);

beforeEach(() => storeSettings({ indexNow: true, webSubHub: service.url }));
afterEach(async () => {
  service.answer(200);
  service.bodies.length = 0;
  errors.length = 0;
  await takeWaiting();
});

describe('what is announced', () => {
  it('nothing, until the operator wants it', async () => {
    await storeSettings({});
    await rename(await add('Quiet'), 'Still');
    expect(await takeWaiting()).toEqual([]);
  });

  it('a new video: its page to IndexNow, its feeds to the hub', async () => {
    const id = await add('Rain');
    expect(await takeWaiting()).toEqual([
      `indexnow /video/${id}-rain`,
      'websub /new-content.rss',
      'websub /pornstar/isla-torven.rss',
      'websub /tag/big-city.rss',
    ]);
  });

  it('an edit: the page under its old and its new url', async () => {
    const id = await add('Snow');
    await takeWaiting();
    await rename(id, 'Sun');
    expect(await takeWaiting()).toEqual([`indexnow /video/${id}-snow`, `indexnow /video/${id}-sun`]);
  });

  it('a deletion, and a restoration, which is like a new video', async () => {
    const { db } = test.database;
    const id = await add('Hail');
    await takeWaiting();
    await deleteVideo(db, system, id, undefined);
    expect(await takeWaiting()).toEqual([`indexnow /video/${id}-hail`]);
    await restoreRecord(db, system, 'posts', id, undefined);
    expect(await takeWaiting()).toEqual([
      `indexnow /video/${id}-hail`,
      'websub /new-content.rss',
      'websub /pornstar/isla-torven.rss',
      'websub /tag/big-city.rss',
    ]);
  });

  it('nothing of a change that is rolled back', async () => {
    const { db } = test.database;
    const id = await add('Frost');
    await takeWaiting();
    await expect(updateVideo(db, system, id, { title: 'Thaw' }, 99)).rejects.toThrow();
    expect(await takeWaiting()).toEqual([]);
  });

  it('what waits for a service that was switched off is forgotten', async () => {
    await add('Sleet');
    await storeSettings({});
    await announce(2);
    expect([await isEmpty(), service.bodies]).toEqual([true, []]);
  });
});

describe('of posts that are not published', () => {
  const feeds = ['websub /new-content.rss', 'websub /pornstar/isla-torven.rss', 'websub /tag/big-city.rss'];
  const addDraft = async (title: string) =>
    (await addVideo(test.database.db, system, { ...video(title), state: 'draft' })).id;
  const update = (id: number, changes: Parameters<typeof updateVideo>[3]) =>
    updateVideo(test.database.db, system, id, changes, undefined);
  const runBulkChanges = async () => {
    const logger = { info: () => {}, error: (details: object) => errors.push(details) };
    const runner = createBulkChangeRunner({ db: test.database.db, node: 'test', logger, restFactor: 0 });
    await runner.runDue();
    await runner.idle();
  };
  const changeAll = async (change: Change, videoIds: number[]) => {
    const { id } = await startBulkChange(test.database.db, system, { selection: { videoIds }, change });
    await runBulkChanges();
    return id;
  };

  it('nothing is announced, whatever is done to them', async () => {
    const { db } = test.database;
    const id = await addDraft('Unseen');
    await rename(id, 'Unseen still');
    await update(id, { state: 'scheduled', publishAt: new Date(Date.now() + 3_600_000) });
    await changeAll({ kind: 'setCategory', category: 'viral' }, [id]);
    await changeAll({ kind: 'setState', state: 'draft' }, [id]);
    await changeAll({ kind: 'delete' }, [id]);
    await changeAll({ kind: 'restore' }, [id]);
    await deleteVideo(db, system, id, undefined);
    await restoreRecord(db, system, 'posts', id, undefined);
    expect(await takeWaiting()).toEqual([]);
  });

  it('one that the job publishes is announced as a new one', async () => {
    const id = await addDraft('Due');
    await update(id, { state: 'scheduled', publishAt: new Date(Date.now() + 3_600_000) });
    await publishDue(test.database.db);
    expect(await takeWaiting()).toEqual([]);
    await test.database.pool.query(`update videos set publish_at = now() - interval '1 minute' where id = $1`, [id]);
    await publishDue(test.database.db);
    expect(await takeWaiting()).toEqual([`indexnow /video/${id}-due`, ...feeds]);
  });

  it('those that a bulk change publishes are announced as new ones, and their pages again when it is undone', async () => {
    const [draft, published] = [await addDraft('Dew'), await add('Mist')];
    await takeWaiting();
    const id = await changeAll({ kind: 'setState', state: 'published' }, [draft, published]);
    expect(await takeWaiting()).toEqual([`indexnow /video/${draft}-dew`, ...feeds]);
    await undoBulkChange(test.database.db, system, id);
    await runBulkChanges();
    expect(await takeWaiting()).toEqual([`indexnow /video/${draft}-dew`]);
  });

  it('the page of one that is taken back is announced, by hand or by a bulk change', async () => {
    const [first, second] = [await add('Ebb'), await add('Flood')];
    await takeWaiting();
    await update(first, { state: 'draft' });
    await changeAll({ kind: 'setState', state: 'draft' }, [first, second]);
    expect(await takeWaiting()).toEqual([`indexnow /video/${first}-ebb`, `indexnow /video/${second}-flood`]);
  });
});

describe('IndexNow', () => {
  beforeEach(() => storeSettings({ indexNow: true }));

  it('is notified of all changed pages at once, with the key', async () => {
    const ids = [await add('One'), await add('Two')];
    await announce();
    expect(service.bodies.map((body) => JSON.parse(body))).toEqual([
      {
        host: 'shelf.example',
        key: 'abc',
        keyLocation: 'https://shelf.example/abc.txt',
        urlList: expect.arrayContaining([`${siteUrl}/video/${ids[0]}-one`, `${siteUrl}/video/${ids[1]}-two`]),
      },
    ]);
    expect(await isEmpty()).toBe(true);
  });

  it('gets at most 10,000 urls in a request, also if the database does not expect so many', async () => {
    await test.owner.pool.query(`insert into announcements (service, path) values ('websub', '/a')`);
    await test.owner.pool.query('analyze announcements');
    await takeWaiting();
    await test.database.pool.query(
      `insert into announcements (service, path) select 'indexnow', '/video/' || n from generate_series(1, 10001) as n`,
    );
    await announce();
    expect(service.bodies.map((body) => JSON.parse(body).urlList.length)).toEqual([10_000, 1]);
  });

  it('is tried again later and later, and at last given up', async () => {
    service.answer(503);
    await add('Storm');
    const tried: number[] = [];
    for (let minute = 1; !(await isEmpty()); minute++) {
      await announce(minute);
      if (service.bodies.length > tried.length) tried.push(minute);
    }
    expect(tried.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(tried).toHaveLength(12);
    expect(errors).toMatchObject([{ service: 'indexnow', paths: 1 }]);
  });

  it('is notified again of what changed meanwhile', async () => {
    const id = await add('Fog');
    service.during(() => rename(id, 'Fog'));
    await announce();
    expect(await takeWaiting()).toEqual([`indexnow /video/${id}-fog`]);
  });
});

describe('a hub', () => {
  beforeEach(() => storeSettings({ webSubHub: service.url }));

  it('is notified of each feed with a new video, once the feed shows it', async () => {
    await add('Dawn');
    await announce();
    expect(service.bodies).toEqual([]);
    await announce(2);
    const topics = service.bodies.map((body) => Object.fromEntries(new URLSearchParams(body)));
    expect(topics.map((topic) => topic['hub.url']).sort()).toEqual([
      `${siteUrl}/new-content.rss`,
      `${siteUrl}/pornstar/isla-torven.rss`,
      `${siteUrl}/tag/big-city.rss`,
    ]);
    expect(topics[0]).toMatchObject({ 'hub.mode': 'publish', 'hub.topic': topics[0]?.['hub.url'] });
    expect(await isEmpty()).toBe(true);
  });
});
