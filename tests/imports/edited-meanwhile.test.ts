/** Rows are looked up before their posts are locked: whatever an admin does in between counts. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { createBulkChangeRunner } from '#domain/bulk-changes/runner.ts';
import { finishNameChanges, mergeNames } from '#domain/names/merge-names.ts';
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

it.each([
  ['tag', 'tags', 'video_tags', 'tag_id'],
  ['performer', 'performers', 'video_performers', 'performer_id'],
] as const)(
  'merging a %s waits for posts that are being added with it, and takes them along',
  async (kind, names, links, key) => {
    const column = names === 'tags' ? 'tags' : 'stars';
    const [from, into] = [`fog-${kind}`, `mist-${kind}`];
    for (const slug of [from, into]) await db().insertInto(names).values({ slug, name: slug }).execute();
    const { id } = await newSource();
    const feed = Array.from({ length: 7 }, (_, n) => item(`${kind}-${n}`, { [column]: from }));
    const checked = await check(id, feed);
    // Holds the first batch up after it has found its names.
    const holder = await owner().startTransaction().execute();
    await sql`lock table import_items in exclusive mode`.execute(holder);
    const running = run(checked.id);
    const waiting = async () =>
      (
        await sql<{ query: string }>`select query from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(owner())
      ).rows.length;
    await expect.poll(waiting).toBe(1);
    const merging = mergeNames(db(), system, { kind, from: [from], into });
    await expect.poll(waiting).toBe(2);
    await holder.commit().execute();
    await Promise.all([running, merging]);
    const changes = createBulkChangeRunner({ db: db(), node: 'test', logger: console, restFactor: 0 });
    await changes.runDue();
    await changes.idle();
    await finishNameChanges(db());
    const { rows } = await sql<{ slug: string; posts: number }>`
    select n.slug, count(l.video_id) as posts from ${sql.table(names)} n
      left join ${sql.table(links)} l on l.${sql.ref(key)} = n.id
    where n.slug in (${from}, ${into}) and n.retired_at is null group by n.slug`.execute(db());
    expect(rows).toEqual([{ slug: into, posts: feed.length }]);
  },
);
