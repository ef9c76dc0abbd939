import type { Db } from '#db/database.ts';
import type { Listing } from '#domain/listing/listing.ts';
import { findProhibitedTerms } from '#domain/listing-rules/find-prohibited-terms.ts';
import type { ImportedPost } from '../mapping/imported-post.ts';
import { type ResolvedPost, resolvePosts } from '../posts/resolve-posts.ts';
import { type FoundItem, type FoundLinks, findItems, findLinks } from './find-items.ts';
import { listingOf } from './listed-rows.ts';
import type { Pass } from './pass.ts';

/** A row that differs from what the source had before. */
export interface ReadableRow {
  number: number;
  rowHash: string;
  post: ImportedPost;
}

/** A row together with what the catalogue has about it. */
export interface FoundRow extends ReadableRow, ResolvedPost {
  key: string;
  item: FoundItem | undefined;
  /** Of a row that would become a new post. */
  links: FoundLinks;
  /** The post as it is checked, of such a row. */
  listing?: Listing;
}

/** A row whose item has, or had, a post. */
export interface KnownRow extends FoundRow {
  item: FoundItem;
}

/** What an import took down and time has removed is added anew; what an admin has deleted is not. */
export const isKnown = (row: FoundRow): row is KnownRow =>
  row.item !== undefined && !(row.item.isTakenDown && !row.item.post);

/** Searches the texts of new posts, which takes longer than all other checks. What is found is remembered with the listing. */
const checkAhead = async (db: Db, rows: readonly FoundRow[]) => {
  for (const row of rows) row.listing = listingOf(row, row.values);
  await findProhibitedTerms(
    db,
    rows.flatMap(({ listing }) => listing ?? []),
  );
};

const noLinks: FoundLinks = { hashes: [], duplicate: undefined };

/**
 * Looks up what rows are about. This happens while the batch before is still being written: the pass itself knows which items and
 * links that one has, and what may be changed is read again once it is locked.
 */
export const findRows = async (db: Db, pass: Pass, rows: readonly ReadableRow[]): Promise<FoundRow[]> => {
  const posts = rows.map(({ post }) => post);
  const items = await findItems(db, pass.sourceId, posts);
  const resolved = await resolvePosts(db, posts, {
    rules: pass.settings.rules,
    partnerOf: pass.partnerOf,
    nameIds: pass.nameIds,
    now: new Date(),
  });
  const found = rows.flatMap((row, at): FoundRow[] => {
    const [ofRow, of] = [resolved[at], items[at]];
    return ofRow && of ? [{ ...row, ...ofRow, ...of, links: noLinks }] : [];
  });
  const added = pass.settings.policies.addNew ? found.filter((row) => !isKnown(row)) : [];
  const links = await findLinks(
    db,
    added.map(({ post }) => post),
    { exceptSource: pass.isOwnCatalogue ? pass.sourceId : undefined },
  );
  for (const [at, row] of added.entries()) row.links = links[at] ?? noLinks;
  await checkAhead(db, added);
  return found;
};
