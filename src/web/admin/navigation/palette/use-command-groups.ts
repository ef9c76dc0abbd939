import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { type StoredAdmin, useAdmin } from '../../kit/session/admin-session.ts';
import { failureMessage } from '../../kit/session/failure.ts';
import { type Actions, actionCommands, type Command, type CommandGroup, matching, screenCommands } from './commands.ts';
import { findRecords } from './find-records.ts';
import { recentCommands } from './recent-commands.ts';

const debounceMs = 150;

const nonEmpty = (groups: CommandGroup[]) => groups.filter(({ items }) => items.length > 0);

const find = async (search: string, admin: StoredAdmin | null) => {
  try {
    return { groups: await findRecords(search, admin) };
  } catch (error) {
    console.warn(error);
    return { groups: [], problem: failureMessage(error, 'The search failed.') };
  }
};

const searchPosts = (search: string): Command => ({
  id: 'search posts',
  label: `Search posts for “${search}”`,
  to: `/admin/posts?search=${encodeURIComponent(search)}`,
});

/** What the palette lists for a text, and what to say about it. Records appear once they are found. */
export const useCommandGroups = (text: string, actions: Actions) => {
  const admin = useAdmin();
  const search = text.trim();
  const last = useDebouncedFetch(search, debounceMs, () => find(search, admin));
  // Those of an earlier text would be opened by mistake.
  const found = last?.key === search ? last.result : undefined;
  const fixed = [
    { value: 'Screens', items: matching(screenCommands(admin), search) },
    { value: 'Actions', items: matching(actionCommands(actions), search) },
  ];
  if (search === '')
    return { groups: nonEmpty([{ value: 'Recent', items: recentCommands(admin) }, ...fixed]), status: '' };
  const groups = [...fixed, ...(found?.groups ?? []), { value: 'More', items: [searchPosts(search)] }];
  return { groups: nonEmpty(groups), status: found ? (found.problem ?? '') : 'Searching...' };
};
