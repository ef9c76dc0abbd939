import { accountHandlers, apiTokenHandlers } from './accounts.ts';
import { auditHandlers } from './audit.ts';
import { bulkChangeHandlers } from './bulk-changes.ts';
import { clickHandlers, dashboardHandlers, resultHandlers } from './dashboard.ts';
import { channelHandlers, deletedHandlers, fileLinkHandlers } from './directory.ts';
import { exportHandlers } from './exports.ts';
import type { ApiContext, Handlers } from './http/call.ts';
import { importHandlers, importSourceHandlers } from './imports.ts';
import { linkHealthHandlers } from './link-health.ts';
import { listTextHandlers } from './list-texts.ts';
import { blockHandlers, prohibitedTermHandlers, stayDownHandlers } from './listing-rules.ts';
import { nameChangeHandlers } from './name-changes.ts';
import { backupHandlers, outboxHandlers, seoCheckHandlers, systemHandlers } from './operation.ts';
import { networkHandlers, partnerHandlers, submissionHandlers } from './partners.ts';
import { performerHandlers, starHandlers } from './performers.ts';
import { postListHandlers } from './post-list.ts';
import { calendarHandlers, postHandlers, recordHandlers, uploadHandlers } from './posts.ts';
import { removalHandlers, reportHandlers, transparencyHandlers } from './removals.ts';
import { searchHandlers, searchLogHandlers, searchRedirectHandlers, synonymHandlers } from './search.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { infoPageHandlers, settingsHandlers } from './settings.ts';
import { tagHandlers } from './tags.ts';
import { archiveHandlers, videoHandlers } from './videos.ts';

export const handlersOf = (context: ApiContext): Handlers => ({
  ...videoHandlers(context),
  ...archiveHandlers(context),
  ...tagHandlers(context),
  ...performerHandlers(context),
  ...searchHandlers(context),
  ...partnerHandlers(context),
  ...settingsHandlers(context),
  ...reportHandlers(context),
  ...listTextHandlers(context),
  ...infoPageHandlers(context),
  ...transparencyHandlers(context),
  ...accountHandlers(context),
  ...secondFactorHandlers(context),
  ...apiTokenHandlers(context),
  ...dashboardHandlers(context),
  ...postHandlers(context),
  ...postListHandlers(context),
  ...bulkChangeHandlers(context),
  ...importHandlers(context),
  ...importSourceHandlers(context),
  ...clickHandlers(context),
  ...resultHandlers(context),
  ...recordHandlers(context),
  ...blockHandlers(context),
  ...calendarHandlers(context),
  ...uploadHandlers(context),
  ...starHandlers(context),
  ...nameChangeHandlers(context),
  ...networkHandlers(context),
  ...stayDownHandlers(context),
  ...linkHealthHandlers(context),
  ...submissionHandlers(context),
  ...channelHandlers(context),
  ...fileLinkHandlers(context),
  ...deletedHandlers(context),
  ...auditHandlers(context),
  ...exportHandlers(context),
  ...outboxHandlers(context),
  ...seoCheckHandlers(context),
  ...backupHandlers(context),
  ...searchLogHandlers(context),
  ...synonymHandlers(context),
  ...searchRedirectHandlers(context),
  ...prohibitedTermHandlers(context),
  ...systemHandlers(context),
  ...removalHandlers(context),
});
