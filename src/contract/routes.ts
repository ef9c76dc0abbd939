import { accountRoutes } from './accounts.ts';
import { apiTokenRoutes } from './api-tokens.ts';
import { auditRoutes } from './audit.ts';
import { backupRoutes } from './backups.ts';
import { blockRoutes } from './blocks.ts';
import { bulkChangeRoutes } from './bulk-changes.ts';
import { calendarRoutes } from './calendar.ts';
import { channelRoutes } from './channels.ts';
import { clickRoutes } from './clicks.ts';
import { dashboardRoutes } from './dashboard.ts';
import { deletedRoutes } from './deleted.ts';
import { exportRoutes } from './exports.ts';
import { fileLinkRoutes } from './file-links.ts';
import { importSourceRoutes } from './import-sources.ts';
import { importRoutes } from './imports.ts';
import { linkHealthRoutes } from './link-health.ts';
import { nameChangeRoutes } from './name-changes.ts';
import { networkRoutes } from './networks.ts';
import { outboxRoutes } from './outbox.ts';
import { postListRoutes } from './post-list.ts';
import { postRoutes } from './posts.ts';
import { prohibitedTermRoutes } from './prohibited-terms.ts';
import { publicRoutes } from './public-routes.ts';
import { recordRoutes } from './records.ts';
import { removalRoutes } from './removals.ts';
import { reportRoutes } from './reports.ts';
import { resultRoutes } from './results.ts';
import type { Route } from './route.ts';
import { searchLogRoutes } from './search-log.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { seoCheckRoutes } from './seo-checks.ts';
import { starRoutes } from './stars.ts';
import { stayDownRoutes } from './stay-down.ts';
import { submissionRoutes } from './submissions.ts';
import { synonymRoutes } from './synonyms.ts';
import { systemRoutes } from './system.ts';
import { uploadRoutes } from './uploads.ts';

/**
 * Every call of the API, by the name of its handler and of its client method. Three kinds of records have two areas, one
 * for visitors and one for admins: videos and posts, performers and stars, partners and networks.
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
