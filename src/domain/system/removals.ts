import type { Db } from '#db/database.ts';
import { countStillPublic } from '#domain/cases/case-queue.ts';
import { type Check, failure, ok, plural } from './check.ts';

const part = 'Removals';

const judgeRemovals = (stillPublic: number): Check => {
  if (stillPublic === 0) return ok(part, 'No notice waits with posts that it should have hidden.');
  return failure(
    part,
    `${plural(stillPublic, 'notice has', 'notices have')} posts that visitors still see, because more arrived than may hide posts by themselves.`,
    'Decide these first, under Removals.',
  );
};

/** Whether visitors still see what a notice should have hidden at once (decision 076). */
export const checkRemovals = async (db: Db): Promise<Check> => judgeRemovals(await countStillPublic(db));
