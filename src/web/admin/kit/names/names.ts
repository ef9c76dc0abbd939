import { useRevalidator } from 'react-router';
import type { NameChangeRecord, NameRecord } from '#contract/names.ts';
import type { NameKind } from '#contract/values/names.ts';
import { plural } from '../../../components/format.ts';
import { type WithId, withId } from '../records/record.ts';
import { adminClient } from '../session/admin-client.ts';
import { notify } from '../toasts.tsx';

/** A tag or performer in a list. */
export interface ListedName {
  slug: string;
  name: string;
  count: number;
}

export type NamedRecord = WithId<NameRecord>;
export type NameChange = WithId<NameChangeRecord>;
export interface Duplicate {
  keep: ListedName;
  merge: ListedName;
}

interface Paged {
  page: number;
  limit: number;
}

const changeOf = async (call: Promise<{ change: NameChangeRecord }>) => withId((await call).change);

/** Loads a tag or performer by its slug or an alias. */
export const loadName = async (kind: NameKind, slug: string): Promise<NamedRecord> =>
  withId((await adminClient.getName({ params: { kind, slug } })).name);

export const renameName = (kind: NameKind, slug: string, name: string) =>
  changeOf(adminClient.renameName({ params: { kind, slug }, body: { name } }));

export const mergeNames = (kind: NameKind, from: string[], into: string) =>
  changeOf(adminClient.mergeNames({ params: { kind, slug: into }, body: { from } }));

export const addNameAlias = (kind: NameKind, slug: string, name: string) =>
  changeOf(adminClient.addNameAlias({ params: { kind, slug }, body: { name } }));

export const splitName = (kind: NameKind, slug: string, alias: string, withPosts: boolean) =>
  changeOf(adminClient.splitName({ params: { kind, slug }, body: { alias, withPosts } }));

export const describeName = ({ kind, slug, version }: NamedRecord, text: { description: string; image: string }) =>
  changeOf(adminClient.describeName({ params: { kind, slug }, body: { ...text, version } }));

export const deleteTag = (tag: string) => changeOf(adminClient.deleteTag({ params: { tag } }));

export const undoNameChange = (id: string) => adminClient.undoNameChange({ params: { id } });

export const loadNameChanges = async (kind: NameKind, query: Paged) => {
  const { changes, pagination } = await adminClient.getNameChanges({ query: { kind, ...query } });
  return { changes: changes.map(withId), pagination };
};

export const loadDuplicates = async (kind: NameKind, query: Paged) => {
  const { duplicates, pagination } = await adminClient.getDuplicateNames({ params: { kind }, query });
  return { duplicates, pagination };
};

export const markDistinct = (kind: NameKind, { keep, merge }: Duplicate) =>
  adminClient.markDistinctNames({ params: { kind }, body: { one: keep.slug, other: merge.slug } });

/** The words that screens use. */
export const words: Record<NameKind, { one: string; many: string; One: string; path: string }> = {
  tag: { one: 'tag', many: 'tags', One: 'Tag', path: '/tag/' },
  performer: { one: 'star', many: 'stars', One: 'Star', path: '/pornstar/' },
};

export const quoted = (names: readonly string[]) => {
  const each = names.map((name) => `“${name}”`);
  return each.length > 1 ? `${each.slice(0, -1).join(', ')} and ${each.at(-1)}` : (each[0] ?? '');
};

export const posts = (count: number) => plural(count, 'post');

/** Describes a change, without the admin who made it. */
export const changeSentence = (change: NameChange): string => {
  const { action, name, others } = change;
  if (action === 'rename') return `Renamed ${quoted(others)} to “${name}”`;
  if (action === 'merge') return `Merged ${quoted(others)} into “${name}”`;
  if (action === 'split')
    return `Split ${quoted(others)} off “${name}”${change.posts === null ? '' : `, with ${posts(change.posts)}`}`;
  if (action === 'alias') return `Added the other name ${quoted(others)} to “${name}”`;
  if (action === 'delete') return `Deleted “${name}”`;
  return `Described “${name}”`;
};

/** Reports a change in a toast with an undo button, and reloads the screen. */
export const useNameChange = (historyUrl: string) => {
  const revalidator = useRevalidator();
  const undo = async (id: string) => {
    await undoNameChange(id);
    notify('Undone.');
    await revalidator.revalidate();
  };
  const report = async (change: NameChange) => {
    const sentence = changeSentence(change);
    if (change.isRunning) notify(`${sentence}. Posts are following.`, { label: 'History', href: historyUrl });
    else notify(`${sentence}.`, change.canBeUndone ? { label: 'Undo', run: () => undo(change.id) } : undefined);
    await revalidator.revalidate();
  };
  return { report, undo };
};
