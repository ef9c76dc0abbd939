interface Screen {
  to: string;
  label: string;
  /** The screen's own words while it fetches. */
  loading?: string;
  mainAdminOnly?: true;
}

/** What the bar links directly. */
export const barScreens: Screen[] = [
  { to: '/admin/dashboard', label: 'Dashboard', loading: 'Loading dashboard...' },
  { to: '/admin/posts', label: 'Posts', loading: 'Loading posts...' },
  { to: '/admin/networks', label: 'Networks', loading: 'Loading networks...' },
  { to: '/admin/manage-admins', label: 'Manage Admins', loading: 'Loading admins...' },
];

/** What its menu links. */
export const menuScreens: Screen[] = [
  { to: '/admin/stars', label: 'Star Management', loading: 'Loading stars...' },
  { to: '/admin/stars-list', label: 'All Pornstars', loading: 'Loading stars...' },
  { to: '/admin/tags-list', label: 'All Tags', loading: 'Loading tags...' },
  { to: '/admin/channels', label: 'Channels', loading: 'Loading channels...' },
  { to: '/admin/terabox', label: 'TeraBox Links', loading: 'Loading TeraBox links...' },
  { to: '/admin/deleted', label: 'Deleted', loading: 'Loading what was deleted...' },
  { to: '/admin/mail', label: 'Mail', loading: 'Loading mail...' },
  { to: '/admin/account', label: 'My Account', loading: 'Loading sessions...' },
  { to: '/admin/audit', label: 'Audit Log', loading: 'Loading audit log...', mainAdminOnly: true },
  { to: '/admin/settings', label: 'Settings', loading: 'Loading settings...', mainAdminOnly: true },
];

export const loadingText = (path: string) =>
  [...barScreens, ...menuScreens].find(({ to }) => to === path)?.loading ?? 'Loading...';
