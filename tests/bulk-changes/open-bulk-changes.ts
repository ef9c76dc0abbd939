import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '#db/database.ts';
import { system } from '#domain/audit-log.ts';
import { type BulkChange, readBulkChange, startBulkChange, undoBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import type { Change } from '#domain/bulk-changes/change.ts';
import { type BulkChangeRunnerOptions, createBulkChangeRunner } from '#domain/bulk-changes/runner.ts';
import { addVideo, type VideoFacts } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A database of its own for a test file, with the steps that all tests of bulk changes take. */
export const openBulkChanges = () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const db = (): Db => test.database.db;
  const logger = { info: () => {}, error: () => {} };
  const runnerWith = (options: Partial<BulkChangeRunnerOptions> = {}) =>
    createBulkChangeRunner({ db: db(), node: 'test', logger, batchSize: 2, restFactor: 0, ...options });
  const runAll = async () => {
    const runner = runnerWith();
    await runner.runDue();
    await runner.idle();
  };
  const start = (change: Change, videoIds: number[]) =>
    startBulkChange(db(), system, { selection: { videoIds }, change });

  return {
    db,
    url: () => test.url,
    database: () => test,
    runnerWith,
    runAll,
    start,
    change: async (change: Change, videoIds: number[]): Promise<BulkChange> => {
      const { id } = await start(change, videoIds);
      await runAll();
      return readBulkChange(db(), id);
    },
    undo: async ({ id }: { id: number }): Promise<BulkChange> => {
      await undoBulkChange(db(), system, id);
      await runAll();
      return readBulkChange(db(), id);
    },
    addVideos: async (...facts: VideoFacts[]) => {
      const ids: number[] = [];
      for (const each of facts) ids.push(await addVideo(db(), each));
      return ids;
    },
    /** By its slug; creates it if need be. */
    nameRef: async (table: 'tags' | 'performers', slug: string) => {
      await db()
        .insertInto(table)
        .values({ slug, name: slug })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return db().selectFrom(table).select(['id', 'name']).where('slug', '=', slug).executeTakeFirstOrThrow();
    },
    /** What a post is, without its version and times of change. */
    read: async (id: number) => {
      const { rows } = await sql`
        select category, partner_id, state, publish_at, published_at, deleted_at,
          array(select slug from video_tags join tags on tags.id = tag_id where video_id = videos.id order by position) as tags,
          array(select slug from video_performers join performers on performers.id = performer_id
            where video_id = videos.id order by position) as performers
        from videos where id = ${id}`.execute(db());
      return rows[0] as Record<string, unknown>;
    },
    versionOf: async (id: number) =>
      (await db().selectFrom('videos').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version,
  };
};
