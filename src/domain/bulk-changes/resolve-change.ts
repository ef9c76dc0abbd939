import type { Category } from '#contract/values/categories.ts';
import type { Db, Tx } from '#db/database.ts';
import { findIds, findOrCreateIds, namesBySlug } from '#domain/catalogue/tags-and-performers.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { ValidationError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/listing.ts';
import { readListing } from '#domain/listing/read-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { areRecordsRequired } from '#domain/post-records/required-records.ts';
import { readAddressForm } from './address-form.ts';
import type { Change, GivenRecords, NameRef } from './change.ts';

/** A change with names as people type them. */
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

/** An id that no name has. */
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

/** For a preview: tags and performers that don't exist yet have an id that no post has. */
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
      // Posts without them become drafts.
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

/** Creates the tags and performers that a change adds. Refuses them, and a partner, if they may not be listed. */
export const createNames = async (tx: Tx, change: RequestedChange): Promise<void> => {
  if (change.kind === 'setPartner' && change.partnerId !== null) {
    const partner = await readListing(tx, 'networks', change.partnerId);
    if (partner) await assertMayBeListed(tx, partner);
  }
  if (change.kind === 'addTags') await createAllowed(tx, 'tags', namesBySlug('tags', change.tags));
  if (change.kind === 'addPerformers') await createAllowed(tx, 'performers', namesBySlug('name', change.performers));
};
