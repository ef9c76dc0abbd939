import { sql } from 'kysely';
import type { SubmissionState } from '#contract/values/partners.ts';
import type { Db } from '#db/database.ts';
import { containsWords, type Found, readPage, type SearchedPage } from '#domain/paged-search.ts';
import { type Partner, selectPartners } from './partners.ts';
import { isWaiting } from './submissions.ts';

const inState: Record<SubmissionState, typeof isWaiting> = {
  waiting: isWaiting,
  approved: sql<boolean>`(approved_at is not null and rejected_at is null)`,
};

export interface PartnerFilter {
  search: string;
  state?: SubmissionState | undefined;
}

/** By words of the name, the URL and the submitter's email. */
export const partnersMatching = (db: Db, { search, state }: PartnerFilter) =>
  selectPartners(db)
    .where(state ? inState[state] : sql<boolean>`true`)
    .where(containsWords(sql`concat_ws(' ', name, url, email)`, search));

/** Newest first; submissions that wait, oldest first. */
export const searchPartners = (
  db: Db,
  { search, state, ...page }: PartnerFilter & SearchedPage,
): Promise<Found<Partner>> =>
  readPage(partnersMatching(db, { search, state }).orderBy('id', state === 'waiting' ? 'asc' : 'desc'), page);
