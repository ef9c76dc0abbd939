import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { connectionTo } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { pruneDevices } from '#domain/accounts/devices.ts';
import { pruneChallenges } from '#domain/accounts/passkeys.ts';
import { pruneSessions } from '#domain/accounts/sessions.ts';
import { prunePendingSignIns } from '#domain/accounts/sign-in.ts';
import { pruneAttempts } from '#domain/accounts/sign-in-attempts.ts';
import { announceChanges } from '#domain/announcements/deliver-announcements.ts';
import { watchBackups } from '#domain/backup/backup-runner.ts';
import { pruneBulkChanges } from '#domain/bulk-changes/bulk-changes.ts';
import { withStatusUrl } from '#domain/cases/case-emails.ts';
import type { CaseKeys } from '#domain/cases/case-keys.ts';
import { pruneConfirmations, pruneReceipts } from '#domain/cases/email-limits.ts';
import { eraseOldReporters } from '#domain/cases/erase-reporters.ts';
import { eraseSenders, pruneProofs } from '#domain/cases/flood-limits.ts';
import { remindOfCases } from '#domain/cases/reminders.ts';
import { withholdWaiting } from '#domain/cases/withhold-on-receipt.ts';
import { refreshMostViewed } from '#domain/dashboard.ts';
import { dayMs } from '#domain/day.ts';
import { purgeDeleted } from '#domain/deleted/deleted-records.ts';

import { pruneImports } from '#domain/imports/imports.ts';
import { type JobName, recordRun, scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { countLinks } from '#domain/links/link-health.ts';

import { deliverMessages, type Send, smtpSender } from '#domain/mail/delivery.ts';
import { finishNameChanges } from '#domain/names/merge-names.ts';
import { endFreeDays, remindOfLastDay } from '#domain/partners/submissions.ts';
import { publishDue } from '#domain/posts/publish-due.ts';
import { countResults } from '#domain/results/results.ts';
import { type CatalogueIndex, pruneChangeLog } from '#domain/search/catalogue-index.ts';
import { forgetProhibitedSearches, pruneSearches } from '#domain/searches/search-log.ts';
import { readSettings, readTimeZone, withDefaults } from '#domain/settings.ts';
import { compareKept, compareLists, compareMirrors } from '#domain/stay-down-matches/compare-posts.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';

interface JobsOptions extends Services, Config {
  db: Db;
  index: CatalogueIndex;
  databaseUrl: string;
  logger: Logger;
  indexNowKey: string;
  caseKeys: CaseKeys;
}

const changeLogRetentionMs = 2 * dayMs;

const runnersOf = (options: JobsOptions, deliver: () => Promise<unknown>): Record<JobName, () => Promise<unknown>> => {
  const { db, index, siteUrl, siteName, backups, bulkChanges, blocks, pictures, links } = options;
  const submissionTerms = async () => {
    const settings = withDefaults(await readSettings(db), siteName);
    return { siteName: settings.siteName, siteUrl, lifetimePrice: settings.lifetimePrice };
  };
  return {
    'deliver-mail': deliver,
    'publish-due': () => publishDue(db),
    'announce-changes': () => announceChanges(db, options),
    'hash-pictures': async () => {
      await pictures.hashDue();
      await compareKept(db);
      await compareMirrors(db);
      await compareLists(db);
    },
    'check-links': () => links.probeDue(),
    'count-links': () => countLinks(db),
    'run-bulk-changes': async () => {
      await bulkChanges.runDue();
      await finishNameChanges(db);
    },
    'fetch-feeds': () => options.feedScheduler.runDue(),
    'apply-blocks': async () => blocks.runDue(),
    'prune-bulk-changes': () => pruneBulkChanges(db),
    'run-imports': () => options.imports.runDue(),
    'prune-imports': () => pruneImports(db),
    'remind-of-cases': async () => {
      await remindOfCases(db, options);
      const { withholdOnNotice } = withDefaults(await readSettings(db), siteName);
      await withholdWaiting(db, { withholdOnNotice, publishedCount: index.stats().videos ?? 0 });
    },
    'end-free-days': () => endFreeDays(db),
    'remind-of-last-day': async () => remindOfLastDay(db, await submissionTerms()),
    'refresh-most-viewed': async () => refreshMostViewed(db, await readTimeZone(db)),
    'count-results': async () => countResults(db, await readTimeZone(db)),
    'prune-sign-ins': () =>
      Promise.all([
        pruneSessions(db),
        pruneAttempts(db),
        pruneDevices(db),
        prunePendingSignIns(db),
        pruneChallenges(db),
      ]),
    'prune-change-log': () => pruneChangeLog(db, new Date(Date.now() - changeLogRetentionMs)),
    'prune-searches': async () => {
      await pruneSearches(db);
      await forgetProhibitedSearches(db);
    },
    'forget-senders': () =>
      Promise.all([
        eraseSenders(db),
        eraseOldReporters(db),
        pruneProofs(db),
        pruneReceipts(db),
        pruneConfirmations(db),
      ]),
    'watch-backups': () => watchBackups(db, options),
    'back-up': () => backups.runDue(),
    'purge-deleted': () => purgeDeleted(db),
  };
};

/** Schedules the jobs in the database, so that each runs once however many nodes there are. */
export const startJobs = async (options: JobsOptions): Promise<{ stop: () => Promise<void> }> => {
  const { db, databaseUrl, logger, smtpUrl, mailFrom, siteUrl, backups, caseKeys } = options;
  // Without a mail server, messages wait in the outbox.
  const mail = smtpUrl === undefined ? undefined : smtpSender(smtpUrl, mailFrom);
  const send: Send = async (message) => mail?.send(withStatusUrl(message, caseKeys, siteUrl));
  const host = new URL(siteUrl).hostname;
  const boss = new PgBoss({ ...connectionTo(databaseUrl), max: 2, application_name: 'marquee jobs', migrate: false });
  boss.on('error', (err) => logger.error({ err }, 'pg-boss failed'));
  await boss.start();
  const runners = runnersOf(options, async () => mail && deliverMessages(db, send, host));
  const jobs = scheduledJobs({ sendsMail: mail !== undefined, makesBackups: backups.isConfigured });
  for (const { name, cron, expireInSeconds } of jobs) {
    const expiry = expireInSeconds === undefined ? {} : { expireInSeconds };
    await boss.createQueue(name, { policy: 'exclusive', retryLimit: 2, retryDelay: 30, ...expiry });
    await boss.schedule(name, cron, null, { missed: 'once' });
    // Catch up on runs that were missed while no node was running. Before `work`, which looks at once and then every 10 seconds.
    await boss.send(name);
    await boss.work(name, { pollingIntervalSeconds: 10 }, async () => {
      try {
        await recordRun(db, name, runners[name]);
      } catch (err) {
        logger.error({ err, job: name }, 'job failed');
        throw err;
      }
    });
  }
  return {
    stop: async () => {
      options.links.stop();
      await boss.stop({ graceful: true, timeout: 20_000 });
      mail?.close();
    },
  };
};
