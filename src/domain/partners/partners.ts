import { sql, type Updateable } from 'kysely';
import type { PartnerCategory } from '#contract/values/categories.ts';
import type { SubmissionState } from '#contract/values/partners.ts';
import type { Db } from '#db/database.ts';
import type { PartnersTable } from '#db/tables.ts';
import { createDirectory, restorable } from '#domain/directory/directory.ts';
import { assertNoTwin } from '#domain/directory/twins.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { partnerListing } from '#domain/listing/record-listings.ts';
import { containsWords, type Found, readPage, type SearchedPage } from '#domain/paged-search.ts';

/** A partner website as admins see it. */
export interface Partner {
  id: number;
  name: string;
  url: string;
  logo: string;
  description: string;
  category: PartnerCategory;
  email: string | null;
  active: boolean;
  submittedAt: Date | null;
  approvedAt: Date | null;
  freeUntil: Date | null;
  paidAt: Date | null;
  rejectedAt: Date | null;
  rejectReason: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

interface NewPartner {
  name: string;
  url: string;
  logo?: string | undefined;
  description?: string | undefined;
  category?: PartnerCategory | undefined;
}

const columns = [
  'id',
  'name',
  'url',
  'logo',
  'description',
  'category',
  'email',
  'active',
  'submitted_at as submittedAt',
  'approved_at as approvedAt',
  'free_until as freeUntil',
  'paid_at as paidAt',
  'rejected_at as rejectedAt',
  'reject_reason as rejectReason',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Excludes deleted partners. */
export const selectPartners = (db: Db) => db.selectFrom('partners').select(columns).where('deleted_at', 'is', null);

/** Newest first. */
export const allPartners = (db: Db): Promise<Partner[]> => selectPartners(db).orderBy('id', 'desc').execute();

export const partners = createDirectory({
  ...restorable('networks'),
  lock: (tx, id): Promise<Partner | undefined> =>
    selectPartners(tx).where('id', '=', id).forUpdate().executeTakeFirst(),
  listing: (record) => partnerListing(record),
  assertValid: async (tx, after, before) => {
    const entered = { links: { url: after.url }, pictures: { logo: after.logo } };
    assertPublicUrls(entered, before && [before.url, before.logo]);
    const isListedAgain = before?.rejectedAt && !after.rejectedAt;
    if (after.url !== before?.url || isListedAgain) await assertNoTwin(tx, 'networks', after);
  },
  isHidden: ({ active }) => !active,
  // Unlike a submission, a partner that an admin adds is listed at once.
  insert: (tx, partner: NewPartner) =>
    tx
      .insertInto('partners')
      .values({ ...partner, name: partner.name.trim(), active: true })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  update: (tx, id, changes: Omit<Updateable<PartnersTable>, 'id' | 'version'>, stamp) =>
    tx
      .updateTable('partners')
      .set({ ...changes, name: changes.name?.trim(), ...stamp })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
});

/** A partner as visitors see it. */
export interface ListedPartner {
  name: string;
  url: string;
  logo: string;
  description: string;
}

/** Matches submissions without a decision. Must agree with isWaiting in the back-office (kit/records/partner.ts). */
export const isWaiting = sql<boolean>`(submitted_at is not null and approved_at is null and rejected_at is null)`;

const inState: Record<SubmissionState, typeof isWaiting> = {
  waiting: isWaiting,
  approved: sql<boolean>`(approved_at is not null and rejected_at is null)`,
};

export interface PartnerFilter {
  search: string;
  state?: SubmissionState | undefined;
}

/** Searches names, URLs and email addresses of submitters. */
export const partnersMatching = (db: Db, { search, state }: PartnerFilter) =>
  selectPartners(db)
    .where(state ? inState[state] : sql<boolean>`true`)
    .where(containsWords(sql`concat_ws(' ', name, url, email)`, search));

/** Newest first, but waiting submissions oldest first. */
export const searchPartners = (
  db: Db,
  { search, state, ...page }: PartnerFilter & SearchedPage,
): Promise<Found<Partner>> =>
  readPage(partnersMatching(db, { search, state }).orderBy('id', state === 'waiting' ? 'asc' : 'desc'), page);

/** Active partners that are not blocked, oldest first. */
export const listedPartners = (db: Db): Promise<ListedPartner[]> =>
  db
    .selectFrom('partners')
    .select(['name', 'url', 'logo', 'description'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
