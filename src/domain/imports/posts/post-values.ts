import { sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import { type ImportField, importFields } from '#contract/values/imports.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import type { FoundItem } from '../pass/find-items.ts';

/** Everything of a post but its id, under the names of the fields of a feed. */
export type PostField = Exclude<ImportField, 'itemId'>;
export const postFields = importFields.filter((field) => field !== 'itemId');

/** What a post has, or is to have, in each field. */
export interface PostValues extends Record<PostField, unknown> {
  title: string;
  link: string;
  otherLinks: readonly string[];
  imageUrl: string;
  description: string;
  /** Ids; slugs of those that do not exist yet. */
  tags: readonly (number | string)[];
  performers: readonly (number | string)[];
  category: Category;
  duration: number | null;
  /** Null for the time of the import. */
  publishedAt: Date | null;
  views: number | null;
  iframeUrl: string;
  previewUrls: readonly string[];
  altKeywords: string;
  /** An id. */
  partner: number | null;
  state: PostState;
  source: string;
  rightsHolder: string;
  consent: string;
  recordDate: string | null;
}

/** A post as it is stored now, whether it is deleted or not. */
export interface StoredPost {
  id: number;
  version: number;
  values: PostValues;
  deadLinks: string[];
  publishAt: Date | null;
  hiddenAt: Date | null;
  deletedAt: Date | null;
}

interface Row extends Omit<PostValues, 'otherLinks' | 'publishedAt'>, Omit<StoredPost, 'values'> {
  links: string[];
  publishedAt: Date;
}

/** By id; purged ones are missing. */
export const readPostValues = async (db: Db, ids: readonly number[]): Promise<Map<number, StoredPost>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select v.id, v.version, v.title, v.link, v.links, v.dead_links as "deadLinks", v.image_url as "imageUrl", v.description,
      array(select vt.tag_id from video_tags vt where vt.video_id = v.id order by vt.position, vt.tag_id) as tags,
      array(select vp.performer_id from video_performers vp
        where vp.video_id = v.id and (select p.deleted_at is null from performers p where p.id = vp.performer_id)
        order by vp.position, vp.performer_id) as performers,
      v.category, v.minutes as duration, v.published_at as "publishedAt",
      (select total from video_views where video_id = v.id) as views, v.iframe_url as "iframeUrl",
      v.preview_urls as "previewUrls", v.alt_keywords as "altKeywords", v.partner_id as partner, v.state,
      v.publish_at as "publishAt", v.hidden_at as "hiddenAt", v.deleted_at as "deletedAt",
      coalesce(r.source, '') as source, coalesce(r.rights_holder, '') as "rightsHolder", coalesce(r.consent, '') as consent,
      r.record_date::text as "recordDate"
    from videos v left join video_records r on r.video_id = v.id where v.id = any(${sql.val(ids)}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, version, deadLinks, publishAt, hiddenAt, deletedAt, link, links, ...row }) => {
      const [first = '', ...otherLinks] = allLinks({ link, links });
      const state: PostState = row.state;
      // What a scheduled post is to be published as is what the import wrote.
      const publishedAt = state === 'scheduled' ? publishAt : row.publishedAt;
      const values: PostValues = { ...row, state, publishedAt, link: first, otherLinks };
      return [id, { id, version, values, deadLinks, publishAt, hiddenAt, deletedAt }];
    }),
  );
};

const bytesPerField = 4;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join('\n');
  return value instanceof Date ? String(value.getTime()) : String(value);
};

/** FNV-1a. It only tells whether a text is still what an import wrote; nobody gains from a text with the same hash. */
const hashValue = (value: unknown): number => {
  const text = textOf(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** Hashes of all fields, as they are stored with an item. */
export const hashFields = (values: PostValues): Buffer => {
  const hashes = Buffer.alloc(bytesPerField * postFields.length);
  for (const [at, field] of postFields.entries()) hashes.writeUInt32LE(hashValue(values[field]), bytesPerField * at);
  return hashes;
};

const offsetOf = Object.fromEntries(postFields.map((field, at) => [field, bytesPerField * at])) as Record<
  PostField,
  number
>;

/** Fields that a later version has added are unknown. */
const hashOf = (hashes: Buffer, field: PostField): number | undefined => {
  const offset = offsetOf[field];
  return offset + bytesPerField <= hashes.length ? hashes.readUInt32LE(offset) : undefined;
};

/** The hashes with those of some fields replaced. */
export const replaceHashes = (hashes: Buffer, values: PostValues, fields: readonly PostField[]): Buffer => {
  const replaced = Buffer.alloc(bytesPerField * postFields.length);
  hashes.copy(replaced);
  for (const field of fields) replaced.writeUInt32LE(hashValue(values[field]), offsetOf[field]);
  return replaced;
};

/** Blank ones are not taken over: a post must not lose what it cannot be shown without, or what says that it may be shown. */
const neverBlank: readonly PostField[] = [
  'title',
  'link',
  'imageUrl',
  'publishedAt',
  'views',
  'partner',
  'source',
  'rightsHolder',
  'consent',
  'recordDate',
];

const isBlank = (value: unknown) => value === null || value === '';

/** Of the fields that the source may update, those that the feed has changed since an import wrote them last. */
export const fieldsChangedByFeed = (
  item: FoundItem,
  values: PostValues,
  updatedFields: readonly PostField[],
): PostField[] =>
  updatedFields.filter(
    (field) =>
      hashValue(values[field]) !== hashOf(item.fields, field) &&
      !(neverBlank.includes(field) && isBlank(values[field])),
  );

/** Whether a field still is what an import wrote. Visitors raise views, and time publishes what was scheduled. */
export const isAsWritten = (item: Pick<FoundItem, 'fields'>, { values }: StoredPost, field: PostField): boolean => {
  const written = hashOf(item.fields, field);
  if (field === 'views' || hashValue(values[field]) === written) return true;
  return field === 'state' && values.state === 'published' && written === hashValue('scheduled');
};
