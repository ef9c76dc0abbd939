import { sql } from 'kysely';
import type { SubmissionState } from '#contract/values/submission-states.ts';
import type { Db } from '#db/database.ts';
import { containsWords, type Found, type SearchedPage } from '#domain/directory/contains-words.ts';
import { type Partner, selectPartners } from './partners.ts';
import { isWaiting } from './submissions.ts';

const inState: Record<SubmissionState, typeof isWaiting> = {
  waiting: isWaiting,
  approved: sql<boolean>`(approved_at is not null and rejected_at is null)`,
};

interface PartnerSearch extends SearchedPage {
  state?: SubmissionState | undefined;
}

/** By words of the name, the URL and the submitter's email. Newest first; submissions that wait, oldest first. */
export const searchPartners = async (
  db: Db,
  { page, limit, search, state }: PartnerSearch,
): Promise<Found<Partner>> => {
  const matching = containsWords(sql`concat_ws(' ', name, url, email)`, search);
  const wanted = state ? inState[state] : sql<boolean>`true`;
  const { total } = await db
    .selectFrom('partners')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .where(wanted)
    .where(matching)
    .executeTakeFirstOrThrow();
  const ofPage = selectPartners(db)
    .where(wanted)
    .where(matching)
    .orderBy('id', state === 'waiting' ? 'asc' : 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  return { total, records: await ofPage.execute() };
};
