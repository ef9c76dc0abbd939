import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportSettings } from '#contract/values/imports.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { linkForms } from '#domain/catalogue/links.ts';
import type { ImportedPost } from '../mapping/mapper.ts';

/** Hashes the settings that determine what a row becomes. If they change, all rows are read again. */
export const hashSettings = ({ format, mapping, rules, policies }: ImportSettings): Buffer => {
  const { dailyCap: _cap, publish: _publish, perHour: _perHour, ...ofRows } = rules;
  return hash('md5', JSON.stringify([format, mapping, ofRows, [...policies.updatedFields].sort()]), 'buffer');
};

const xor = (one: Buffer, other: Buffer): Buffer => one.map((byte, at) => byte ^ (other[at] as number)) as Buffer;

/** Combines what all rows of a feed share: the settings, and the heading if there is one. */
export const saltOf = (settingsHash: Buffer, headingHash: Buffer | undefined): Buffer =>
  headingHash ? xor(settingsHash, headingHash) : settingsHash;

/** The row hash as stored, in a column of type UUID. */
export const storedRowHash = (rowHash: string, salt: Buffer): string =>
  xor(Buffer.from(rowHash, 'hex'), salt).toString('hex');

/** The key of an item, stored as a UUID. Null without an id: then SQL derives the key from the link. */
const itemKey = (itemId: string): string | null => (itemId === '' ? null : hash('md5', `id ${itemId}`));

/** An item that the source had before. */
export interface FoundItem {
  videoId: number;
  /** The post's version after the last import. */
  version: number;
  fields: Buffer;
  isTakenDown: boolean;
  /** Undefined if the post was permanently deleted. */
  post: { version: number; state: PostState; isDeleted: boolean } | undefined;
}

export interface KeyedItem {
  key: string;
  item: FoundItem | undefined;
}

interface Row {
  key: string;
  videoId: number | null;
  version: number;
  fields: Buffer;
  isTakenDown: boolean;
  currentVersion: number | null;
  state: PostState;
  isDeleted: boolean;
}

/** Items are identified by their id, or else by their link. */
export type KeyedRow = Pick<ImportedPost, 'itemId' | 'link'>;

/** The items of rows, in the same order. */
export const findItems = async (db: Db, sourceId: number, keyed: readonly KeyedRow[]): Promise<KeyedItem[]> => {
  if (keyed.length === 0) return [];
  const keys = keyed.map(({ itemId }) => itemKey(itemId));
  const links = keyed.map(({ link }) => link);
  const { rows } = await sql<Row>`
    with given as materialized (
      select n, coalesce(key, md5('link ' || coalesce(link_key(link), link))::uuid) as key
      from unnest(${sql.val(keys)}::uuid[], ${sql.val(links)}::text[]) with ordinality as given(key, link, n)
    )
    select replace(g.key::text, '-', '') as key, i.video_id as "videoId", i.version, i.fields, i.taken_down as "isTakenDown",
      v.version as "currentVersion", v.state, v.deleted_at is not null as "isDeleted"
    from given g
      -- The limit forces an index lookup per key, regardless of statistics.
      left join lateral (select * from import_items where source_id = ${sourceId}::bigint and key = g.key limit 1) i on true
      left join lateral (select * from videos where id = i.video_id limit 1) v on true
    order by g.n`.execute(db);
  return rows.map(({ key, videoId, version, fields, isTakenDown, currentVersion, state, isDeleted }) => ({
    key,
    item:
      videoId === null
        ? undefined
        : {
            videoId,
            version,
            fields,
            isTakenDown,
            post: currentVersion === null ? undefined : { version: currentVersion, state, isDeleted },
          },
  }));
};

export interface FoundLinks {
  /** Hex hashes of the normalized links. */
  hashes: string[];
  /** A post with an equivalent link. */
  duplicate: { id: number; isDeleted: boolean } | undefined;
}

interface FindLinksOptions {
  /** Ignores posts of this source, which may share links. */
  exceptSource: number | undefined;
}

/** Finds posts with equivalent links, in the same order as `posts`. */
export const findLinks = async (
  db: Db,
  posts: readonly ImportedPost[],
  { exceptSource }: FindLinksOptions,
): Promise<FoundLinks[]> => {
  if (posts.length === 0) return [];
  const isOther =
    exceptSource === undefined
      ? sql``
      : sql`and not exists (select from import_items i where i.video_id = videos.id and i.source_id = ${exceptSource}::bigint)`;
  const forms = posts.flatMap(({ link, otherLinks }, n) =>
    [link, ...otherLinks].filter((each) => each !== '').flatMap((each) => linkForms(each).map((form) => ({ n, form }))),
  );
  const { rows } = await sql<{ n: number; hash: string | null; id: number | null; isDeleted: boolean }>`
    with form as materialized (
      select distinct n, link_key(form) as key from unnest(
        ${sql.val(forms.map(({ n }) => n))}::integer[], ${sql.val(forms.map(({ form }) => form))}::text[]) as form(n, form)
    )
    select n, md5(key) as hash, coalesce(one.id, other.id) as id,
      case when one.id is null then other.is_deleted else one.is_deleted end as "isDeleted"
    from form
      left join lateral (select id, deleted_at is not null as is_deleted from videos
        where link_key(link) = key ${isOther} order by deleted_at is not null, id limit 1) as one on true
      left join lateral (select id, deleted_at is not null as is_deleted from videos
        where links <> '{}' and link_keys(links) @> array[key] ${isOther} order by deleted_at is not null, id limit 1) as other
        on one.id is null`.execute(db);
  const links: FoundLinks[] = posts.map(() => ({ hashes: [], duplicate: undefined }));
  for (const { n, hash, id, isDeleted } of rows) {
    const row = links[n];
    if (!row) continue;
    if (hash !== null) row.hashes.push(hash);
    if (id !== null && (row.duplicate === undefined || (row.duplicate.isDeleted && !isDeleted)))
      row.duplicate = { id, isDeleted };
  }
  return links;
};
