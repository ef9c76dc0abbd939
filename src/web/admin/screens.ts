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
  mainAdminOnly?: true;
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
  { path: 'posts', file: 'admin/videos/screen.tsx', label: 'Posts', loading: 'Loading posts...', group: 'Catalogue' },
  {
    path: 'calendar',
    file: 'admin/calendar/screen.tsx',
    label: 'Calendar',
    loading: 'Loading calendar...',
    group: 'Catalogue',
  },
  {
    path: 'imports',
    file: 'admin/imports/screen.tsx',
    label: 'Imports',
    loading: 'Loading imports...',
    group: 'Catalogue',
    badge: 'imports',
    examples: ['/admin/imports', '/admin/imports?tab=sources'],
  },
  {
    path: 'imports/new',
    file: 'admin/imports/new-screen.tsx',
    label: 'A new import',
    loading: 'Loading sources...',
    parent: 'imports',
  },
  {
    path: 'imports/:id',
    file: 'admin/imports/import-screen.tsx',
    label: 'An import',
    loading: 'Loading the import...',
    parent: 'imports',
    examples: ['/admin/imports/1', '/admin/imports/1?step=mapping', '/admin/imports/1?rows=bad'],
  },
  {
    path: 'import-sources/:id',
    file: 'admin/imports/source-screen.tsx',
    label: 'A source of imports',
    loading: 'Loading the source...',
    parent: 'imports',
    examples: ['/admin/import-sources/1'],
  },
  {
    path: 'links',
    file: 'admin/links/screen.tsx',
    label: 'Links',
    loading: 'Loading links...',
    group: 'Catalogue',
    badge: 'deadPosts',
    examples: ['/admin/links', '/admin/links?tab=hosts', '/admin/links?tab=all'],
  },
  {
    path: 'networks',
    file: 'admin/partners/screen.tsx',
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
    label: 'Star management',
    loading: 'Loading stars...',
    group: 'Catalogue',
  },
  {
    path: 'stars-list',
    file: 'admin/performers-list/screen.tsx',
    label: 'All Pornstars',
    loading: 'Loading stars...',
    group: 'Catalogue',
  },
  {
    path: 'tags-list',
    file: 'admin/tags-list/screen.tsx',
    label: 'All Tags',
    loading: 'Loading tags...',
    group: 'Catalogue',
  },
  {
    path: 'page-texts',
    file: 'admin/list-texts/screen.tsx',
    label: 'Page texts',
    loading: 'Loading texts...',
    group: 'Site',
    examples: ['/admin/page-texts', '/admin/page-texts?kind=tag'],
  },
  {
    path: 'searches',
    file: 'admin/searches/screen.tsx',
    label: 'Searches',
    loading: 'Loading searches...',
    group: 'Site',
    examples: ['/admin/searches', '/admin/searches?tab=synonyms', '/admin/searches?tab=redirects'],
  },
  {
    path: 'results',
    file: 'admin/results/screen.tsx',
    label: 'Results',
    loading: 'Loading results...',
    group: 'Partners',
    examples: ['/admin/results', '/admin/results?by=source', '/admin/results?chart=dead'],
  },
  {
    path: 'channels',
    file: 'admin/channels/screen.tsx',
    label: 'Channels',
    loading: 'Loading channels...',
    group: 'Partners',
  },
  {
    path: 'terabox',
    file: 'admin/file-links/screen.tsx',
    label: 'TeraBox Links',
    loading: 'Loading TeraBox links...',
    group: 'Partners',
  },
  {
    path: 'removals',
    file: 'admin/removals/screen.tsx',
    label: 'Removals',
    loading: 'Loading cases...',
    group: 'Safety',
    badge: 'cases',
    examples: ['/admin/removals', '/admin/removals?status=decided'],
  },
  { path: 'blocks', file: 'admin/blocks/screen.tsx', label: 'Blocks', loading: 'Loading blocks...', group: 'Safety' },
  {
    path: 'stay-down',
    file: 'admin/stay-down/screen.tsx',
    label: 'Stays down',
    loading: 'Loading what stays down...',
    group: 'Safety',
    examples: ['/admin/stay-down', '/admin/stay-down?tab=lists', '/admin/stay-down?tab=matches'],
  },
  {
    path: 'records',
    file: 'admin/records/screen.tsx',
    label: 'Records',
    loading: 'Loading records...',
    group: 'Safety',
  },
  {
    path: 'removals/:id',
    file: 'admin/removals/case-screen.tsx',
    label: 'A case',
    loading: 'Loading the case...',
    parent: 'removals',
    examples: ['/admin/removals/1'],
  },
  {
    path: 'transparency',
    file: 'admin/transparency/screen.tsx',
    label: 'Transparency',
    loading: 'Loading figures...',
    group: 'Safety',
  },
  {
    path: 'deleted',
    file: 'admin/deleted/screen.tsx',
    label: 'Deleted',
    loading: 'Loading deleted items...',
    group: 'Safety',
    examples: ['/admin/deleted', '/admin/deleted?kind=networks'],
  },
  {
    path: 'bulk-changes',
    file: 'admin/bulk/screen.tsx',
    label: 'Bulk changes',
    loading: 'Loading bulk changes...',
    group: 'Safety',
    badge: 'bulkChanges',
  },
  {
    path: 'mail',
    file: 'admin/messages/screen.tsx',
    label: 'Mail',
    loading: 'Loading mail...',
    group: 'Site',
    badge: 'mail',
  },
  { path: 'seo', file: 'admin/seo/screen.tsx', label: 'SEO check', loading: 'Loading checks...', group: 'Site' },
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
    label: 'System',
    loading: 'Loading the system...',
    group: 'Site',
    badge: 'systemProblems',
    mainAdminOnly: true,
  },
  {
    path: 'settings',
    file: 'admin/settings/screen.tsx',
    label: 'Settings',
    loading: 'Loading settings...',
    group: 'Site',
    mainAdminOnly: true,
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
    label: 'Videos of a tag',
    loading: 'Loading videos...',
    parent: 'tags-list',
    examples: ['/admin/tag-videos/milf'],
  },
  {
    path: 'star-videos/:star',
    file: 'admin/named-videos/performer-videos.tsx',
    label: 'Videos of a star',
    loading: 'Loading videos...',
    parent: 'stars-list',
    examples: ['/admin/star-videos/isla-torven'],
  },
];

export const screenUrl = ({ path }: Screen) => `/admin/${path}`;

/** The screens of a group that the admin may open. */
export const screensOf = (group: ScreenGroup, isMainAdmin: boolean) =>
  screens.filter((screen) => screen.group === group && (isMainAdmin || !screen.mainAdminOnly));

/** The part of a path before its parameters: 'tag-videos/' for 'tag-videos/:tag'. */
const fixedPart = (path: string) => path.replace(/:.*/, '');

const screenAt = (pathname: string) =>
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
