import { sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import { type ImportField, importFields } from '#contract/values/imports.ts';
import type { PostTexts } from '#contract/values/post-fields.ts';
import type { PostRecords, PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { textsSql } from '#domain/catalogue/post-texts.ts';
import type { FoundItem } from '../pass/find-items.ts';

/** The fields of a feed that are stored in a post. */
export type PostField = Exclude<ImportField, 'itemId'>;
export const storedFields = importFields.filter((field) => field !== 'itemId');

/** The values of a post by field. */
export interface PostValues extends PostTexts, PostRecords {
  link: string;
  otherLinks: readonly string[];
  imageUrl: string;
  /** Ids, or slugs of tags that don't exist yet. */
  tags: readonly (number | string)[];
  /** Ids, or slugs of performers that don't exist yet. */
  performers: readonly (number | string)[];
  category: Category;
  duration: number | null;
  /** Null to use the time of the import. */
  publishedAt: Date | null;
  views: number | null;
  iframeUrl: string;
  previewUrls: readonly string[];
  partner: number | null;
  state: PostState;
}

/** A post as currently stored, deleted or not. */
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

/** Reads posts by id. Permanently deleted ones are missing. */
export const readPostValues = async (db: Db, ids: readonly number[]): Promise<Map<number, StoredPost>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select v.id, v.version, ${textsSql}, v.link, v.links, v.dead_links as "deadLinks", v.image_url as "imageUrl",
      array(select vt.tag_id from video_tags vt where vt.video_id = v.id order by vt.position, vt.tag_id) as tags,
      array(select vp.performer_id from video_performers vp
        where vp.video_id = v.id and (select p.deleted_at is null from performers p where p.id = vp.performer_id)
        order by vp.position, vp.performer_id) as performers,
      v.category, v.minutes as duration, v.published_at as "publishedAt",
      (select total from video_views where video_id = v.id) as views, v.iframe_url as "iframeUrl",
      v.preview_urls as "previewUrls", v.partner_id as partner, v.state,
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
      // The import wrote the time of publication of a scheduled post to `publish_at`.
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

/** FNV-1a. Only used to detect edits, so it needn't be collision-resistant. */
const hashValue = (value: unknown): number => {
  const text = textOf(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** Hashes of all fields, in the form stored with an item. */
export const hashFields = (values: PostValues): Buffer => {
  const hashes = Buffer.alloc(bytesPerField * storedFields.length);
  for (const [at, field] of storedFields.entries()) hashes.writeUInt32LE(hashValue(values[field]), bytesPerField * at);
  return hashes;
};

const offsetOf = Object.fromEntries(storedFields.map((field, at) => [field, bytesPerField * at])) as Record<
  PostField,
  number
>;

const hashOfBlank = hashValue('');

/** The hash of a field. Fields that didn't exist when the hashes were stored were blank. */
const hashOf = (hashes: Buffer, field: PostField): number => {
  const offset = offsetOf[field];
  return offset + bytesPerField <= hashes.length ? hashes.readUInt32LE(offset) : hashOfBlank;
};

/** Returns a copy of the hashes, updated for some fields. */
export const replaceHashes = (hashes: Buffer, values: PostValues, fields: readonly PostField[]): Buffer => {
  const replaced = Buffer.alloc(bytesPerField * storedFields.length);
  hashes.copy(replaced);
  for (const field of fields) replaced.writeUInt32LE(hashValue(values[field]), offsetOf[field]);
  return replaced;
};

/** Fields in which a blank value never overwrites the post's, because a post needs them to be listed. */
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

/** The updatable fields whose values in the feed differ from those last imported. */
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

/** Whether a field is unedited since the import. Views may have grown, and a scheduled post may have been published. */
export const isAsWritten = (item: Pick<FoundItem, 'fields'>, { values }: StoredPost, field: PostField): boolean => {
  const written = hashOf(item.fields, field);
  if (field === 'views' || hashValue(values[field]) === written) return true;
  return field === 'state' && values.state === 'published' && written === hashValue('scheduled');
};
