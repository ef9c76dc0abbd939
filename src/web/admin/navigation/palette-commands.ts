import { mayUse, type Section } from '#contract/values/accounts.ts';
import { performerNameOf, tagNameOf } from '#contract/values/names.ts';
import { fold } from '#contract/values/text.ts';
import { plural } from '../../components/format.ts';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { loadAdmins } from '../kit/records/accounts.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { type StoredAdmin, useAdmin } from '../kit/session/admin-session.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { mayOpen, screens, screenUrl } from '../screens.ts';

/** An entry of the palette: a page to open, or an action. */
export interface Command {
  id: string;
  label: string;
  /** Distinguishes entries with the same label. */
  detail?: string;
  to?: string;
  run?: () => void;
}

export interface CommandGroup {
  value: string;
  items: Command[];
}

interface Actions {
  logOut: () => void;
  switchTheme: () => void;
  showKeys: () => void;
}

const screenCommands = (admin: StoredAdmin | null): Command[] =>
  screens
    .filter((screen) => !screen.path.includes(':') && admin && mayOpen(screen, admin.role))
    .map((screen) => ({ id: `screen ${screen.path}`, label: screen.label, to: screenUrl(screen) }));

const additions: Partial<Record<Section, Command[]>> = {
  catalogue: [
    { id: 'add post', label: 'Add Post', to: '/admin/posts?add' },
    { id: 'add star', label: 'Add New Star', to: '/admin/stars?add' },
  ],
  partners: [
    { id: 'add network', label: 'Add New Network', to: '/admin/networks?add' },
    { id: 'add channel', label: 'Add New Channel', to: '/admin/channels?add' },
    { id: 'add link', label: 'Add New Link', detail: 'TeraBox', to: '/admin/terabox?add' },
  ],
};

const may = (admin: StoredAdmin | null, section: Section) => admin !== null && mayUse(admin.role, section);

const additionsFor = (admin: StoredAdmin | null) =>
  (['catalogue', 'partners'] as const).flatMap((section) => (may(admin, section) ? (additions[section] ?? []) : []));

const actionCommands = ({ logOut, switchTheme, showKeys }: Actions, admin: StoredAdmin | null): Command[] => [
  ...additionsFor(admin),
  { id: 'view site', label: 'View site', to: '/' },
  { id: 'theme', label: 'Switch between light and dark', run: switchTheme },
  { id: 'keys', label: 'Show keyboard shortcuts', run: showKeys },
  { id: 'log out', label: 'Logout', run: logOut },
];

/** Finds the commands that contain all words of the text. */
const matching = (commands: Command[], text: string) => {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, detail = '' }) => {
    const haystack = fold(`${label} ${detail}`);
    return words.every((word) => haystack.includes(word));
  });
};

const maxPosts = 5;

/** Finds posts in any state by words, id, link or image, except deleted ones. */
const findPosts = async (search: string): Promise<Command[]> => {
  const { records, elsewhere } = await adminClient.getPostList({ query: { search, limit: maxPosts } });
  const others = elsewhere.filter(({ deletedAt }) => deletedAt === null);
  return [...records, ...others].map(({ _id, titel, state }) => ({
    id: `post ${_id}`,
    label: titel,
    detail: state === 'published' ? `Post ${_id}` : `Post ${_id}, ${state}`,
    to: `/admin/posts?edit=${_id}`,
  }));
};

const limit = 5;

const findPerformers = async (search: string): Promise<Command[]> => {
  const { pornstars, starNames } = await adminClient.getPornstars({
    query: { search, limit, sort: 'count', use: 'all' },
  });
  return pornstars.map(({ name: slug, count }) => ({
    id: `star ${slug}`,
    label: performerNameOf(slug, starNames),
    detail: plural(count ?? 0, 'video'),
    to: `/admin/star-videos/${encodeURIComponent(slug)}`,
  }));
};

