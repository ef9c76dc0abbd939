import { archiveRoutes } from './archive.ts';
import { infoPageRoutes } from './info-pages.ts';
import { listTextRoutes } from './list-texts.ts';
import { partnerRoutes } from './partners.ts';
import { performerRoutes } from './performers.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { searchRedirectRoutes } from './search-redirects.ts';
import { settingsRoutes } from './settings.ts';
import { tagRoutes } from './tags.ts';
import { transparencyRoutes } from './transparency.ts';
import { videoRoutes } from './videos.ts';

/** The areas that public pages call. Those of the back-office alone would only make every visitor's download longer. */
export const publicRoutes = {
  ...videoRoutes,
  ...archiveRoutes,
  ...tagRoutes,
  ...performerRoutes,
  ...searchRoutes,
  ...searchRedirectRoutes,
  ...partnerRoutes,
  ...settingsRoutes,
  ...listTextRoutes,
  ...infoPageRoutes,
  ...transparencyRoutes,
} satisfies Record<string, Route>;

export type PublicRoutes = typeof publicRoutes;
