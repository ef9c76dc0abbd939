import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportSettings } from '#contract/values/imports.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { linkForms } from '#domain/catalogue/links.ts';
import type { ImportedPost } from '../mapping/mapper.ts';

/** Of everything that decides what a row becomes: with other settings, all rows are read again. */
export const hashSettings = ({ format, mapping, rules, policies }: ImportSettings): Buffer => {
  const { dailyCap: _cap, publish: _publish, perHour: _perHour, ...ofRows } = rules;
  return hash('md5', JSON.stringify([format, mapping, ofRows, [...policies.updatedFields].sort()]), 'buffer');
};

const xor = (one: Buffer, other: Buffer): Buffer => one.map((byte, at) => byte ^ (other[at] as number)) as Buffer;

/** What all rows of a feed share that decides what they become: the settings, and the heading of the feed if it has one. */
export const saltOf = (settingsHash: Buffer, headingHash: Buffer | undefined): Buffer =>
  headingHash ? xor(settingsHash, headingHash) : settingsHash;

/** What is stored of a row, as a UUID. */
export const storedRowHash = (rowHash: string, salt: Buffer): string =>
  xor(Buffer.from(rowHash, 'hex'), salt).toString('hex');

/** What a source's item is known by, as a UUID; null for one whose link has to do. */
const itemKey = (itemId: string): string | null => (itemId === '' ? null : hash('md5', `id ${itemId}`));

/** What the source's item of a row has become before. */
export interface FoundItem {
  videoId: number;
  /** The version that an import gave the post. */
  version: number;
  fields: Buffer;
  isTakenDown: boolean;
  /** Undefined for a post that was removed for good. */
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

/** What an item is known by: its id, or else its link. */
export type KeyedRow = Pick<ImportedPost, 'itemId' | 'link'>;

/** The items of rows, in their order. */
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
      -- With a limit each is looked up by its key, whatever the statistics say.
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
  /** What its links have in common with other ways to write them, as hexadecimal digits. */
  hashes: string[];
  /** A post that leads to the same place. */
  duplicate: { id: number; isDeleted: boolean } | undefined;
}

interface FindLinksOptions {
  /** A source whose posts may share a link: only the links of other posts count. */
  exceptSource: number | undefined;
}

/** Whether other posts lead to where these lead, however the links are written. */
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
  const found: FoundLinks[] = posts.map(() => ({ hashes: [], duplicate: undefined }));
  for (const { n, hash, id, isDeleted } of rows) {
    const row = found[n];
    if (!row) continue;
    if (hash !== null) row.hashes.push(hash);
    if (id !== null && (row.duplicate === undefined || (row.duplicate.isDeleted && !isDeleted)))
      row.duplicate = { id, isDeleted };
  }
  return found;
};
