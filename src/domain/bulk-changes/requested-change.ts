import { type RawBuilder, sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import type { Db, Tx } from '#db/database.ts';
import { findIds, findOrCreateIds, namesBySlug } from '#domain/catalogue/tags-and-performers.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { ValidationError } from '#domain/errors.ts';
import { nameListing, readListing } from '#domain/listing/record-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { areRecordsRequired, lacksRequiredRecords } from '#domain/post-records/post-records.ts';
import { affects, type Change, type GivenRecords, type LinkChange, linkChangeOf, type NameRef } from './change.ts';
import { columnChangeOf, incompleteOf, joinRecords, recordsDiffer } from './change-columns.ts';
import { keyOf, tableOf } from './change-tags-and-performers.ts';
import { hasForm, readAddressForm } from './change-urls.ts';

/** A change with names as typed by an admin. */
export type RequestedChange =
  | { kind: 'addTags' | 'removeTags'; tags: readonly string[] }
  | { kind: 'addPerformers' | 'removePerformers'; performers: readonly string[] }
  | { kind: 'setCategory'; category: Category }
  | { kind: 'setPartner'; partnerId: number | null }
  | { kind: 'setRecords'; records: GivenRecords; onlyMissing: boolean }
  | { kind: 'setState'; state: 'draft' | 'published' }
  | { kind: 'setState'; state: 'scheduled'; publishAt: Date }
  | { kind: 'replaceLinks'; from: string; to: string }
  | { kind: 'delete' | 'restore' };

type Table = 'tags' | 'performers';

/** An id that no tag or performer has. */
const unknownId = 0;

const nameRefs = async (db: Db, table: Table, names: readonly string[], isAdding: boolean): Promise<NameRef[]> => {
  const word = table === 'tags' ? 'tag' : 'star';
  if (names.length === 0) throw new ValidationError(`Enter at least one ${word}.`);
  const bySlug = namesBySlug(table === 'tags' ? 'tags' : 'name', names);
  const ids = await findIds(db, table, bySlug);
  const refs = [...bySlug].map(([slug, name]) => ({ id: ids.get(slug) ?? unknownId, name }));
  const unknown = isAdding ? undefined : refs.find(({ id }) => id === unknownId);
  if (unknown) throw new ValidationError(`There is no ${word} “${unknown.name}”.`);
  return refs.filter(({ id }, at) => id === unknownId || refs.findIndex((ref) => ref.id === id) === at);
};

const partnerRef = async (db: Db, id: number | null): Promise<NameRef | null> => {
  if (id === null) return null;
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!partner) throw new ValidationError('There is no such network.');
  return partner;
};

const stateChange = async (db: Db, change: Extract<RequestedChange, { kind: 'setState' }>): Promise<Change> => {
  if (change.state !== 'published') await assertCanBeHidden(db);
  const needsRecords = await areRecordsRequired(db);
  if (change.state === 'scheduled') return { ...change, publishAt: change.publishAt.toISOString(), needsRecords };
  return { ...change, needsRecords };
};

/** Resolves names to ids. Tags and performers that don't exist yet get `unknownId`, which is enough for a preview. */
export const resolveChange = async (db: Db, change: RequestedChange): Promise<Change> => {
  switch (change.kind) {
    case 'addTags':
    case 'removeTags':
      return { kind: change.kind, tags: await nameRefs(db, 'tags', change.tags, change.kind === 'addTags') };
    case 'addPerformers':
    case 'removePerformers': {
      const isAdding = change.kind === 'addPerformers';
      return { kind: change.kind, performers: await nameRefs(db, 'performers', change.performers, isAdding) };
    }
    case 'setPartner':
      return { kind: 'setPartner', partner: await partnerRef(db, change.partnerId) };
    case 'setState':
      return stateChange(db, change);
    case 'replaceLinks':
      return { kind: 'replaceLinks', ...readAddressForm(change) };
    case 'restore':
      // Restored posts without records become drafts.
      if (await areRecordsRequired(db)) await assertCanBeHidden(db);
      return change;
    default:
      return change;
  }
};

const createAllowed = async (tx: Tx, table: Table, bySlug: Map<string, string>) => {
  const kind = table === 'tags' ? 'tag' : 'performer';
  for (const [slug, name] of bySlug) await assertMayBeListed(tx, nameListing(kind, { id: 0, slug, name }));
  await findOrCreateIds(tx, table, bySlug);
};

