import { mayUse, type Role, type Section } from '#contract/values/accounts.ts';

/** The groups of the sidebar, in order. The first one has no visible heading. */
export const screenGroups = ['Overview', 'Catalogue', 'Partners', 'Safety', 'Site', 'People'] as const;
export type ScreenGroup = (typeof screenGroups)[number];

export interface Screen {
  /** Relative to /admin. */
  path: string;
  /** The route module, relative to src/web. */
  file: string;
  /** The text of links to the screen. */
  label: string;
  loading: string;
  /** The group of the sidebar that links to the screen. */
  group?: ScreenGroup;
  /** For screens of a single record, the path of the list that the sidebar highlights instead. */
  parent?: string;
  /** The count next to the link in the sidebar. */
  badge?: Badge;
  /** The section of the API that the screen is about; without one, it is for every admin. */
  section?: Section;
  /** URLs for tests and contact sheets, if the path has parameters or the screen has tabs. */
  examples?: string[];
}

/** Counts of items that wait for an admin, have failed or are running. */
export type Badge = 'submissions' | 'mail' | 'systemProblems' | 'bulkChanges' | 'cases' | 'deadPosts' | 'imports';

/** Every screen behind the login. Routes, navigation, loading texts, tests and contact sheets derive from this list. */
export const screens: Screen[] = [
  {
    path: 'dashboard',
    file: 'admin/dashboard/screen.tsx',
    label: 'Dashboard',
    loading: 'Loading dashboard...',
    group: 'Overview',
  },
  {
    path: 'posts',
    file: 'admin/videos/screen.tsx',
    section: 'catalogue',
    label: 'Posts',
    loading: 'Loading posts...',
    group: 'Catalogue',
  },
  {
    path: 'calendar',
    file: 'admin/calendar/screen.tsx',
    section: 'catalogue',
    label: 'Calendar',
    loading: 'Loading calendar...',
    group: 'Catalogue',
  },
  {
    path: 'imports',
    file: 'admin/imports/screen.tsx',
    section: 'catalogue',
    label: 'Imports',
    loading: 'Loading imports...',
    group: 'Catalogue',
    badge: 'imports',
    examples: ['/admin/imports', '/admin/imports?tab=sources'],
  },
  {
    path: 'imports/new',
    file: 'admin/imports/new-screen.tsx',
    section: 'catalogue',
    label: 'A new import',
    loading: 'Loading sources...',
    parent: 'imports',
  },
  {
    path: 'imports/:id',
    file: 'admin/imports/import-screen.tsx',
    section: 'catalogue',
    label: 'An import',
    loading: 'Loading the import...',
    parent: 'imports',
    examples: ['/admin/imports/1', '/admin/imports/1?step=mapping', '/admin/imports/1?rows=bad'],
  },
  {
    path: 'import-sources/:id',
    file: 'admin/imports/source-screen.tsx',
    section: 'catalogue',
    label: 'A source of imports',
    loading: 'Loading the source...',
    parent: 'imports',
    examples: ['/admin/import-sources/1'],
  },
  {
    path: 'links',
    file: 'admin/links/screen.tsx',
    section: 'catalogue',
    label: 'Links',
    loading: 'Loading links...',
    group: 'Catalogue',
    badge: 'deadPosts',
    examples: ['/admin/links', '/admin/links?tab=hosts', '/admin/links?tab=all'],
  },
  {
    path: 'networks',
    file: 'admin/partners/screen.tsx',
    section: 'submissions',
    label: 'Networks',
    loading: 'Loading networks...',
    group: 'Partners',
    badge: 'submissions',
    examples: ['/admin/networks', '/admin/networks?tab=submissions'],
  },
  {
    path: 'manage-admins',
    file: 'admin/admins/screen.tsx',
    label: 'Manage Admins',
    loading: 'Loading admins...',
    group: 'People',
  },
  {
    path: 'stars',
    file: 'admin/performers/screen.tsx',
    section: 'catalogue',
    label: 'Star management',
    loading: 'Loading stars...',
    group: 'Catalogue',
  },
  {
    path: 'stars-list',
    file: 'admin/performers-list/screen.tsx',
    section: 'catalogue',
    label: 'All Pornstars',
    loading: 'Loading stars...',
    group: 'Catalogue',
  },
  {
    path: 'tags-list',
    file: 'admin/tags-list/screen.tsx',
    section: 'catalogue',
    label: 'All Tags',
    loading: 'Loading tags...',
    group: 'Catalogue',
  },
  {
    path: 'page-texts',
    file: 'admin/list-texts/screen.tsx',
    section: 'catalogue',
    label: 'Page texts',
    loading: 'Loading texts...',
    group: 'Site',
    examples: ['/admin/page-texts', '/admin/page-texts?kind=tag'],
  },
  {
    path: 'searches',
    file: 'admin/searches/screen.tsx',
    section: 'catalogue',
    label: 'Searches',
    loading: 'Loading searches...',
    group: 'Site',
    examples: ['/admin/searches', '/admin/searches?tab=synonyms', '/admin/searches?tab=redirects'],
  },
  {
    path: 'results',
    file: 'admin/results/screen.tsx',
    section: 'partners',
    label: 'Results',
    loading: 'Loading results...',
    group: 'Partners',
    examples: ['/admin/results', '/admin/results?by=source', '/admin/results?chart=dead'],
  },
  {
    path: 'channels',
    file: 'admin/channels/screen.tsx',
    section: 'partners',
    label: 'Channels',
    loading: 'Loading channels...',
    group: 'Partners',
  },
  {
    path: 'terabox',
    file: 'admin/file-links/screen.tsx',
    section: 'partners',
    label: 'TeraBox Links',
    loading: 'Loading TeraBox links...',
    group: 'Partners',
  },
  {
    path: 'removals',
    file: 'admin/removals/screen.tsx',
    section: 'removals',
    label: 'Removals',
    loading: 'Loading cases...',
    group: 'Safety',
    badge: 'cases',
    examples: ['/admin/removals', '/admin/removals?status=decided'],
  },
  {
    path: 'blocks',
    file: 'admin/blocks/screen.tsx',
    section: 'removals',
    label: 'Blocks',
    loading: 'Loading blocks...',
    group: 'Safety',
  },
  {
    path: 'stay-down',
    file: 'admin/stay-down/screen.tsx',
    section: 'removals',
    label: 'Stays down',
    loading: 'Loading what stays down...',
    group: 'Safety',
    examples: ['/admin/stay-down', '/admin/stay-down?tab=lists', '/admin/stay-down?tab=matches'],
  },
  {
    path: 'records',
    file: 'admin/records/screen.tsx',
    section: 'posts',
    label: 'Records',
    loading: 'Loading records...',
    group: 'Safety',
  },
  {
    path: 'removals/:id',
    file: 'admin/removals/case-screen.tsx',
    section: 'removals',
    label: 'A case',
    loading: 'Loading the case...',
    parent: 'removals',
    examples: ['/admin/removals/1'],
  },
  {
    path: 'transparency',
    file: 'admin/transparency/screen.tsx',
    section: 'removals',
    label: 'Transparency',
    loading: 'Loading figures...',
    group: 'Safety',
  },
  {
    path: 'deleted',
    file: 'admin/deleted/screen.tsx',
    section: 'deleted',
    label: 'Deleted',
    loading: 'Loading deleted items...',
    group: 'Safety',
    examples: ['/admin/deleted', '/admin/deleted?kind=networks'],
  },
  {
    path: 'bulk-changes',
    file: 'admin/bulk/screen.tsx',
    section: 'catalogue',
    label: 'Bulk changes',
    loading: 'Loading bulk changes...',
    group: 'Safety',
    badge: 'bulkChanges',
  },
  {
    path: 'mail',
    file: 'admin/messages/screen.tsx',
    section: 'identities',
    label: 'Mail',
    loading: 'Loading mail...',
    group: 'Site',
    badge: 'mail',
  },
  {
    path: 'seo',
    file: 'admin/seo/screen.tsx',
    section: 'catalogue',
    label: 'SEO check',
    loading: 'Loading checks...',
    group: 'Site',
  },
  {
    path: 'account',
    file: 'admin/account/screen.tsx',
    label: 'My account',
    loading: 'Loading sessions...',
    group: 'People',
  },
  {
    path: 'audit',
    file: 'admin/audit/screen.tsx',
    label: 'Audit log',
    loading: 'Loading audit log...',
    group: 'Safety',
  },
  {
    path: 'system',
    file: 'admin/system/screen.tsx',
    section: 'main_admin',
    label: 'System',
    loading: 'Loading the system...',
    group: 'Site',
    badge: 'systemProblems',
  },
  {
    path: 'settings',
    file: 'admin/settings/screen.tsx',
    section: 'main_admin',
    label: 'Settings',
    loading: 'Loading settings...',
    group: 'Site',
  },
  {
    path: 'history/:entity/:id',
    file: 'admin/history/screen.tsx',
    label: 'History of an item',
    loading: 'Loading history...',
    parent: 'audit',
    examples: ['/admin/history/network/1'],
  },
  {
    path: 'tag-videos/:tag',
    file: 'admin/named-videos/tag-videos.tsx',
    section: 'catalogue',
    label: 'Videos of a tag',
    loading: 'Loading videos...',
    parent: 'tags-list',
    examples: ['/admin/tag-videos/milf'],
  },
  {
    path: 'star-videos/:star',
    file: 'admin/named-videos/performer-videos.tsx',
    section: 'catalogue',
    label: 'Videos of a star',
    loading: 'Loading videos...',
    parent: 'stars-list',
    examples: ['/admin/star-videos/isla-torven'],
  },
];

export const screenUrl = ({ path }: Screen) => `/admin/${path}`;

/** Whether a role may open a screen. */
export const mayOpen = ({ section = 'admin' }: Screen, role: Role) => mayUse(role, section);

/** The screens of a group that a role may open. */
export const screensOf = (group: ScreenGroup, role: Role) =>
  screens.filter((screen) => screen.group === group && mayOpen(screen, role));

/** The part of a path before its parameters: 'tag-videos/' for 'tag-videos/:tag'. */
const fixedPart = (path: string) => path.replace(/:.*/, '');

export const screenAt = (pathname: string) =>
  screens.find(({ path }) =>
    path.includes(':') ? pathname.startsWith(`/admin/${fixedPart(path)}`) : pathname === `/admin/${path}`,
  );

export const loadingText = (pathname: string) => screenAt(pathname)?.loading ?? 'Loading...';

/** The `aria-current` of a link to the screen: 'page', or 'true' for the list that the current page belongs to. */
export const currentMark = ({ path }: Screen, pathname: string): 'page' | 'true' | undefined => {
  const current = screenAt(pathname);
  if (current?.path === path) return 'page';
  return current?.parent === path ? 'true' : undefined;
};
