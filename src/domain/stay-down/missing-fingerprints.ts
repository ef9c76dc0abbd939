import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * Matches rows of `kept_pictures`, as `k`, without a fingerprint, so that the same picture under another URL is not recognised. Flat
 * pictures never have one.
 */
const hasNoFingerprint = sql<boolean>`(k.hash is null and k.removed_at is null and k.common_at is null and not exists (
  select from image_hashes i where md5(i.image_url) = md5(k.image_url) and i.image_url = k.image_url and i.state = 'flat'))`;

/** Whether a case removed the picture, and its fingerprint is missing. */
export const isMissingFingerprint = (url: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from kept_pictures k where k.image_url = ${url} and ${hasNoFingerprint})`;

/** The number of pictures that a case removed and whose fingerprint is missing. `caseId` is an expression. */
export const countMissingOfCase = (caseId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*)::int from kept_pictures k where k.case_id = ${caseId} and ${hasNoFingerprint})`;

export interface MissingFingerprints {
  pictures: number;
  cases: number;
  /** Since when the oldest one is missing. */
  since: Date | undefined;
  /** Why the last try failed. */
  problem: string | undefined;
}

export const readMissingFingerprints = async (db: Db): Promise<MissingFingerprints> => {
  const { rows } = await sql<{ pictures: number; cases: number; since: Date | null; problem: string | null }>`
    with missing as (
      select k.case_id, k.image_url, k.created_at from kept_pictures k where ${hasNoFingerprint})
    select count(distinct image_url)::int as pictures, count(distinct case_id)::int as cases, min(created_at) as since, (
      select i.problem from missing m join image_hashes i on md5(i.image_url) = md5(m.image_url) and i.image_url = m.image_url
      where i.problem is not null order by m.created_at limit 1) as problem
    from missing`.execute(db);
  const [row] = rows;
  return {
    pictures: row?.pictures ?? 0,
    cases: row?.cases ?? 0,
    since: row?.since ?? undefined,
    problem: row?.problem ?? undefined,
  };
};
