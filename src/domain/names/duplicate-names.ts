import { sql } from 'kysely';
import type { NameKind } from '#contract/values/names.ts';
import { fold } from '#contract/values/text.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { lockNames, nameEntity } from '#domain/catalogue/tags-and-performers.ts';
import { editDistance } from '#domain/edit-distance.ts';
import { ValidationError } from '#domain/errors.ts';
import type { CatalogueIndex, ListedName } from '#domain/search/catalogue-index.ts';
import { createYieldToEventLoop, type YieldToEventLoop } from '#domain/yield-to-event-loop.ts';

/** Two similar names. `merge` has fewer videos and may be merged into `keep`. */
interface DuplicateNames {
  keep: ListedName;
  merge: ListedName;
}

const maxPairs = 1_000;
/**
 * Each name is only compared with this many neighbours in two alphabetical orders (forwards and backwards), so the time
 * grows linearly.
 */
const neighbours = 12;

const singular = (word: string) =>
  word
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');

/** Normalizes a name: no separators, case, accents and plurals. */
const compactName = (name: string): string =>
  fold(name)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => (word.length > 3 ? singular(word) : word))
    .join('');

/** Short names that differ in one letter are usually different names. */
const maxErrors = (length: number) => (length < 6 ? 0 : length < 10 ? 1 : 2);

const digits = (text: string) => text.replace(/\P{N}+/gu, ' ').trim();

interface Compact {
  listed: ListedName;
  compact: string;
  reversed: string;
  digits: string;
}

const looksAlike = (one: Compact, other: Compact): boolean => {
  if (one.compact === other.compact) return true;
  const errors = maxErrors(Math.min(one.compact.length, other.compact.length));
  return errors > 0 && one.digits === other.digits && editDistance(one.compact, other.compact, errors) <= errors;
};

const pairKey = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;

const compactNames = async (names: readonly ListedName[], yieldToEventLoop: YieldToEventLoop): Promise<Compact[]> => {
  const all: Compact[] = [];
  for (const listed of names) {
    const compact = compactName(listed.name);
    if (compact !== '')
      all.push({ listed, compact, reversed: [...compact].reverse().join(''), digits: digits(compact) });
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
  return all;
};

/** Sorts groups with the same first letters one by one, because sorting all at once would block the event loop. */
const sortBy = async (all: readonly Compact[], order: 'compact' | 'reversed', yieldToEventLoop: YieldToEventLoop) => {
  const groups = Map.groupBy(all, (each) => each[order].slice(0, 2));
  const sorted: Compact[] = [];
  for (const start of [...groups.keys()].sort()) {
    const group = groups.get(start) ?? [];
    for (const each of group.sort((a, b) => (a[order] < b[order] ? -1 : 1))) sorted.push(each);
    await yieldToEventLoop();
  }
  return sorted;
};

/** Likely duplicates among names, the most used first. */
const findDuplicates = async (names: readonly ListedName[]): Promise<DuplicateNames[]> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const found = new Map<string, DuplicateNames>();
  const all = await compactNames(names, yieldToEventLoop);
  for (const order of ['compact', 'reversed'] as const) {
    const sorted = await sortBy(all, order, yieldToEventLoop);
    for (const [at, one] of sorted.entries()) {
      for (let next = at + 1; next <= at + neighbours; next++) {
        const other = sorted[next];
        if (!other || !looksAlike(one, other)) continue;
        const [keep, merge] =
          one.listed.count >= other.listed.count ? [one.listed, other.listed] : [other.listed, one.listed];
        found.set(pairKey(keep.id, merge.id), { keep, merge });
      }
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
  }
  return [...found.values()].sort((a, b) => b.keep.count - a.keep.count || b.merge.count - a.merge.count);
};

/** Likely duplicates, without the pairs that an admin has marked as different. */
export const likelyDuplicates = async (
  db: Db,
  index: Pick<CatalogueIndex, 'allNames'>,
  kind: NameKind,
): Promise<DuplicateNames[]> => {
  const { rows } = await sql<{ one: number; other: number }>`
    select one, other from distinct_names where kind = ${kind}`.execute(db);
  const distinct = new Set(rows.map(({ one, other }) => pairKey(one, other)));
  const pairs = await findDuplicates(index.allNames(kind));
  return pairs.filter(({ keep, merge }) => !distinct.has(pairKey(keep.id, merge.id))).slice(0, maxPairs);
};

/** Marks two similar names as different. */
export const markDistinct = (db: Db, actor: Actor, kind: NameKind, slugs: readonly [string, string]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (slugs[0] === slugs[1]) throw new ValidationError('Choose two different names.');
    const names = (await lockNames(tx, kind, slugs)).sort((a, b) => a.id - b.id);
    const [one, other] = names.map(({ id }) => id) as [number, number];
    await tx
      .insertInto('distinct_names')
      .values({ kind, one, other })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const after = { distinct: names.map(({ name }) => name) };
    await recordChange(tx, actor, { action: 'update', entity: nameEntity(kind), entityId: one, after });
  });
