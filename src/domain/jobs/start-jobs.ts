import { PgBoss } from 'pg-boss';
import { connectionTo } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { pruneDevices } from '#domain/accounts/known-devices.ts';
import { pruneChallenges } from '#domain/accounts/passkey-challenges.ts';
import { prunePendingSignIns } from '#domain/accounts/pending-sign-ins.ts';
import { pruneSessions } from '#domain/accounts/sessions.ts';
import { pruneAttempts } from '#domain/accounts/sign-in-throttle.ts';
import { announceChanges } from '#domain/announcements/announce-changes.ts';
import { refreshMostViewed } from '#domain/dashboard/most-viewed.ts';
import { dayMs } from '#domain/day.ts';
import { purgeDeleted } from '#domain/deleted/purge-deleted.ts';
import { deliverMessages } from '#domain/mail/deliver.ts';
import { smtpSender } from '#domain/mail/smtp.ts';
import { endFreeDays, remindOfLastDay } from '#domain/partners/free-days.ts';
import { pruneChangeLog } from '#domain/search/sync/change-log.ts';
import { pruneSearches } from '#domain/searches/prune-searches.ts';
import { readSettings, withDefaults } from '#domain/settings/settings.ts';

export interface JobsOptions {
  db: Db;
  databaseUrl: string;
  logger: { error: (details: object, message: string) => void };
  /** Without a mail server, messages wait in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  siteUrl: string;
  siteName: string;
  indexNowUrl: string;
  indexNowKey: string;
}

interface Job {
  name: string;
  cron: string;
  run: () => Promise<unknown>;
  /** How long a run may take before another process retries it. */
  expireInSeconds?: number;
}

const changeLogRetention = 2 * dayMs;

const jobsOf = (options: JobsOptions, deliver: (() => Promise<unknown>) | undefined): Job[] => {
  const { db, siteUrl, siteName } = options;
  const submissionTerms = async () => {
    const settings = withDefaults(await readSettings(db), siteName);
    return { siteName: settings.siteName, siteUrl, lifetimePrice: settings.lifetimePrice };
  };
  return [
    ...(deliver ? [{ name: 'deliver-mail', cron: '* * * * *', run: deliver, expireInSeconds: 120 }] : []),
    { name: 'announce-changes', cron: '* * * * *', run: () => announceChanges(db, options), expireInSeconds: 600 },
    { name: 'end-free-days', cron: '5 * * * *', run: () => endFreeDays(db) },
    { name: 'remind-of-last-day', cron: '10 * * * *', run: async () => remindOfLastDay(db, await submissionTerms()) },
    { name: 'refresh-most-viewed', cron: '15 * * * *', run: () => refreshMostViewed(db) },
    {
      name: 'prune-sign-ins',
      cron: '20 * * * *',
      run: () =>
        Promise.all([
          pruneSessions(db),
          pruneAttempts(db),
          pruneDevices(db),
          prunePendingSignIns(db),
          pruneChallenges(db),
        ]),
    },
    {
      name: 'prune-change-log',
      cron: '25 * * * *',
      run: () => pruneChangeLog(db, new Date(Date.now() - changeLogRetention)),
    },
    { name: 'prune-searches', cron: '1 * * * *', run: () => pruneSearches(db) },
    { name: 'purge-deleted', cron: '30 3 * * *', run: () => purgeDeleted(db) },
  ];
};

/** Scheduled in the database, so that each job runs once however many processes there are. */
export const startJobs = async (options: JobsOptions): Promise<{ stop: () => Promise<void> }> => {
  const { db, databaseUrl, logger, smtpUrl, mailFrom, siteUrl } = options;
  const mail = smtpUrl === undefined ? undefined : smtpSender(smtpUrl, mailFrom);
  const host = new URL(siteUrl).hostname;
  const boss = new PgBoss({ ...connectionTo(databaseUrl), max: 2, application_name: 'marquee jobs', migrate: false });
  boss.on('error', (err) => logger.error({ err }, 'pg-boss failed'));
  await boss.start();
  for (const { name, cron, run, ...bounds } of jobsOf(options, mail && (() => deliverMessages(db, mail.send, host)))) {
    await boss.createQueue(name, { policy: 'exclusive', retryLimit: 2, retryDelay: 30, ...bounds });
    await boss.schedule(name, cron, null, { missed: 'once' });
    await boss.work(name, { pollingIntervalSeconds: 10 }, async () => {
      try {
        await run();
      } catch (err) {
        logger.error({ err, job: name }, 'job failed');
        throw err;
      }
    });
    // Catch up on runs that were missed while no process was running.
    await boss.send(name);
  }
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 20_000 });
      mail?.close();
    },
  };
};
