import { fieldsChangedByFeed, isAsWritten } from '../posts/changed-fields.ts';
import { type PostField, postFields } from '../posts/post-values.ts';
import type { StoredPost } from '../posts/read-values.ts';
import type { FoundItem } from './find-items.ts';
import type { KnownRow } from './find-rows.ts';
import type { ChangedRow, ClassifiedRow } from './outcomes.ts';

const fieldNames: Partial<Record<PostField, string>> = {
  otherLinks: 'other links',
  imageUrl: 'image',
  duration: 'length',
  publishedAt: 'date',
  iframeUrl: 'embed code',
  previewUrls: 'previews',
  altKeywords: 'alt keywords',
  rightsHolder: 'rights holder',
  recordDate: 'date of the records',
  performers: 'stars',
};
const nameOf = (field: PostField) => fieldNames[field] ?? field;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

const reasonOf = (fields: readonly PostField[], comesBack: boolean) => {
  const changes = fields.length > 0 ? `Changes ${list.format(fields.map(nameOf))}.` : '';
  return [comesBack ? 'Is in the feed again.' : '', changes].filter(Boolean).join(' ');
};

/** The rows whose posts have to be read to decide what becomes of them: others are as they were. */
export const needsPost = ({ item, values }: KnownRow, updatedFields: readonly PostField[]): boolean =>
  item.isTakenDown || fieldsChangedByFeed(item, values, updatedFields).length > 0;

/** The post as it is now, if it was read. */
const currentPost = (known: KnownRow, stored: StoredPost | undefined, isRead: boolean): FoundItem['post'] => {
  if (!isRead) return known.item.post;
  return stored && { version: stored.version, state: stored.values.state, isDeleted: stored.deletedAt !== null };
};

/** What becomes of a row whose item is known. `stored` is its post, if needsPost() asked for it. */
export const classifyKnown = (
  known: KnownRow,
  stored: StoredPost | undefined,
  updatedFields: readonly PostField[],
): ClassifiedRow => {
  const { number, rowHash, key, item, values, tags, performers } = known;
  const ofRow = { number, title: values.title, link: values.link };
  const { videoId } = item;
  const post = currentPost(known, stored, needsPost(known, updatedFields));
  // One that an import took down and nobody has touched since.
  const comesBack = item.isTakenDown && post?.isDeleted === true && post.version === item.version;
  if ((post === undefined || post.isDeleted) && !comesBack)
    return { ...ofRow, outcome: 'duplicate', reason: 'Its post has been deleted on this site.', videoId };
  const fields = stored
    ? fieldsChangedByFeed(item, values, updatedFields).filter((field) => isAsWritten(item, stored, field))
    : [];
  if (fields.length === 0 && !comesBack) return { outcome: 'same', number, rowHash, key, videoId };
  if (post.state === 'withheld')
    return { ...ofRow, outcome: 'refused', reason: 'Its post is withheld from visitors.', videoId };
  const changed: ChangedRow = {
    ...ofRow,
    outcome: 'changed',
    reason: reasonOf(
      postFields.filter((field) => fields.includes(field)),
      comesBack,
    ),
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
