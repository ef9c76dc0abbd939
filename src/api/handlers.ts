import { accountHandlers } from './accounts.ts';
import { apiTokenHandlers } from './api-tokens.ts';
import { archiveHandlers } from './archive.ts';
import { auditHandlers } from './audit.ts';
import { backupHandlers } from './backups.ts';
import { blockHandlers } from './blocks.ts';
import { bulkChangeHandlers } from './bulk-changes.ts';
import { calendarHandlers } from './calendar.ts';
import { channelHandlers } from './channels.ts';
import { clickHandlers } from './clicks.ts';
import { dashboardHandlers } from './dashboard.ts';
import { deletedHandlers } from './deleted.ts';
import { exportHandlers } from './exports.ts';
import { fileLinkHandlers } from './file-links.ts';
import type { Handlers } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { importSourceHandlers } from './import-sources.ts';
import { importHandlers } from './imports.ts';
import { infoPageHandlers } from './info-pages.ts';
import { linkHealthHandlers } from './link-health.ts';
import { listTextHandlers } from './list-texts.ts';
import { nameChangeHandlers } from './name-changes.ts';
import { networkHandlers } from './networks.ts';
import { outboxHandlers } from './outbox.ts';
import { partnerHandlers } from './partners.ts';
import { performerHandlers } from './performers.ts';
import { postListHandlers } from './post-list.ts';
import { postHandlers } from './posts.ts';
import { prohibitedTermHandlers } from './prohibited-terms.ts';
import { recordHandlers } from './records.ts';
import { removalHandlers } from './removals.ts';
import { reportHandlers } from './reports.ts';
import { resultHandlers } from './results.ts';
import { searchHandlers } from './search.ts';
import { searchLogHandlers } from './search-log.ts';
import { searchRedirectHandlers } from './search-redirects.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { seoCheckHandlers } from './seo-checks.ts';
import { settingsHandlers } from './settings.ts';
import { starHandlers } from './stars.ts';
import { stayDownHandlers } from './stay-down.ts';
import { submissionHandlers } from './submissions.ts';
import { synonymHandlers } from './synonyms.ts';
import { systemHandlers } from './system.ts';
import { tagHandlers } from './tags.ts';
import { transparencyHandlers } from './transparency.ts';
import { uploadHandlers } from './uploads.ts';
import { videoHandlers } from './videos.ts';

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
