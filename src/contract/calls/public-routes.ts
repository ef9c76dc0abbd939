import { tagRoutes } from '../names.ts';
import { infoPageRoutes, listTextRoutes } from '../page-texts.ts';
import { partnerRoutes } from '../partners.ts';
import { performerRoutes } from '../performers.ts';
import { searchRedirectRoutes, searchRoutes } from '../search.ts';
import { settingsRoutes } from '../settings.ts';
import { transparencyRoutes } from '../statistics.ts';
import { archiveRoutes, videoRoutes } from '../videos.ts';
import type { Route } from './route.ts';

/** The calls of public pages. Keeps those of the back-office out of the visitors' download. */
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
