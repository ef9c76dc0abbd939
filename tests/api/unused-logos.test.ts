import { afterAll, beforeAll, expect, it } from 'vitest';
import { logoKind, storePicture } from '#domain/uploads/pictures.ts';
import { removeUnusedLogos } from '#domain/uploads/uploads.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('a logo is not removed while somebody submits a website with the same picture', async () => {
  const { db, pool } = test.database;
  const content = Buffer.from('a logo');
  const logo = await db.transaction().execute((tx) => storePicture(tx, content, logoKind));
  await pool.query(`update uploads set created_at = now() - interval '31 days'`);

  let removing: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    expect(await storePicture(tx, content, logoKind)).toBe(logo);
    await tx.insertInto('partners').values({ name: 'Lantern Row', url: 'https://example.com', logo }).execute();
    removing = removeUnusedLogos(db, [logo]);
    const waiting = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'delete from uploads%'`,
        )
      ).rowCount;
    await expect.poll(waiting).toBe(1);
  });
  await removing;
  expect(await db.selectFrom('uploads').select('name').execute()).toHaveLength(1);

  await pool.query(`delete from partners; update uploads set created_at = now() - interval '31 days'`);
  await removeUnusedLogos(db, [logo]);
  expect(await db.selectFrom('uploads').select('name').execute()).toEqual([]);
});
