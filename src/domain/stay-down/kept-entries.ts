import { sql } from 'kysely';
import { limits } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { Found } from '#domain/paged-search.ts';
import { hashPicture } from './hash-picture.ts';
import type { PictureHash } from './hash-words.ts';
import { everyForm, findKeptLinks, readMirrors } from './kept-links.ts';
import { findPictureMatches, nextGeneration } from './picture-hashes.ts';

export type KeptKind = 'link' | 'picture';

export interface KeptEntry {
  kind: KeptKind;
  id: number;
  caseId: number;
  caseNumber: string;
  url: string;
  /** Host and the source's id of the video that a link leads to. */
  source: string | null;
  /** The hash of a picture; null for links, and while a picture has not been or cannot be hashed. */
  hash: string | null;
  /** Too many posts have this picture, so it no longer matches. */
  isCommon: boolean;
  keptAt: Date;
}

interface KeptQuery {
  search: string;
  page: number;
  limit: number;
}

/** Searches by part of the URL, any form of a link, case number or hash. Newest first. */
export const readKept = async (db: Db, { search, page, limit }: KeptQuery): Promise<Found<KeptEntry>> => {
  // PostgreSQL rejects NUL characters.
  const text = search
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, limits.url);
  const forms = text === '' ? [] : everyForm(text, await readMirrors(db));
  const form = sql`unnest(${sql.val(forms)}::text[]) as form`;
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<KeptEntry & { total: number }>`
    with kept as (
      select 'link' as kind, id, case_id, case_number, url, source_key as source, null as hash, false as is_common, created_at, link_key
      from kept_links
      union all
      select 'picture', id, case_id, case_number, image_url, null, hash, common_at is not null, created_at, null
      from kept_pictures where removed_at is null)
    select kind, id, case_id as "caseId", case_number as "caseNumber", url, source, hash, is_common as "isCommon", created_at as "keptAt",
      count(*) over () as total
    from kept
    where ${text} = '' or url ilike ${part} or case_number = ${text} or hash = lower(${text})
      or link_key = any(array(select link_key(form) from ${form}))
      or source = any(array(select link_source(form) from ${form}))
    order by created_at desc, kind, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { total: Number(rows[0]?.total ?? 0), records: rows.map(({ total, ...entry }) => entry) };
};

/** Allows a link or picture that was kept down by mistake to be listed again. */
export const removeKept = (db: Db, actor: Actor, kind: KeptKind, id: number, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const removed =
      kind === 'link'
        ? await tx.deleteFrom('kept_links').where('id', '=', id).returning(['url', 'case_number']).executeTakeFirst()
        : await tx
            .updateTable('kept_pictures')
            .set({ removed_at: new Date(), generation: await nextGeneration(tx) })
            .where('id', '=', id)
            .where('removed_at', 'is', null)
            .returning(['image_url as url', 'case_number'])
            .executeTakeFirst();
    if (!removed) throw new NotFoundError('This is no longer kept down.');
    const before = { name: removed.url, case: removed.case_number };
    await recordChange(tx, actor, {
      action: 'remove',
      entity: `kept_${kind}`,
      entityId: id,
      before,
      after: { reason },
    });
  });

/** The case or hash list that keeps something down. */
export interface KeptBy {
  caseId: number | null;
  /** The number of the case, or the name of the list. */
  name: string;
  /** The removed link; null for pictures. */
  url: string | null;
  /** Number of bits in which the pictures' hashes differ; null for links. */
  distance: number | null;
}

export const checkLink = async (db: Db, link: string): Promise<KeptBy[]> => {
  const [kept] = await findKeptLinks(db, [link]);
  return kept ? [{ caseId: kept.caseId, name: kept.caseNumber, url: kept.url, distance: null }] : [];
};

/** Hashes an uploaded picture without storing it, and finds what keeps it down. */
export const checkPicture = async (
  db: Db,
  picture: Buffer,
): Promise<{ hash: PictureHash | undefined; keptBy: KeptBy[] }> => {
  const fingerprint = await hashPicture(picture);
  const [matches = []] = await findPictureMatches(db, [fingerprint]);
  const keptBy = matches.map((match) => ({
    caseId: match.kind === 'case' ? match.caseId : null,
    name: match.kind === 'case' ? match.caseNumber : match.name,
    url: null,
    distance: match.distance,
  }));
  return { hash: fingerprint[0], keptBy };
};
