import { enter } from '#contract/values/fields.ts';
import { feedNameOf } from '#contract/values/imports.ts';
import { importedFields, postFields } from '#contract/values/post-fields.ts';
import { missingParts, recordsMissing } from '#contract/values/posts.ts';
import type { Db, Tx } from '#db/database.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import type { Listing } from '#domain/listing/listing.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { areRecordsRequired } from '#domain/post-records/post-records.ts';
import {
  fieldsChangedByFeed,
  isAsWritten,
  type PostField,
  type PostValues,
  readPostValues,
  type StoredPost,
  storedFields,
} from '../posts/post-values.ts';
import type { ResolvedPost } from '../posts/resolve-posts.ts';
import { type FoundItem, findItems } from './find-items.ts';
import type { Pass } from './pass.ts';
import { type FoundRow, isKnown, type KnownRow, listingOf, type PreparedBatch } from './prepare-rows.ts';

interface RowSummary {
  number: number;
  title: string;
  link: string;
}

/** A row that becomes a post. */
export interface NewRow extends RowSummary, ResolvedPost {
  outcome: 'new';
  /** Which values were left out, if any. */
  reason: string;
  leftOut: readonly string[];
  rowHash: string;
  key: string;
  /** True if the item had a post before, which was taken down and permanently deleted. */
  isReplacing: boolean;
  listing: Listing;
}

/** A row that changes its post. */
export interface ChangedRow extends RowSummary, ResolvedPost {
  outcome: 'changed';
  reason: string;
  leftOut: readonly string[];
  rowHash: string;
  key: string;
  item: FoundItem;
  fields: PostField[];
  /** True if the post was missing from an earlier feed and taken down. */
  comesBack: boolean;
}

/** A row that was parsed but does not change its post. */
export interface SameRow {
  outcome: 'same';
  number: number;
  rowHash: string;
  key: string;
  videoId: number;
}

/** A row that is not imported. */
interface SkippedRow extends RowSummary {
  outcome: 'duplicate' | 'refused' | 'bad' | 'heldBack';
  reason: string;
  videoId?: number | undefined;
}

export type ClassifiedRow = NewRow | ChangedRow | SameRow | SkippedRow;

/** The post's values after the import. */
export const valuesAfter = (row: NewRow | ChangedRow, stored: StoredPost | undefined): PostValues =>
  row.outcome === 'new' || !stored
    ? row.values
    : { ...stored.values, ...Object.fromEntries(row.fields.map((field) => [field, row.values[field]])) };

const problemOf = (values: PostValues, areRequired: boolean): string | undefined => {
  if (values.state === 'draft') return undefined;
  if (values.imageUrl === '') return enter('image URL');
  const missing = areRequired ? missingParts(values) : [];
  return missing.length > 0 ? recordsMissing(missing) : undefined;
};

/** Refuses rows that may not be listed, or that lack an image or records. */
const refuseRows = async (
  db: Db,
  rows: readonly ClassifiedRow[],
  stored: ReadonlyMap<number, StoredPost>,
): Promise<ClassifiedRow[]> => {
  const written = rows.filter((row): row is NewRow | ChangedRow => row.outcome === 'new' || row.outcome === 'changed');
  const areRequired = written.length > 0 && (await areRecordsRequired(db));
  const storedOf = (row: NewRow | ChangedRow) => (row.outcome === 'new' ? undefined : stored.get(row.item.videoId));
  const refusals = await refusalsOf(
    db,
    written.map((row) =>
      row.outcome === 'new' ? row.listing : listingOf(row, valuesAfter(row, storedOf(row)), row.item.videoId),
    ),
  );
  const reasons = new Map(
    written.map((row, at) => {
      const problem = row.outcome === 'new' ? problemOf(row.values, areRequired) : undefined;
      return [row.number, refusals[at]?.sentence ?? problem];
    }),
  );
  return rows.map((row): ClassifiedRow => {
    const reason = reasons.get(row.number);
    if (reason === undefined || row.outcome === 'same') return row;
    const { number, title, link } = row;
    const videoId = row.outcome === 'changed' ? row.item.videoId : undefined;
    return { number, title, link, outcome: 'refused', reason, videoId };
  });
};

