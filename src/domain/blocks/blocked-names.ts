import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { ListedPart, Listing } from '#domain/listing/listing.ts';
import { type BlockedName, createNameFinder, type NameFinder } from './name-finder.ts';

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
