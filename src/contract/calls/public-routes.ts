import { tagRoutes } from '../names.ts';
import { infoPageRoutes, listTextRoutes } from '../page-texts.ts';
import { partnerRoutes } from '../partners.ts';
import { performerRoutes } from '../performers.ts';
import { searchRedirectRoutes, searchRoutes } from '../search.ts';
import { settingsRoutes } from '../settings.ts';
import { transparencyRoutes } from '../statistics.ts';
import { archiveRoutes, videoRoutes } from '../videos.ts';
import type { Route } from './route.ts';

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
