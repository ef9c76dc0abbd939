import type { NameChangeRecord, nameChangeRoutes } from '#contract/names.ts';
import { displayNameOf, type NameKind, nameWords, slugOf } from '#contract/values/names.ts';
import { readBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import { readName } from '#domain/catalogue/tags-and-performers.ts';
import { NotFoundError } from '#domain/errors.ts';
import { likelyDuplicates, markDistinct } from '#domain/names/duplicate-names.ts';
import { addNameAlias, describeName, renameName, splitName } from '#domain/names/edit-name.ts';
import { deleteTag, finishNameChanges, mergeNames } from '#domain/names/merge-names.ts';
import { type NameChange, type NameChangeDetails, nameChanges, readNameChange } from '#domain/names/name-changes.ts';
import { undoNameChange } from '#domain/names/undo-name-change.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { pageOf, paginationOf } from './http/pagination.ts';

interface Named {
  slug: string;
  name: string;
}

/** The changed name, and the other names that were involved. */
const namesIn = ({ action, details }: NameChange): { subject: Named; others: Named[] } => {
  if (action === 'rename') {
    const { from, to } = details as NameChangeDetails['rename'];
    return { subject: to, others: [from] };
  }
  if (action === 'merge') {
    const { from, ...subject } = details as NameChangeDetails['merge'];
    return { subject, others: from };
  }
  const subject = details as Named;
  return { subject, others: 'alias' in details ? [details.alias] : [] };
};

const toNameChangeRecord = (change: NameChange): NameChangeRecord => {
  const { subject, others } = namesIn(change);
  const label = (name: Named, kind: NameKind = change.kind) => displayNameOf(kind, name);
  return {
    _id: String(change.id),
    kind: change.kind,
    action: change.action,
    name: label(subject),
    slug: subject.slug,
    others: others.map((other) => label(other)),
    posts: change.posts,
    isRunning: change.finishedAt === null,
    isUndone: change.undoneAt !== null,
    canBeUndone: change.canBeUndone && change.finishedAt !== null,
    admin: change.admin,
    at: change.at.toISOString(),
  };
};

/** Changes of up to this many posts are awaited. */
const maxAwaitedPosts = 1_000;

export const nameChangeHandlers = (context: ApiContext): HandlersOf<keyof typeof nameChangeRoutes> => {
  const { db, index, bulkChanges } = context;

  const recordOf = async (id: number) => ({
    success: true as const,
    change: toNameChangeRecord(await readNameChange(db, id)),
  });

  /** Changes the posts, then completes the change of the name. If this fails, a job retries both. */
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
    splitName: async (call) => changed(await splitName(db, actorOf(call), { ...call.params, ...call.body })),
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
    findNewNames: async ({ params: { kind }, body }) => ({
      success: true,
      names: body.names.filter((name) => index.findName(kind, slugOf(name)) === undefined),
    }),
    markDistinctNames: async (call) => {
      await markDistinct(db, actorOf(call), call.params.kind, [call.body.one, call.body.other]);
      return { success: true };
    },
  };
};
