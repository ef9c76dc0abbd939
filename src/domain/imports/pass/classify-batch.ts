import type { Tx } from '#db/database.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import type { PostField } from '../posts/post-values.ts';
import { readPostValues } from '../posts/read-values.ts';
import { classifyKnown, needsPost } from './classify-known.ts';
import { findItems } from './find-items.ts';
import { type FoundRow, isKnown, type KnownRow } from './find-rows.ts';
import { listingOf } from './listed-rows.ts';
import type { ClassifiedRow, NewRow, SkippedRow } from './outcomes.ts';
import type { Pass } from './pass.ts';
import type { PreparedBatch } from './prepared-batches.ts';
import { refuseRows } from './refuse-rows.ts';

export interface ClassifyOptions {
  /** How many new posts the daily cap leaves. */
  capLeft: number;
  /** Posts that may be changed are locked: in a run, not in a dry run. */
  isRun: boolean;
}

export interface ClassifiedBatch {
  rows: ClassifiedRow[];
  /** The numbers of rows that did not have to be parsed. */
  unread: number[];
  /** What the pass has seen with this batch; to be remembered once it is done. */
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

/** Of rows that have no post yet: those that the catalogue or the feed has already are left out. */
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
    // Its own values: they get the ids of new names, which are others if the transaction has to be tried again.
    return [
      {
        ...{ outcome: 'new', number, rowHash, title, link, key, isReplacing, values: { ...values }, tags, performers },
        reason: post.leftOut.join(' '),
        listing: row.listing ?? listingOf(row, values),
      },
    ];
  });
};

/** Says what becomes of each row of a batch. Changes nothing. */
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
  // A row that cannot be read is no reason to take down the post of its item.
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
      batch.rows.push({ number, title, link, outcome: 'heldBack', reason: 'The daily cap of the source is reached.' });
    }
  batch.rows.sort((a, b) => a.number - b.number);
  return batch;
};
