import type { NameKind } from '#contract/values/name-kinds.ts';
import { plural } from '../../../components/format/plural.ts';
import type { NameChange } from '../records/name.ts';

/** What the screens call them. */
export const words: Record<NameKind, { one: string; many: string; One: string; path: string }> = {
  tag: { one: 'tag', many: 'tags', One: 'Tag', path: '/tag/' },
  performer: { one: 'star', many: 'stars', One: 'Star', path: '/pornstar/' },
};

export const quoted = (names: readonly string[]) => {
  const each = names.map((name) => `“${name}”`);
  return each.length > 1 ? `${each.slice(0, -1).join(', ')} and ${each.at(-1)}` : (each[0] ?? '');
};

export const posts = (count: number) => plural(count, 'post');

/** What was done, as a sentence without its subject. */
export const changeSentence = ({ action, name, others }: NameChange): string => {
  if (action === 'rename') return `Renamed ${quoted(others)} to “${name}”`;
  if (action === 'merge') return `Merged ${quoted(others)} into “${name}”`;
  if (action === 'split') return `Split ${quoted(others)} off “${name}”`;
  if (action === 'alias') return `Added the other name ${quoted(others)} to “${name}”`;
  if (action === 'delete') return `Deleted “${name}”`;
  return `Described “${name}”`;
};