const findTags = async (search: string): Promise<Command[]> => {
  const { summaries = [], tagNames } = await adminClient.getTags({ query: { search, limit, use: 'all' } });
  return summaries.map(({ _id, count }) => ({
    id: `tag ${_id}`,
    label: tagNameOf(_id, tagNames),
    detail: plural(count, 'video'),
    to: `/admin/tag-videos/${encodeURIComponent(_id)}`,
  }));
};

const findPartners = async (search: string): Promise<Command[]> => {
  const { networks } = await adminClient.searchNetworks({ query: { search, limit, page: 1 } });
  return networks.map(({ _id, name, url }) => ({
    id: `network ${_id}`,
    label: name,
    detail: url,
    to: `/admin/networks?search=${encodeURIComponent(name)}`,
  }));
};

const findAdmins = async (search: string, admin: StoredAdmin | null): Promise<Command[]> => {
  if (admin?.role !== 'main_admin') return [];
  const admins = (await loadAdmins(admin._id)).map(({ id, username, email }) => ({
    id: `admin ${id}`,
    label: username,
    detail: email,
    to: id === admin._id ? '/admin/account' : `/admin/manage-admins?edit=${id}`,
  }));
  return matching(admins, search).slice(0, limit);
};

/** Finds matching records, grouped by kind. Posts come last, because they also match by tags and performers. */
const findRecords = async (search: string, admin: StoredAdmin | null): Promise<CommandGroup[]> => {
  const found = await Promise.all([
    may(admin, 'catalogue') ? findPerformers(search) : [],
    may(admin, 'catalogue') ? findTags(search) : [],
    may(admin, 'submissions') ? findPartners(search) : [],
    findAdmins(search, admin),
    may(admin, 'catalogue') ? findPosts(search) : [],
  ]);
  const groups = ['Stars', 'Tags', 'Networks', 'Admins', 'Posts'];
  return groups.map((value, at) => ({ value, items: found[at] ?? [] })).filter(({ items }) => items.length > 0);
};

const maxRecent = 5;

/** The storage key, one per admin. */
const keyOf = (admin: StoredAdmin | null) => `adminRecent ${admin?._id ?? ''}`;

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'to' in value && 'label' in value && typeof value.label === 'string';

/** The pages that were opened with the palette, most recent first. */
const recentCommands = (admin: StoredAdmin | null): Command[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(admin)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCommand) : [];
  } catch {
    return [];
  }
};

export const rememberCommand = (admin: StoredAdmin | null, { id, label, detail, to }: Command) => {
  if (to === undefined) return;
  const others = recentCommands(admin).filter((command) => command.id !== id);
  const recent = [{ id, label, ...(detail ? { detail } : {}), to }, ...others].slice(0, maxRecent);
  try {
    localStorage.setItem(keyOf(admin), JSON.stringify(recent));
  } catch {
    // Storage is full or blocked, so nothing is remembered.
  }
};

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

/** The entries for a text and a status message. Records are added when they are loaded. */
export const useCommandGroups = (text: string, actions: Actions) => {
  const admin = useAdmin();
  const search = text.trim();
  const last = useDebouncedFetch(search, debounceMs, () => find(search, admin));
  // Results of an earlier text could be opened by mistake.
  const found = last?.key === search ? last.result : undefined;
  const fixed = [
    { value: 'Screens', items: matching(screenCommands(admin), search) },
    { value: 'Actions', items: matching(actionCommands(actions, admin), search) },
  ];
  if (search === '')
    return { groups: nonEmpty([{ value: 'Recent', items: recentCommands(admin) }, ...fixed]), status: '' };
  const more = may(admin, 'catalogue') ? [searchPosts(search)] : [];
  const groups = [...fixed, ...(found?.groups ?? []), { value: 'More', items: more }];
  return { groups: nonEmpty(groups), status: found ? (found.problem ?? '') : 'Searching...' };
};
