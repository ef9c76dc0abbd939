import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { NameKind } from '#contract/values/names.ts';
import type { Db } from '#db/database.ts';
import { ConflictError } from '#domain/errors.ts';
import { type ListedPart, type Listing, videoListings } from '#domain/listing/listing.ts';
import { foldText } from '#domain/terms/letters.ts';
import { createTermFinder, type FoundTerm } from '#domain/terms/term-finder.ts';
import type { BlockTarget } from './blocks.ts';

/** A name or alias of a blocked performer. */
interface BlockedName {
  written: string;
  /** The performer's main name. */
  name: string;
}

interface Kind {
  name: string;
  isInOrder: boolean;
}

/** Longer names are found only in their own order, because they have too many permutations. */
const maxPermutedWords = 3;
/** Shorter names, written as one word, are often other names: Annabel is not Anna Bel. */
const minJoinedLength = 10;

const permutationsOf = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word, at) => permutationsOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));

const termsOf = ({ written, name }: BlockedName) => {
  const words = foldText(written).split(' ');
  if (words.length < 2) return [];
  const inOrder = words.join(' ');
  const orders = words.length > maxPermutedWords ? [inOrder] : permutationsOf(words).map((order) => order.join(' '));
  return orders.map((text) => ({ text, kind: { name, isInOrder: text === inOrder } }));
};

/** True for words that are separated, if only by a capital letter or an invisible character, and for long joined names. */
const isSeparatedOrLong = (text: string) =>
  /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}|\p{Ll}\p{Lu}/u.test(text) ||
  foldText(text).length >= minJoinedLength;

/**
 * Finds the names of blocked performers, also in look-alike letters (decision 054). Names of one word are only compared with names of
 * performers: in a text, they often mean something else.
 */
export const createNameFinder = (blocked: readonly BlockedName[]) => {
  const namesByFoldedText = new Map(blocked.map(({ written, name }) => [foldText(written), name]));
  const terms = blocked.flatMap(termsOf);
  const finder = createTermFinder<Kind>(terms);

  const find = (text: string, accepts: (found: FoundTerm<Kind>) => boolean): string | undefined => {
    if (terms.length === 0) return undefined;
    let name: string | undefined;
    finder.each(text, (found) => {
      if (isSeparatedOrLong(text.slice(found.from, found.to)) && accepts(found)) name = found.term.kind.name;
      return name !== undefined;
    });
    return name;
  };

  /** Finds the blocked performer with this name, whose words may be in another order. */
  const findAsName = (text: string): string | undefined =>
    namesByFoldedText.get(foldText(text)) ??
    find(text, ({ from, to }) => foldText(text.slice(0, from) + text.slice(to)) === '');

  /** Finds a blocked performer named in a text, except where it is part of the longer name of one of the post's performers. */
  const findInText = (text: string, otherNames: readonly string[]): string | undefined => {
    let others: { from: number; to: number }[] | undefined;
    const othersIn = () => {
      const spans: { from: number; to: number }[] = [];
      createTermFinder(otherNames.map((name) => ({ text: foldText(name), kind: 'other' }))).each(text, (found) => {
        spans.push(found);
        return false;
      });
      return spans;
    };
    return find(text, ({ term, from, to }) => {
      if (!term.kind.isInOrder) return false;
      others ??= othersIn();
      return !others.some((other) => other.from <= from && to <= other.to && to - from < other.to - other.from);
    });
  };

  return { isEmpty: blocked.length === 0, findAsName, findInText };
};

export type NameFinder = ReturnType<typeof createNameFinder>;

/** Cached by the blocked names. There are several only while a block is being made or lifted. */
const finders = new LRUCache<string, NameFinder>({ max: 4 });

/** Includes deleted performers, because others may be created with their names. */
export const readNameFinder = async (db: Db): Promise<NameFinder> => {
  const { rows } = await sql<BlockedName>`
    select name as written, name from performers where blocked_at is not null
    union
    select a.name, p.name from performers p join performer_aliases a on a.name_id = p.id where p.blocked_at is not null
    order by written, name`.execute(db);
  const key = JSON.stringify(rows);
  const finder = finders.get(key) ?? createNameFinder(rows);
  finders.set(key, finder);
  return finder;
};

const isStarName = ({ entity }: Listing, { field }: ListedPart) =>
  field === 'name' && (entity === 'video' || entity === 'star');

/** Finds where a listing names a blocked performer: as a star, or in a text. Texts of partners describe a site, so they are skipped. */
export const findNamed = (
  finder: NameFinder,
  listing: Listing,
): { name: string; part: ListedPart; isInText: boolean } | undefined => {
  if (listing.entity === 'network') return undefined;
  const stars = listing.texts.filter((part) => isStarName(listing, part));
  const starNames = stars.map(({ value }) => value);
  for (const part of listing.texts) {
    const isInText = !stars.includes(part);
    const name = isInText ? finder.findInText(part.value, starNames) : finder.findAsName(part.value);
    if (name !== undefined) return { name, part, isInText };
  }
  return undefined;
};

/** Slugs and aliases of blocked performers, whose pages are no longer served. */
export const readBlockedSlugs = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ slug: string }>`
    select slug from performers where blocked_at is not null
    union
    select a.slug from performer_aliases a join performers p on p.id = a.name_id where p.blocked_at is not null`.execute(
    db,
  );
  return new Set(rows.map(({ slug }) => slug));
};

/** Only the best matches of the search are read. */
const maxRead = 1000;

/** Searches published posts, best matches first. */
type FindPublished = (search: string) => Promise<readonly number[]>;

/** Counts published posts that a block would not withhold, although they seem to name the performer. */
export const countNamed = async (
  db: Db,
  { name, performerId }: BlockTarget,
  findPublished: FindPublished,
): Promise<number> => {
  if (performerId === null) return 0;
  const found = await findPublished(name);
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${sql.val(found.slice(0, maxRead))}::bigint[]) as id
    where not exists (select from video_performers vp where vp.video_id = id and vp.performer_id = ${performerId})`.execute(
    db,
  );
  const listings = await videoListings(
    db,
    rows.map(({ id }) => id),
  );
  const finder = createNameFinder([{ written: name, name }]);
  return listings.filter((listing) => findNamed(finder, listing)).length;
};

/** Refuses to merge blocked performers, which would be listed under the other name. */
export const assertNotBlocked = async (db: Db, kind: NameKind, ids: readonly number[]): Promise<void> => {
  if (kind !== 'performer' || ids.length === 0) return;
  const blocked = await db
    .selectFrom('performers')
    .select('name')
    .where('id', 'in', ids)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  if (blocked) throw new ConflictError(`“${blocked.name}” is blocked. Lift the block first.`);
};
