import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { answerInTime } from '#db/unavailable.ts';
import type { BuildFile } from './store-build.ts';

export interface BuildFileReader {
  /** A file of any stored build by its path below /assets/, or undefined if there is none. */
  read: (name: string) => Promise<BuildFile | undefined>;
}

/** Several builds, compressed. */
const maxBytes = 8 * 1024 * 1024;
/** Anyone can ask for names that don't exist: the database is asked for new ones at most this often. */
const refreshMs = 1000;

/** Reads from the primary: a replica may not have a build that was stored a moment ago. */
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
