import { sql } from 'kysely';
import { limits } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { Found } from '#domain/paged-search.ts';
import { hashPicture } from './hash-picture.ts';
import { everyForm, findKeptLinks, readMirrors } from './kept-links.ts';
import { findPictureMatches, nextGeneration, type PictureHash } from './picture-hashes.ts';

export type KeptKind = 'link' | 'picture';

/** A link or picture that a case removed. */
export interface KeptEntry {
  kind: KeptKind;
  id: number;
  caseId: number;
  caseNumber: string;
  url: string;
  /** The source's own id of a link, after its host. */
  source: string | null;
  /** Of a picture; null until it is hashed, or if it cannot be. */
  hash: string | null;
  /** A picture that so many posts have that nothing is recognised by it. */
  isCommon: boolean;
  keptAt: Date;
}

interface Wanted {
  search: string;
  page: number;
  limit: number;
}

/** By a part of the URL, any form of a link, the number of a case, or a hash; newest first. */
export const readKept = async (db: Db, { search, page, limit }: Wanted): Promise<Found<KeptEntry>> => {
  // PostgreSQL stores no control characters, so nothing is found with them.
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

/** Lets a link or picture be listed again although its case removed it, because it was kept by mistake. */
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

/** What keeps something down: a case or a list. */
export interface KeptBy {
  caseId: number | null;
  /** The number of the case, or the name of the list. */
  name: string;
  /** The link that was removed; null for pictures. */
  url: string | null;
  /** In how many bits the pictures differ; null for links. */
  distance: number | null;
}

export const checkLink = async (db: Db, link: string): Promise<KeptBy[]> => {
  const [kept] = await findKeptLinks(db, [link]);
  return kept ? [{ caseId: kept.caseId, name: kept.caseNumber, url: kept.url, distance: null }] : [];
};

/** The hash of an uploaded picture, which is not stored, and what keeps it down. */
export const checkPicture = async (
  db: Db,
  picture: Buffer,
): Promise<{ hash: PictureHash | undefined; keptBy: KeptBy[] }> => {
  const hash = await hashPicture(picture);
  const [matches = []] = await findPictureMatches(db, [hash]);
  const keptBy = matches.map((match) => ({
    caseId: match.kind === 'case' ? match.caseId : null,
    name: match.kind === 'case' ? match.caseNumber : match.name,
    url: null,
    distance: match.distance,
  }));
  return { hash, keptBy };
};
