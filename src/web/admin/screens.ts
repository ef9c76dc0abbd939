export interface Screen {
  /** Below /admin. */
  path: string;
  /** The route module, relative to src/web. */
  file: string;
  /** The text of links to the screen. */
  label: string;
  loading: string;
  /** Where the navigation links it. The videos of one tag or performer are linked from the lists only. */
  menu?: 'bar' | 'more';
  mainAdminOnly?: true;
  /** What tests and contact sheets open, if the path has parameters or the screen has tabs. */
  examples?: string[];
}

/** Every screen behind the login. Routes, navigation, loading texts, tests and contact sheets derive from this list. */
export const screens: Screen[] = [
  {
    path: 'dashboard',
    file: 'admin/dashboard/screen.tsx',
    label: 'Dashboard',
    loading: 'Loading dashboard...',
    menu: 'bar',
  },
  { path: 'posts', file: 'admin/videos/screen.tsx', label: 'Posts', loading: 'Loading posts...', menu: 'bar' },
  {
    path: 'networks',
    file: 'admin/partners/screen.tsx',
    label: 'Networks',
    loading: 'Loading networks...',
    menu: 'bar',
    examples: ['/admin/networks', '/admin/networks?tab=submissions'],
  },
  {
    path: 'manage-admins',
    file: 'admin/admins/screen.tsx',
    label: 'Manage Admins',
    loading: 'Loading admins...',
    menu: 'bar',
  },
  {
    path: 'stars',
    file: 'admin/performers/screen.tsx',
    label: 'Star Management',
    loading: 'Loading stars...',
    menu: 'more',
  },
  {
    path: 'stars-list',
    file: 'admin/performers-list/screen.tsx',
    label: 'All Pornstars',
    loading: 'Loading stars...',
    menu: 'more',
  },
  {
    path: 'tags-list',
    file: 'admin/tags-list/screen.tsx',
    label: 'All Tags',
    loading: 'Loading tags...',
    menu: 'more',
  },
  {
    path: 'page-texts',
    file: 'admin/list-texts/screen.tsx',
    label: 'Page Texts',
    loading: 'Loading texts...',
    menu: 'more',
    examples: ['/admin/page-texts', '/admin/page-texts?kind=tag'],
  },
  {
    path: 'searches',
    file: 'admin/searches/screen.tsx',
    label: 'Searches',
    loading: 'Loading searches...',
    menu: 'more',
    examples: ['/admin/searches', '/admin/searches?tab=synonyms', '/admin/searches?tab=redirects'],
  },
  {
    path: 'channels',
    file: 'admin/channels/screen.tsx',
    label: 'Channels',
    loading: 'Loading channels...',
    menu: 'more',
  },
  {
    path: 'terabox',
    file: 'admin/file-links/screen.tsx',
    label: 'TeraBox Links',
    loading: 'Loading TeraBox links...',
    menu: 'more',
  },
  {
    path: 'deleted',
    file: 'admin/deleted/screen.tsx',
    label: 'Deleted',
    loading: 'Loading deleted items...',
    menu: 'more',
    examples: ['/admin/deleted', '/admin/deleted?kind=networks'],
  },
  { path: 'mail', file: 'admin/messages/screen.tsx', label: 'Mail', loading: 'Loading mail...', menu: 'more' },
  { path: 'seo', file: 'admin/seo/screen.tsx', label: 'SEO Check', loading: 'Loading checks...', menu: 'more' },
  {
    path: 'account',
    file: 'admin/account/screen.tsx',
    label: 'My Account',
    loading: 'Loading sessions...',
    menu: 'more',
  },
  {
    path: 'audit',
    file: 'admin/audit/screen.tsx',
    label: 'Audit Log',
    loading: 'Loading audit log...',
    menu: 'more',
    mainAdminOnly: true,
  },
  {
    path: 'system',
    file: 'admin/system/screen.tsx',
    label: 'System',
    loading: 'Loading the system...',
    menu: 'more',
    mainAdminOnly: true,
  },
  {
    path: 'settings',
    file: 'admin/settings/screen.tsx',
    label: 'Settings',
    loading: 'Loading settings...',
    menu: 'more',
    mainAdminOnly: true,
  },
  {
    path: 'tag-videos/:tag',
    file: 'admin/named-videos/tag-videos.tsx',
    label: 'Videos of a tag',
    loading: 'Loading videos...',
    examples: ['/admin/tag-videos/milf'],
  },
  {
    path: 'star-videos/:star',
    file: 'admin/named-videos/performer-videos.tsx',
    label: 'Videos of a star',
    loading: 'Loading videos...',
    examples: ['/admin/star-videos/isla-torven'],
  },
];

export const screenUrl = ({ path }: Screen) => `/admin/${path}`;

export const barScreens = screens.filter(({ menu }) => menu === 'bar');
export const moreScreens = screens.filter(({ menu }) => menu === 'more');

/** The part of a path before its parameters: 'tag-videos/' of 'tag-videos/:tag'. */
const fixedPart = (path: string) => path.replace(/:.*/, '');

export const loadingText = (pathname: string) => {
  const found = screens.find(({ path }) =>
    path.includes(':') ? pathname.startsWith(`/admin/${fixedPart(path)}`) : pathname === `/admin/${path}`,
  );
  return found?.loading ?? 'Loading...';
};
