import type { nameChangeRoutes } from '#contract/name-changes.ts';
import { nameWords } from '#contract/values/name-kinds.ts';
import { displayNameOf } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';
import { readBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import { readName } from '#domain/catalogue/stored-names.ts';
import { NotFoundError } from '#domain/errors.ts';
import { deleteTag } from '#domain/names/delete-tag.ts';
import { describeName } from '#domain/names/describe-name.ts';
import { markDistinct } from '#domain/names/distinct-names.ts';
import { likelyDuplicates } from '#domain/names/duplicate-names.ts';
import { finishNameChanges } from '#domain/names/finish-name-changes.ts';
import { mergeNames } from '#domain/names/merge-names.ts';
import { nameChanges, readNameChange } from '#domain/names/name-changes.ts';
import { renameName } from '#domain/names/rename-name.ts';
import { addNameAlias, splitName } from '#domain/names/split-name.ts';
import { undoNameChange } from '#domain/names/undo-name-change.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { pageOf, paginationOf } from './http/pagination.ts';
import { toNameChangeRecord } from './records/name-change.ts';

/** So few posts are changed while the caller waits. */
const maxAwaitedPosts = 1_000;

export const nameChangeHandlers = (context: ApiContext): HandlersOf<keyof typeof nameChangeRoutes> => {
  const { db, index, bulkChanges } = context;

  const recordOf = async (id: number) => ({
    success: true as const,
    change: toNameChangeRecord(await readNameChange(db, id)),
  });

  /** Lets posts follow, and then the names. A failure is no loss: a job goes on with both. */
  const followUp = async (bulkChangeId: number | null) => {
    if (bulkChangeId === null) return;
    await bulkChanges.runDue();
    const finished = bulkChanges.idle().then(() => finishNameChanges(db));
    const { total } = await readBulkChange(db, bulkChangeId);
    if (total <= maxAwaitedPosts) await finished;
    else finished.catch(() => {});
  };
  const changed = async (id: number) => {
    await followUp((await readNameChange(db, id)).bulkChangeId);
    return recordOf(id);
  };

  return {
    getName: async ({ params: { kind, slug } }) => {
      const found = index.findName(kind, slugOf(slug));
      const stored = await readName(db, kind, found?.slug ?? slugOf(slug));
      if (!stored) throw new NotFoundError(`There is no such ${nameWords[kind]}.`);
      const { id, imageUrl, aliases, ...rest } = stored;
      const count = index.countOf(kind, stored.slug);
      const name = displayNameOf(kind, stored);
      return { success: true, name: { ...rest, _id: String(id), kind, name, image: imageUrl, aliases, count } };
    },
    renameName: async (call) => {
      const { name, version } = call.body;
      return changed(await renameName(db, actorOf(call), { ...call.params, name, expectedVersion: version }));
    },
    mergeNames: async (call) => {
      const { kind, slug: into } = call.params;
      return changed(await mergeNames(db, actorOf(call), { kind, into, from: call.body.from }));
    },
    addNameAlias: async (call) =>
      changed(await addNameAlias(db, actorOf(call), { ...call.params, alias: call.body.name })),
    splitName: async (call) => changed(await splitName(db, actorOf(call), { ...call.params, alias: call.body.alias })),
    describeName: async (call) => {
      const { description, image: imageUrl, version: expectedVersion } = call.body;
      return changed(await describeName(db, actorOf(call), { ...call.params, description, imageUrl, expectedVersion }));
    },
    deleteTag: async (call) => changed(await deleteTag(db, actorOf(call), call.params.tag)),
    getNameChanges: async ({ query }) => {
      const { total, changes } = await nameChanges(db, query.kind, query);
      return {
        success: true,
        changes: changes.map(toNameChangeRecord),
        pagination: paginationOf(total, query),
      };
    },
    getNameChange: async ({ params }) => recordOf(Number(params.id)),
    undoNameChange: async (call) => {
      const id = Number(call.params.id);
      await undoNameChange(db, actorOf(call), id);
      await followUp((await readNameChange(db, id)).bulkChangeId);
      return { success: true };
    },
    getDuplicateNames: async ({ params, query }) => {
      const found = await likelyDuplicates(db, index, params.kind);
      const listed = ({ slug, name, count }: { slug: string; name: string; count: number }) => ({
        slug,
        name: displayNameOf(params.kind, { slug, name }),
        count,
      });
      return {
        success: true,
        duplicates: pageOf(found, query).map(({ keep, merge }) => ({ keep: listed(keep), merge: listed(merge) })),
        pagination: paginationOf(found.length, query),
      };
    },
    markDistinctNames: async (call) => {
      await markDistinct(db, actorOf(call), call.params.kind, [call.body.one, call.body.other]);
      return { success: true };
    },
  };
};
