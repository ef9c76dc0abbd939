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
  /** As it is written. */
  written: string;
  /** Whose it is. */
  name: string;
}

interface Kind {
  name: string;
  /** Whether its words are in the order of the name. */
  isInOrder: boolean;
}

/** Longer names have too many orders. */
const maxOrderedWords = 3;
/** Names of fewer letters are often other names when they are written as one word: Annabel is not Anna Bel. */
const shortestJoined = 10;

const ordersOf = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));

const termsOf = ({ written, name }: BlockedName) => {
  const words = foldText(written).split(' ');
  if (words.length < 2) return [];
  const inOrder = words.join(' ');
  const orders = words.length > maxOrderedWords ? [inOrder] : ordersOf(words).map((order) => order.join(' '));
  return orders.map((text) => ({ text, kind: { name, isInOrder: text === inOrder } }));
};

/** Whether words are apart, if only by a capital or something that nobody sees. */
const isApart = (text: string) =>
  /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}|\p{Ll}\p{Lu}/u.test(text) ||
  foldText(text).length >= shortestJoined;

/**
 * Finds blocked performers by their names, in whatever letters they are written (decision 054). Names of one word are compared
 * with names only: as a word of a text they mean something else too often.
 */
export const createNameFinder = (blocked: readonly BlockedName[]) => {
  const ofOneWord = new Map(blocked.map(({ written, name }) => [foldText(written), name]));
  const terms = blocked.flatMap(termsOf);
  const finder = createTermFinder<Kind>(terms);

  const find = (text: string, isMeant: (found: FoundTerm<Kind>) => boolean): string | undefined => {
    if (terms.length === 0) return undefined;
    let name: string | undefined;
    finder.each(text, (found) => {
      if (isApart(text.slice(found.from, found.to)) && isMeant(found)) name = found.term.kind.name;
      return name !== undefined;
    });
    return name;
  };

  /** The blocked performer that the name of a performer means; the words may be in another order. */
  const findAsName = (text: string): string | undefined =>
    ofOneWord.get(foldText(text)) ??
    find(text, ({ from, to }) => foldText(text.slice(0, from) + text.slice(to)) === '');

  /** The blocked performer that a text names. A part of a longer name that the post has is somebody else. */
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

/** By the names. More than one only while a block is being made or lifted. */
const finders = new LRUCache<string, NameFinder>({ max: 4 });

/** Finds the performers that are blocked in this transaction, also deleted ones: their names are free for others. */
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

/** Where a listing names a blocked performer: as a star, or in a text. Partners describe a site, not a post. */
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

/** The slugs and aliases of blocked performers, whose pages are gone. */
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

/** Finds published posts in the index, the best matches first. */
type FindPublished = (search: string) => Promise<readonly number[]>;

/** Published posts that name a performer in a text, or as a performer who is written alike. A block does not hide them. */
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

/** A blocked performer that became another one would be listed under the other's name. */
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
