/** Rows are looked up before their posts are locked: whatever an admin does in between counts. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { item, openImports } from './open-imports.ts';

const { db, owner, newSource, check, importItems, run, rowsOf, post, postIdOf } = openImports();

/** Runs an import that has to wait for an admin, who changes the post meanwhile. */
const runDuring = async (importId: number, postId: number, change: string) => {
  const admin = await db().startTransaction().execute();
  await sql`update videos set ${sql.raw(change)}, version = version + 1 where id = ${postId}`.execute(admin);
  const running = run(importId);
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
      return rows.length;
    })
    .toBe(1);
  await admin.commit().execute();
  return running;
};

const changedFeed = async (name: string) => {
  const { id } = await newSource({ policies: { updatedFields: ['title'] } });
  await importItems(id, [item(name)]);
  const checked = await check(id, [item(name, { title: `Film ${name}, longer` })]);
  expect(checked.checkedCounts).toMatchObject({ changed: 1 });
  return { importId: checked.id, postId: await postIdOf(`Film ${name}`) };
};

it('a post that an admin deletes meanwhile stays deleted, and as it was', async () => {
  const { importId, postId } = await changedFeed('deleted');
  const { counts } = await runDuring(importId, postId, 'deleted_at = now()');
  expect(counts).toMatchObject({ changed: 0, duplicate: 1 });
  const { rows } =
    await sql`select title, deleted_at is not null as "isDeleted" from videos where id = ${postId}`.execute(db());
  expect(rows).toEqual([{ title: 'Film deleted', isDeleted: true }]);
});

it('a post that is withheld meanwhile is not changed', async () => {
  const { importId, postId } = await changedFeed('withheld');
  const { counts } = await runDuring(importId, postId, `state = 'withheld'`);
  expect(counts).toMatchObject({ changed: 0, refused: 1 });
  expect((await rowsOf(importId, 'changed'))[0]).toMatchObject({ title: 'Film withheld, longer' });
  await expect(postIdOf('Film withheld')).resolves.toBe(postId);
});

it('a title that an admin enters meanwhile is kept', async () => {
  const { importId, postId } = await changedFeed('renamed');
  const { counts } = await runDuring(importId, postId, `title = 'By hand'`);
  expect(counts).toMatchObject({ changed: 0, same: 1 });
  expect((await post('By hand')).id).toBe(postId);
});

it.each([
  ['tag', 'tags', 'video_tags', 'tag_id'],
  ['star', 'performers', 'video_performers', 'performer_id'],
])('a %s that is merged while a feed goes in takes its later posts along', async (_kind, names, links, key) => {
  const column = names === 'tags' ? 'tags' : 'stars';
  const addName = async (slug: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(names)} (slug, name) values (${slug}, ${slug}) returning id`.execute(db());
    return rows[0]?.id;
  };
  const [dusk, evening] = [await addName('dusk'), await addName('evening')];
  const { id } = await newSource();
  const feed = Array.from({ length: 12 }, (_, n) => item(`${column}-${n}`, { [column]: 'dusk' }));
  const checked = await check(id, feed);
  // Merged as soon as the first batch is in, and so after the name was found.
  await sql`create function merge_names() returns trigger language plpgsql as $$ begin
    update ${sql.raw(names)} set merged_into = ${sql.lit(evening)} where id = ${sql.lit(dusk)}; return null; end $$`.execute(
    owner(),
  );
  await sql`create trigger merge_names after insert on ${sql.table(links)} execute function merge_names()`.execute(
    owner(),
  );
  try {
    expect((await run(checked.id)).counts).toMatchObject({ new: 12 });
  } finally {
    await sql`drop function merge_names cascade`.execute(owner());
  }
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(key)} as id from ${sql.table(links)} order by video_id`.execute(db());
  // Those of the first batch were there before the merge.
  expect(rows.map((row) => row.id)).toEqual([dusk, dusk, dusk, ...Array.from({ length: 9 }, () => evening)]);
});