/** Creates the tags and performers that a change adds. Throws if they, or the partner, may not be listed. */
export const createNames = async (tx: Tx, change: RequestedChange): Promise<void> => {
  if (change.kind === 'setPartner' && change.partnerId !== null) {
    const partner = await readListing(tx, 'networks', change.partnerId);
    if (partner) await assertMayBeListed(tx, partner);
  }
  if (change.kind === 'addTags') await createAllowed(tx, 'tags', namesBySlug('tags', change.tags));
  if (change.kind === 'addPerformers') await createAllowed(tx, 'performers', namesBySlug('name', change.performers));
};

export interface Preview {
  total: number;
  changes: number;
  /** Posts that need no change. */
  unchanged: number;
  /** Posts that would exceed the number of names a post may have. */
  full: number;
  /** Posts without an image. */
  incomplete: number;
  /** Posts without required records. */
  unrecorded: number;
  /** Restored posts that become drafts because they lack required records. */
  drafts: number;
  /** Posts deleted since they were selected, or for a restore, posts that aren't deleted. */
  gone: number;
}

interface Effect {
  /** Joined to `videos` for the conditions. */
  join: RawBuilder<unknown>;
  /** Matches posts that would change. */
  differs: RawBuilder<unknown>;
  /** Matches posts that are skipped, each counted for the first reason. */
  unfit: Partial<Record<'full' | 'incomplete' | 'unrecorded', RawBuilder<unknown>>>;
}

const linkEffect = (change: LinkChange): Effect => {
  const { add, remove, max } = change;
  const names = add.length > 0 ? add : remove;
  return {
    join: sql`cross join lateral (
      select count(*) as held, count(*) filter (where l.${keyOf(change)} = any(${sql.val(names)}::integer[])) as found
      from ${tableOf(change)} l where l.video_id = videos.id) as links`,
    differs: add.length > 0 ? sql`found < ${names.length}::integer` : sql`found > 0`,
    unfit: max === undefined ? {} : { full: sql`held - found + ${names.length}::integer > ${max}::integer` },
  };
};

const effectOf = (change: Change): Effect => {
  const links = linkChangeOf(change);
  if (links) return linkEffect(links);
  if (change.kind === 'setRecords') return { join: joinRecords, differs: recordsDiffer(change), unfit: {} };
  if (change.kind === 'replaceLinks') return { join: sql``, differs: hasForm(change), unfit: {} };
  const incomplete = incompleteOf(change);
  const unfit = incomplete ? { incomplete: incomplete.isBare, unrecorded: incomplete.isUnrecorded } : {};
  return { join: sql``, differs: columnChangeOf(change).differs, unfit };
};

export const previewChange = async (db: Db, change: Change, videoIds: readonly number[]): Promise<Preview> => {
  const affected = affects(change);
  const isAffected =
    affected === 'both' ? sql`true` : sql`deleted_at ${sql.raw(affected === 'live' ? 'is null' : 'is not null')}`;
  const { join, differs, unfit } = effectOf(change);
  const becomesDraft = change.kind === 'restore' ? sql`state = 'published' and ${lacksRequiredRecords}` : sql`false`;
  const { full = sql`false`, incomplete = sql`false`, unrecorded = sql`false` } = unfit;
  const { rows } = await sql<
    Pick<Preview, 'full' | 'incomplete' | 'unrecorded' | 'drafts'> & { present: number; different: number }
  >`
    select count(*)::integer as present, (count(*) filter (where ${differs}))::integer as different,
      (count(*) filter (where ${differs} and ${full}))::integer as "full",
      (count(*) filter (where ${differs} and ${incomplete}))::integer as incomplete,
      (count(*) filter (where ${differs} and not ${incomplete} and ${unrecorded}))::integer as unrecorded,
      (count(*) filter (where ${becomesDraft}))::integer as drafts
    from videos ${join} where id = any(${sql.val(videoIds)}::bigint[]) and ${isAffected}`.execute(db);
  const { present = 0, different = 0, ...skipped } = rows[0] ?? { full: 0, incomplete: 0, unrecorded: 0, drafts: 0 };
  const total = new Set(videoIds).size;
  return {
    total,
    changes: different - skipped.full - skipped.incomplete - skipped.unrecorded,
    unchanged: present - different,
    ...skipped,
    gone: total - present,
  };
};
