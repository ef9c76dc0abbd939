import { sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import type { Listing, Refusal } from '#domain/listing/listing.ts';
import { hostAndParents, hostIn, readBlockedHosts } from './blocked-hosts.ts';
import { findNamed, type NameFinder, readNameFinder } from './blocked-names.ts';

/** Form fields with links. The others are pictures. */
const linkFields = ['link', 'otherLinks', 'iframeUrl', 'url'];

interface Blocked {
  field: string;
  name: string;
  /** The label of the text that contains the name. */
  text?: string;
}

const refusalOf = ({ field, name, text }: Blocked, caseNumber: string | undefined): Refusal => ({
  field,
  sentence: `“${name}”${text ? ` in the ${text}` : ''} is blocked${caseNumber ? ` in case ${caseNumber}` : ''}. Lift the block first.`,
  details: { block: name, ...(caseNumber ? { case: caseNumber } : {}) },
});

const blockedHost = (hosts: ReadonlyMap<string, string>, { links }: Listing): Blocked | undefined => {
  if (hosts.size === 0) return undefined;
  for (const { field, value } of links) {
    const host = linkFields.includes(field) ? hostIn(value) : undefined;
    const name =
      host &&
      hostAndParents(host)
        .map((each) => hosts.get(each))
        .find(Boolean);
    if (name) return { field, name };
  }
  return undefined;
};

const blockedName = (finder: NameFinder, listing: Listing): Blocked | undefined => {
  if (finder.isEmpty) return undefined;
  const found = findNamed(finder, listing);
  if (!found) return undefined;
  const { name, part, isInText } = found;
  return { field: part.field, name, ...(isInText && { text: part.label }) };
};

/** Names of blocked performers by slug or alias. Includes deleted ones, because others may be created with their slugs. */
const readBlockedPerformers = async (db: Db, slugs: readonly string[]): Promise<Map<string, string>> => {
  if (slugs.length === 0) return new Map();
  const { rows } = await sql<{ slug: string; name: string }>`
    select p.slug, p.name from performers p where p.blocked_at is not null and p.slug = any(${sql.val(slugs)}::text[])
    union
    select a.slug, p.name from performer_aliases a join performers p on p.id = a.name_id
    where p.blocked_at is not null and a.slug = any(${sql.val(slugs)}::text[])`.execute(db);
  return new Map(rows.map(({ slug, name }) => [slug, name]));
};

const readBlockedPartners = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('blocked_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const readCases = async (db: Db, names: readonly string[]): Promise<Map<string, string>> => {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: number; receivedAt: Date }>`
    select coalesce(f.name, r.name, b.name) as name, c.id, c.received_at as "receivedAt"
    from blocks b join cases c on c.id = b.case_id
      left join performers f on f.id = b.performer_id left join partners r on r.id = b.partner_id
    where b.lifted_at is null and coalesce(f.name, r.name, b.name) = any(${sql.val(names)}::text[])`.execute(db);
  return new Map(rows.map(({ name, ...found }) => [name, caseNumber(found)]));
};

const partnerIdOf = ({ entity, id, partnerId }: Listing) =>
  entity === 'network' && id > 0 ? id : (partnerId ?? undefined);

export const findBlocked = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const slugs = [...new Set(listings.flatMap(({ performers = [] }) => performers))];
  const partnerIds = [...new Set(listings.flatMap((listing) => partnerIdOf(listing) ?? []))];
  const hosts = await readBlockedHosts(db);
  const finder = await readNameFinder(db);
  // Skip the query if no performer is blocked: imports have many names.
  const performers = finder.isEmpty ? new Map<string, string>() : await readBlockedPerformers(db, slugs);
  const partners = await readBlockedPartners(db, partnerIds);
  const found = listings.map((listing): Blocked | undefined => {
    const performer = listing.performers?.map((slug) => performers.get(slug)).find(Boolean);
    if (performer) return { field: 'name', name: performer };
    const partner = partners.get(partnerIdOf(listing) ?? 0);
    if (partner) return { field: listing.entity === 'network' ? 'name' : 'partner', name: partner };
    return blockedName(finder, listing) ?? blockedHost(hosts, listing);
  });
  const cases = await readCases(db, [...new Set(found.flatMap((each) => each?.name ?? []))]);
  return found.map((each) => each && refusalOf(each, cases.get(each.name)));
};
