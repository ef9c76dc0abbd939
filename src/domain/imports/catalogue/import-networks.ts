import { sql } from 'kysely';
import { partnerCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import type { Tx } from '#db/database.ts';
import { partnerListing } from '#domain/listing/listing.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { linkProblem, pictureProblem, textProblem } from '../mapping/checks.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { textIn, timeIn } from './catalogue-row.ts';

const toPartner = (columns: FeedColumns) => ({
  name: textIn(columns, 'name').trim(),
  url: textIn(columns, 'url'),
  logo: textIn(columns, 'logo'),
  description: textIn(columns, 'description'),
  category: partnerCategories.find((each) => each === textIn(columns, 'category')) ?? partnerCategories[0],
  active: textIn(columns, 'active') === 'true',
  email: textIn(columns, 'email') || null,
  submitted_at: timeIn(columns, 'submittedAt'),
  approved_at: timeIn(columns, 'approvedAt'),
  free_until: timeIn(columns, 'freeUntil'),
  paid_at: timeIn(columns, 'paidAt'),
  rejected_at: timeIn(columns, 'rejectedAt'),
  reject_reason: textIn(columns, 'rejectReason') || null,
});

type Partner = ReturnType<typeof toPartner>;

const isValid = ({ name, url, logo, description }: Partner) =>
  name !== '' &&
  textProblem('name', name, limits.partner.name) === undefined &&
  textProblem('description', description, limits.partner.description) === undefined &&
  linkProblem('URL', url, { isOwnCatalogue: true }) === undefined &&
  (logo === '' || pictureProblem('logo', logo, { isOwnCatalogue: true }) === undefined);

/** Adds the networks whose names are not there yet. Those that may not be listed are left out. */
export const importNetworks = async (tx: Tx, rows: readonly FeedColumns[]): Promise<void> => {
  if (rows.length === 0) return;
  const present = await tx
    .selectFrom('partners')
    .select(sql<string>`lower(name)`.as('name'))
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(present.map(({ name }) => name));
  const added = rows.map(toPartner).filter((partner) => isValid(partner) && !known.has(partner.name.toLowerCase()));
  const refusals = await refusalsOf(
    tx,
    added.map((partner) => partnerListing({ id: 0, ...partner })),
  );
  const allowed = added.filter((_, at) => refusals[at] === undefined);
  if (allowed.length > 0) await tx.insertInto('partners').values(allowed).execute();
};
