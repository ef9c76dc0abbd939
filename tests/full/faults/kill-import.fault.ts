/** kill -9 at ten points of an import, and while it is undone. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Db, openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { system } from '#domain/audit-log.ts';
import { startCheck, startRun, undoImport } from '#domain/imports/control-imports.ts';
import { readImport } from '#domain/imports/imports.ts';
import { receiveFeed } from '#domain/imports/received-feeds.ts';
import { createImportRunner } from '#domain/imports/runner.ts';
import { addSource } from '#domain/imports/sources.ts';
import { item, settingsWith, toFeed } from '../../imports/open-imports.ts';
import { killDuring } from '../processes/killed-import.ts';
import { temporaryFolder } from './support/fault-site.ts';
import { report } from './support/report.ts';

const rows = 4400;
const batchRows = 200;
const points = 10;

const finish = async (db: Db) => {
  const runner = createImportRunner({ db, node: 'test', logger: console, batchRows, restFactor: 0 });
  await runner.runDue();
  await runner.idle();
};

const stored = async (db: Db) => {
  const { rows: counted } = await sql<{ posts: number; links: number; items: number; tags: number }>`
    select (select count(*) from videos) as posts, (select count(distinct link) from videos) as links,
      (select count(*) from import_items) as items, (select count(*) from video_tags) as tags`.execute(db);
  return counted[0];
};

/** In the middle of a batch as well as between two. */
const aLittleLater = (point: number) => pause((point * 7) % 40, true);

it('loses and doubles no row', async () => {
  const dataDir = temporaryFolder();
  const server = await openServer({ databaseUrl: undefined, dataDir });
  await prepareSchema(server);
  const { db, close } = openDatabase(server.url);
  try {
    const items = Array.from({ length: rows }, (_, n) => item(n, { tags: ['Rain', `tag ${n % 500}`], views: n }));
    const { id: sourceId } = await addSource(db, system, { name: 'Killed', settings: settingsWith() });
    const bytes = (async function* () {
      yield toFeed(items);
    })();
    const { id } = await receiveFeed(db, system, { sourceId, origin: 'command', fileName: 'feed.jsonl', bytes });
    await startCheck(db, id);
    await finish(db);
    await startRun(db, system, id);
    const killedAt: number[] = [];
    for (let point = 1; point <= points; point++) {
      const left = await killDuring(
        { db, url: server.url },
        id,
        ({ doneRows }) => doneRows >= point * batchRows && aLittleLater(point),
        { batchRows },
      );
      killedAt.push(left.doneRows);
      const { doneRows, counts } = left;
      expect(await stored(db)).toEqual({ posts: doneRows, links: doneRows, items: doneRows, tags: 2 * doneRows });
      expect(counts.new).toBe(doneRows);
    }
    await finish(db);
    expect(await readImport(db, id)).toMatchObject({ state: 'finished', counts: { new: rows, same: 0, duplicate: 0 } });
    expect(await stored(db)).toEqual({ posts: rows, links: rows, items: rows, tags: 2 * rows });
    report(`kill -9 at ${points} points of an import of ${rows} rows`, `killed after rows ${killedAt.join(', ')}`);
    await undoImport(db, system, id);
    for (const point of [1, 5, 9]) {
      const { undone } = await killDuring(
        { db, url: server.url },
        id,
        (left) => left.undone >= point * batchRows && aLittleLater(point),
        { batchRows },
      );
      const kept = rows - undone;
      expect(await stored(db)).toEqual({ posts: kept, links: kept, items: kept, tags: 2 * kept });
    }
    await finish(db);
    expect(await readImport(db, id)).toMatchObject({ state: 'undone', undone: rows, leftAlone: 0 });
    expect(await stored(db)).toEqual({ posts: 0, links: 0, items: 0, tags: 0 });
  } finally {
    await close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