const nouns = new Map<PostField, string>(importedFields.map((name) => [feedNameOf(name), postFields[name].noun]));
const list = new Intl.ListFormat('en', { type: 'conjunction' });

const reasonOf = (fields: readonly PostField[], comesBack: boolean) => {
  const changes = fields.length > 0 ? `Changes ${list.format(fields.map((field) => nouns.get(field) ?? field))}.` : '';
  return [comesBack ? 'Back in the feed.' : '', changes].filter(Boolean).join(' ');
};

/** Whether the row may change its post, which must then be read. */
const needsPost = ({ item, values }: KnownRow, updatedFields: readonly PostField[]): boolean =>
  item.isTakenDown || fieldsChangedByFeed(item, values, updatedFields).length > 0;

/** The current post, or the one found with the item if it wasn't read. */
const currentPost = (known: KnownRow, stored: StoredPost | undefined, isRead: boolean): FoundItem['post'] => {
  if (!isRead) return known.item.post;
  return stored && { version: stored.version, state: stored.values.state, isDeleted: stored.deletedAt !== null };
};

/** Classifies a row whose item is known. `stored` is its post, if needsPost() required it. */
const classifyKnown = (
  known: KnownRow,
  stored: StoredPost | undefined,
  updatedFields: readonly PostField[],
): ClassifiedRow => {
  const { number, rowHash, key, item, values, tags, performers } = known;
  const summary = { number, title: values.title, link: values.link };
  const { videoId } = item;
  const post = currentPost(known, stored, needsPost(known, updatedFields));
  // Only restore posts that an import took down and that weren't edited since.
  const comesBack = item.isTakenDown && post?.isDeleted === true && post.version === item.version;
  if ((post === undefined || post.isDeleted) && !comesBack)
    return { ...summary, outcome: 'duplicate', reason: 'Its post was deleted on this site.', videoId };
  const fields = stored
    ? fieldsChangedByFeed(item, values, updatedFields).filter((field) => isAsWritten(item, stored, field))
    : [];
  if (fields.length === 0 && !comesBack) return { outcome: 'same', number, rowHash, key, videoId };
  if (post.state === 'withheld')
    return { ...summary, outcome: 'refused', reason: 'Its post is withheld from visitors.', videoId };
  const changed: ChangedRow = {
    ...summary,
    outcome: 'changed',
    reason: reasonOf(
      storedFields.filter((field) => fields.includes(field)),
      comesBack,
    ),
    leftOut: known.post.leftOut,
    rowHash,
    key,
    item,
    fields,
    comesBack,
    values: { ...values },
    tags,
    performers,
  };
  return changed;
};

export interface ClassifyOptions {
  /** How many posts may still be added today. */
  capLeft: number;
  /** Locks posts that may change. False for a dry run. */
  isRun: boolean;
}

export interface ClassifiedBatch {
  rows: ClassifiedRow[];
  /** Numbers of unchanged rows, which were not parsed. */
  unread: number[];
  /** Added to the pass's sets once the batch is committed. */
  seenPosts: number[];
  seenHashes: string[];
}

const twiceInFeed = 'An earlier row of the feed is the same item.';

const skip = (
  { number, post: { title, link } }: FoundRow,
  outcome: SkippedRow['outcome'],
  reason: string,
  videoId?: number,
): SkippedRow => ({ number, outcome, reason, title, link, videoId });

const duplicateReason = ({ id, isDeleted }: { id: number; isDeleted: boolean }) =>
  `Leads to the same place as ${isDeleted ? 'the deleted ' : ''}post ${id}.`;

