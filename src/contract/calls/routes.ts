import { accountRoutes, apiTokenRoutes } from '../accounts.ts';
import { auditRoutes } from '../audit.ts';
import { bulkChangeRoutes } from '../bulk-changes.ts';
import { channelRoutes, deletedRoutes, fileLinkRoutes } from '../directory.ts';
import { exportRoutes, recordRoutes } from '../exports.ts';
import { importSourceRoutes } from '../import-sources.ts';
import { importRoutes } from '../imports.ts';
import { linkHealthRoutes } from '../link-health.ts';
import { blockRoutes, prohibitedTermRoutes, stayDownRoutes } from '../listing-rules.ts';
import { nameChangeRoutes } from '../names.ts';
import { networkRoutes, submissionRoutes } from '../partners.ts';
import { starRoutes } from '../performers.ts';
import { calendarRoutes, postListRoutes, postRoutes, uploadRoutes } from '../posts.ts';
import { removalRoutes } from '../removals.ts';
import { reportRoutes } from '../reports.ts';
import { searchLogRoutes, synonymRoutes } from '../search.ts';
import { secondFactorRoutes } from '../second-factor.ts';
import { clickRoutes, dashboardRoutes, resultRoutes } from '../statistics.ts';
import { backupRoutes, outboxRoutes, seoCheckRoutes, systemRoutes } from '../system.ts';
import { publicRoutes } from './public-routes.ts';
import type { Route } from './route.ts';

/**
 * All calls of the API. Handlers and client methods have the same names. Three kinds of records have two areas, one for
 * visitors and one for admins: videos and posts, performers and stars, partners and networks.
 */
export const routes = {
  ...publicRoutes,
  ...reportRoutes,
  ...accountRoutes,
  ...secondFactorRoutes,
  ...apiTokenRoutes,
  ...dashboardRoutes,
  ...postRoutes,
  ...postListRoutes,
  ...bulkChangeRoutes,
  ...importRoutes,
  ...importSourceRoutes,
  ...clickRoutes,
  ...resultRoutes,
  ...recordRoutes,
  ...blockRoutes,
  ...calendarRoutes,
  ...uploadRoutes,
  ...starRoutes,
  ...nameChangeRoutes,
  ...networkRoutes,
  ...stayDownRoutes,
  ...linkHealthRoutes,
  ...submissionRoutes,
  ...channelRoutes,
  ...fileLinkRoutes,
  ...deletedRoutes,
  ...auditRoutes,
  ...exportRoutes,
  ...outboxRoutes,
  ...seoCheckRoutes,
  ...backupRoutes,
  ...searchLogRoutes,
  ...synonymRoutes,
  ...prohibitedTermRoutes,
  ...systemRoutes,
  ...removalRoutes,
} satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
