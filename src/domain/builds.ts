import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '#db/database.ts';
import { answerInTime } from '#db/errors.ts';
import type { BuildFilesTable } from '#db/tables.ts';

type BuildFile = Omit<BuildFilesTable, 'name'>;

export interface Build {
  /** Paths below /assets/, each with a hash of its content. */
  names: readonly string[];
  read: (name: string) => Promise<BuildFile>;
}

/** The newest builds are kept, so that open tabs keep working with theirs. */
const keptBuilds = 3;
/** Builds that were stored after this time are in use: nodes store theirs repeatedly (see keepBuild). */
const inUseSince = sql<Date>`now() - interval '1 hour'`;

const idOf = ({ names }: Build) => createHash('sha256').update(names.toSorted().join('\n')).digest('hex');

const addFiles = async (tx: Tx, { names, read }: Build) => {
  const stored = await tx.selectFrom('build_files').select('name').where('name', 'in', names).execute();
  const storedNames = new Set(stored.map(({ name }) => name));
  const missing = names.filter((name) => !storedNames.has(name));
  if (missing.length === 0) return;
  const files = await Promise.all(missing.map(async (name) => ({ name, ...(await read(name)) })));
  await tx.insertInto('build_files').values(files).execute();
};

const removeOldBuilds = async (tx: Tx) => {
  const newest = tx.selectFrom('builds').select('id').orderBy('used_at', 'desc').limit(keptBuilds);
  const { numDeletedRows } = await tx
    .deleteFrom('builds')
    .where('id', 'not in', newest)
    .where('used_at', '<', inUseSince)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await sql`delete from build_files where name not in (select unnest(files) from builds)`.execute(tx);
};

/** Stores the missing files of a build and marks it as used. Removes old builds that are no longer used. */
export const storeBuild = (db: Db, build: Build): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // A node must not remove files that another has just found to be stored.
    await sql`select pg_advisory_xact_lock(hashtext('marquee builds'))`.execute(tx);
    await addFiles(tx, build);
    await tx
      .insertInto('builds')
      .values({ id: idOf(build), files: [...build.names] })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: sql<Date>`now()` }))
      .execute();
    await removeOldBuilds(tx);
  });

const everyMs = 10 * 60_000;

/** Stores this node's build, and repeats that regularly, so that no node removes it. */
export const keepBuild = async (db: Db, build: Build, onError: (error: unknown) => void) => {
  await storeBuild(db, build);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = storeBuild(db, build).catch(onError);
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};

export interface BuildFileReader {
  /** A file of any stored build by its path below /assets/, or undefined if there is none. */
  read: (name: string) => Promise<BuildFile | undefined>;
}

/** Enough for several compressed builds. */
const maxBytes = 8 * 1024 * 1024;
/** Anyone can request unknown names, so the database is queried for new ones at most this often. */
const refreshMs = 1000;

/** Reads from the primary, because a replica may lack a build that has just been stored. */
export const createBuildFileReader = (db: Db): BuildFileReader => {
  const contents = new LRUCache<string, BuildFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    fetchMethod: (name) =>
      db.selectFrom('build_files').select(['type', 'content', 'encoding']).where('name', '=', name).executeTakeFirst(),
  });
  let names = new Set<string>();
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing = Promise.resolve();

  const refresh = async () => {
    const rows = await db.selectFrom('build_files').select('name').execute();
    names = new Set(rows.map(({ name }) => name));
  };

  return {
    read: async (name) => {
      if (!names.has(name)) {
        if (performance.now() - refreshedAt > refreshMs) {
          refreshedAt = performance.now();
          refreshing = refresh();
        }
        await answerInTime(refreshing);
      }
      return names.has(name) ? contents.fetch(name) : undefined;
    },
  };
};
