import type { Migration } from './migration.ts';

/** Before the first release, many small migrations led to the schema that the files up to this one now create at once. */
const lastFile = '0012_operations';
const replaced = { first: '0001_catalogue', last: '0095_references_per_statement', count: 77 };

/** Whether it is one of the files that create the schema of the first release. */
export const isOfFirstSchema = ({ name }: Pick<Migration, 'name'>): boolean => name <= lastFile;

/** What to do about a database or a backup that has only some of the replaced migrations. */
export const howToComplete = `start the version of Marquee whose last migration is ${replaced.last} on it once`;

type Applied = Pick<Migration, 'name' | 'checksum'>;

/**
 * The migrations of a database or a backup, by the names of today: the files of the first schema stand for all that they replaced.
 * Undefined if only some of those were applied.
 */
export const appliedToday = <T extends Applied>(
  applied: readonly T[],
  migrations: readonly Migration[],
): readonly (T | (Applied & { requires: null }))[] | undefined => {
  if (!applied.some(({ name }) => name === replaced.first)) return applied;
  const old = applied.filter(({ name }) => name <= replaced.last);
  if (old.length !== replaced.count || !old.some(({ name }) => name === replaced.last)) return undefined;
  return [
    ...migrations.filter(isOfFirstSchema).map(({ name, checksum }) => ({ name, checksum, requires: null })),
    ...applied.filter((migration) => !old.includes(migration)),
  ];
};
