import type { Db } from '#db/database.ts';
import { lockVideos } from '#domain/bulk-changes/lock-videos.ts';
import type { ImportedPost } from '../mapping/imported-post.ts';
import type { PartnerFinder } from '../posts/find-partner.ts';
import type { PostField } from '../posts/post-values.ts';
import { readPostValues } from '../posts/read-values.ts';
import { type ResolvedPost, resolvePosts } from '../posts/resolve-posts.ts';
import { RowProblem } from '../row-problem.ts';
import { classifyKnown, type KnownRow, needsPost } from './classify-known.ts';
import { type FoundRow, findItems, findLinks } from './find-items.ts';
import type { ClassifiedRow, NewRow, SkippedRow } from './outcomes.ts';
import type { Pass } from './pass.ts';
import type { ParsedRow, PreparedBatch } from './prepare-rows.ts';
import { refuseRows } from './refuse-rows.ts';

export interface ClassifyOptions {
  partnerOf: PartnerFinder;
  now: Date;
  /** How many new posts the daily cap leaves. */
  capLeft: number;
  /** Locks posts that may be changed: in a run, not in a dry run. */
  tx?: Parameters<typeof lockVideos>[0] | undefined;
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

interface Candidate extends ResolvedPost {
  row: ParsedRow & { post: ImportedPost };
  found: FoundRow;
}

const skip = (
  { number, excerpt, post }: ParsedRow,
  outcome: SkippedRow['outcome'],
  reason: string,
  videoId?: number,
): SkippedRow => ({
  number,
  outcome,
  reason,
  title: post instanceof RowProblem ? excerpt : post.title,
  link: post instanceof RowProblem ? '' : post.link,
  videoId,
});

const duplicateReason = ({ id, isDeleted }: { id: number; isDeleted: boolean }) =>
  `Leads to the same place as ${isDeleted ? 'the deleted ' : ''}post ${id}.`;

/** Of posts that have none yet: those that the catalogue or the feed has already are left out, and the first beyond the cap wait. */
const classifyNew = async (
  db: Db,
  pass: Pass,
  batch: ClassifiedBatch,
  candidates: readonly Candidate[],
): Promise<NewRow[]> => {
  if (!pass.settings.policies.addNew) {
    for (const { row } of candidates) batch.rows.push(skip(row, 'refused', 'The source does not add new posts.'));
    return [];
  }
  const links = await findLinks(
    db,
    candidates.map(({ row }) => row.post),
  );
  const seen = new Set<string>();
  return candidates.flatMap(({ row, found, ...resolved }, at): NewRow[] => {
    const { hashes = [], duplicate } = links[at] ?? {};
    if (duplicate) {
      batch.rows.push(skip(row, 'duplicate', duplicateReason(duplicate), duplicate.id));
      return [];
    }
    const own = [found.key, ...hashes];
    if (own.some((hash) => seen.has(hash) || pass.seenHashes.has(hash))) {
      batch.rows.push(skip(row, 'duplicate', twiceInFeed));
      return [];
    }
    for (const hash of own) seen.add(hash);
    batch.seenHashes.push(...own);
    const { number, rowHash, post } = row;
    return [
      {
        ...resolved,
        outcome: 'new',
        number,
        rowHash,
        title: post.title,
        link: post.link,
        key: found.key,
        isReplacing: found.item !== undefined,
      },
    ];
  });
};

/** Says what becomes of each row of a batch. Changes nothing. */
export const classifyBatch = async (
  db: Db,
  pass: Pass,
  prepared: PreparedBatch,
  { partnerOf, now, capLeft, tx }: ClassifyOptions,
): Promise<ClassifiedBatch> => {
  const { rules, policies } = pass.settings;
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

  const parsed = prepared.parsed.filter((row): row is ParsedRow & { post: ImportedPost } => {
    if (!(row.post instanceof RowProblem)) return true;
    batch.rows.push(skip(row, 'bad', row.post.reason));
    return false;
  });
  // A row that cannot be read is no reason to take down the post of its item.
  const unreadable = prepared.parsed.filter(({ post, itemId }) => post instanceof RowProblem && itemId !== '');
  if (policies.takeDownMissing && unreadable.length > 0) {
    const keyed = unreadable.map(({ itemId }) => ({ itemId, link: '' }));
    for (const { item } of await findItems(db, pass.sourceId, keyed)) if (item) isSeen(item.videoId);
  }
  const posts = parsed.map(({ post }) => post);
  const found = await findItems(db, pass.sourceId, posts);
  const resolved = await resolvePosts(db, posts, { rules, partnerOf, now });
  const candidates: Candidate[] = [];
  const knownRows: KnownRow[] = [];
  for (const [at, row] of parsed.entries()) {
    const [ofRow, of] = [resolved[at], found[at]];
    if (!ofRow || !of) continue;
    const { item, key } = of;
    // What an import took down and time has removed is added anew; what an admin has deleted is not.
    if (!item || (item.isTakenDown && !item.post)) candidates.push({ row, found: of, ...ofRow });
    else if (isSeen(item.videoId)) batch.rows.push(skip(row, 'duplicate', twiceInFeed, item.videoId));
    else knownRows.push({ row, key, item, ...ofRow });
  }
  const ids = knownRows.filter((known) => needsPost(known, updatedFields)).map(({ item }) => item.videoId);
  if (tx) await lockVideos(tx, ids);
  const stored = await readPostValues(db, ids);
  const known = knownRows.map((each) => classifyKnown(each, stored.get(each.item.videoId), updatedFields));
  const added = await classifyNew(db, pass, batch, candidates);
  const allowed = await refuseRows(db, batch, [...known, ...added], stored);
  let left = capLeft;
  for (const row of allowed)
    if (row.outcome !== 'new' || left-- > 0) batch.rows.push(row);
    else {
      const { number, title, link } = row;
      batch.rows.push({ number, title, link, outcome: 'heldBack', reason: 'The daily cap of the source is reached.' });
    }
  batch.rows.sort((a, b) => a.number - b.number);
  return batch;
};
