import type { Db } from '#db/database.ts';
import { type Build, storeBuild } from './store-build.ts';

const everyMs = 10 * 60_000;

/** Stores the build of this node, and again from time to time: as long as it does, nobody removes it. */
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
