import type {
  BackupRecord,
  backupRoutes,
  MailRecord,
  outboxRoutes,
  SeoCheckRecord,
  SystemJob,
  SystemNode,
  seoCheckRoutes,
  systemRoutes,
} from '#contract/system.ts';
import { type Backup, listBackups, readBackups } from '#domain/backup/backups.ts';
import { describeSchedule, isRunning } from '#domain/jobs/scheduled-jobs.ts';
import { type Message, readMessage, readOutbox, retryMessage } from '#domain/mail/outbox.ts';
import { cancelSeoCheck, readSeoCheck, readSeoChecks, type SeoCheck } from '#domain/seo-check/seo-checks.ts';
import type { SystemReport } from '#domain/system/system-report.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf, isMainAdmin, sessionOf } from './http/caller.ts';
import { isoTime, withIsoTimes } from './records/wire-values.ts';

const toSystemNode = ({ node, check }: SystemReport['nodes'][number]): SystemNode => ({
  name: node.name,
  version: node.version,
  check,
  startedAt: node.startedAt.toISOString(),
  seenAt: node.seenAt.toISOString(),
  indexLagSeconds: node.state.index.lagSeconds,
  memoryBytes: node.state.memoryBytes,
});

const toSystemJob = ({ job, check }: SystemReport['jobs'][number]): SystemJob => {
  const { name, title, cron, startedAt, endedAt, error, nextRunAt } = job;
  const hasEnded = startedAt && endedAt && !isRunning(job);
  return {
    name,
    title,
    schedule: describeSchedule(cron),
    check,
    isRunning: isRunning(job),
    startedAt: isoTime(startedAt),
    durationMs: hasEnded ? endedAt.getTime() - startedAt.getTime() : null,
    error: error ?? null,
    nextRunAt: nextRunAt.toISOString(),
  };
};

export const systemHandlers = ({ system: watch }: ApiContext): HandlersOf<keyof typeof systemRoutes> => ({
  getSystem: async () => {
    const { checkedAt, worst, problems, failures, leftToDo, nodes, jobs, sections, canBackUp } = await watch.read();
    return {
      success: true,
      system: {
        checkedAt: checkedAt.toISOString(),
        worst: worst ?? null,
        problems,
        failures,
        leftToDo,
        nodes: nodes.map(toSystemNode),
        jobs: jobs.map(toSystemJob),
        sections,
        canBackUp,
      },
    };
  },
});

const toBackupRecord = ({ id, ...backup }: Backup): BackupRecord => ({ _id: String(id), ...withIsoTimes(backup) });

const listedBackups = 50;

const recordOrNull = (backup: Backup | undefined) => (backup ? toBackupRecord(backup) : null);

export const backupHandlers = ({ db, backups }: ApiContext): HandlersOf<keyof typeof backupRoutes> => ({
  getBackups: async () => {
    const { nextAt, unfinished, lastSuccess, lastFailure, problem } = await readBackups(db);
    const isConfigured = backups.isConfigured || lastSuccess !== undefined || lastFailure !== undefined;
    return {
      success: true,
      isConfigured,
      nextAt: (isConfigured && nextAt?.toISOString()) || null,
      unfinished: recordOrNull(unfinished),
      lastSuccess: recordOrNull(lastSuccess),
      lastFailure: recordOrNull(lastFailure),
      ...(problem === undefined ? {} : { problem }),
      backups: (await listBackups(db, listedBackups)).map(toBackupRecord),
    };
  },
  startBackup: async (call) => ({ success: true, backup: toBackupRecord(await backups.request(actorOf(call))) }),
});

const toSeoCheckRecord = ({ id, ...check }: SeoCheck): SeoCheckRecord => ({ _id: String(id), ...withIsoTimes(check) });

export const seoCheckHandlers = ({ db, seoChecker }: ApiContext): HandlersOf<keyof typeof seoCheckRoutes> => ({
  getSeoChecks: async () => ({ success: true, checks: (await readSeoChecks(db)).map(toSeoCheckRecord) }),
  getSeoCheck: async ({ params: { id } }) => {
    const { report, ...check } = await readSeoCheck(db, Number(id));
    return { success: true, check: toSeoCheckRecord(check), report };
  },
  startSeoCheck: async (call) => ({
    success: true,
    check: toSeoCheckRecord(await seoChecker.start(sessionOf(call).username)),
  }),
  cancelSeoCheck: async ({ params: { id } }) => {
    await cancelSeoCheck(db, Number(id));
    return { success: true };
  },
});

const toMailRecord = ({ id, nextTryAt, ...message }: Message): MailRecord => ({
  _id: String(id),
  ...withIsoTimes(message),
  nextTryAt: message.status === 'waiting' ? nextTryAt.toISOString() : null,
});

export const outboxHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof outboxRoutes> => ({
  getOutbox: async ({ query: { before, limit, status, search }, ...call }) => {
    const messages = await readOutbox(db, {
      before: before ? Number(before) : undefined,
      limit,
      search,
      status: status === '' ? undefined : status,
      withAccounts: isMainAdmin(call),
    });
    const mails = messages.map(toMailRecord);
    return { success: true, mails, next: mails.length < limit ? null : (mails.at(-1)?._id ?? null) };
  },
  getMail: async (call) => ({
    success: true,
    mail: toMailRecord(await readMessage(db, Number(call.params.id), { withAccounts: isMainAdmin(call) })),
  }),
  retryMail: async (call) => ({
    success: true,
    mail: toMailRecord(
      await retryMessage(db, actorOf(call), Number(call.params.id), { withAccounts: isMainAdmin(call) }),
    ),
  }),
});