/** Classifies rows without a post. Skips those that the catalogue or an earlier row already has. */
const classifyNew = (pass: Pass, batch: ClassifiedBatch, rows: readonly FoundRow[]): NewRow[] => {
  if (!pass.settings.policies.addNew) {
    for (const row of rows) batch.rows.push(skip(row, 'refused', 'The source does not add new posts.'));
    return [];
  }
  const seen = new Set<string>();
  return rows.flatMap((row): NewRow[] => {
    const { number, rowHash, post, key, item, values, tags, performers } = row;
    const { hashes, duplicate } = row.links;
    if (duplicate) {
      batch.rows.push(skip(row, 'duplicate', duplicateReason(duplicate), duplicate.id));
      return [];
    }
    const own = pass.isOwnCatalogue ? [key] : [key, ...hashes];
    if (own.some((hash) => seen.has(hash) || pass.seenHashes.has(hash))) {
      batch.rows.push(skip(row, 'duplicate', twiceInFeed));
      return [];
    }
    for (const hash of own) seen.add(hash);
    batch.seenHashes.push(...own);
    const { title, link } = post;
    const isReplacing = item !== undefined;
    // Copy `values`: a retried transaction assigns different name ids.
    return [
      {
        ...{ outcome: 'new', number, rowHash, title, link, key, isReplacing, values: { ...values }, tags, performers },
        reason: post.leftOut.join(' '),
        leftOut: post.leftOut,
        listing: row.listing ?? listingOf(row, values),
      },
    ];
  });
};

/** Classifies each row of a batch. Read-only. */
export const classifyBatch = async (
  tx: Tx,
  pass: Pass,
  prepared: PreparedBatch,
  { capLeft, isRun }: ClassifyOptions,
): Promise<ClassifiedBatch> => {
  const { policies } = pass.settings;
  const updatedFields = policies.updatedFields.filter((field): field is PostField => field !== 'itemId');
  const batch: ClassifiedBatch = { rows: [], unread: [], seenPosts: [], seenHashes: [] };
  const seenNow = new Set<number>();
  const isSeen = (videoId: number) => {
    if (seenNow.has(videoId) || pass.seenPosts.has(videoId)) return true;
    seenNow.add(videoId);
    batch.seenPosts.push(videoId);
    return false;
  };
  const twice = { outcome: 'duplicate' as const, reason: twiceInFeed, title: '', link: '' };
  for (const { number, videoId } of prepared.same)
    if (isSeen(videoId)) batch.rows.push({ ...twice, number, videoId });
    else batch.unread.push(number);

  for (const { number, excerpt, problem } of prepared.bad)
    batch.rows.push({ number, outcome: 'bad', reason: problem.reason, title: excerpt, link: '' });
  // Don't take a post down because its row is unreadable.
  const unreadable = policies.takeDownMissing ? prepared.bad.filter(({ itemId }) => itemId !== '') : [];
  const keyed = unreadable.map(({ itemId }) => ({ itemId, link: '' }));
  for (const { item } of await findItems(tx, pass.sourceId, keyed)) if (item) isSeen(item.videoId);
  const newRows: FoundRow[] = [];
  const knownRows: KnownRow[] = [];
  for (const row of prepared.found) {
    if (!isKnown(row)) newRows.push(row);
    else if (isSeen(row.item.videoId)) batch.rows.push(skip(row, 'duplicate', twiceInFeed, row.item.videoId));
    else knownRows.push(row);
  }
  const ids = knownRows.filter((known) => needsPost(known, updatedFields)).map(({ item }) => item.videoId);
  if (isRun) await lockVideos(tx, ids);
  const stored = await readPostValues(tx, ids);
  const known = knownRows.map((each) => classifyKnown(each, stored.get(each.item.videoId), updatedFields));
  const decided = await refuseRows(tx, [...known, ...classifyNew(pass, batch, newRows)], stored);
  let left = capLeft;
  for (const row of decided)
    if (row.outcome !== 'new' || left-- > 0) batch.rows.push(row);
    else {
      const { number, title, link } = row;
      batch.rows.push({ number, title, link, outcome: 'heldBack', reason: 'The source has reached its daily cap.' });
    }
  batch.rows.sort((a, b) => a.number - b.number);
  return batch;
};
