import { type Static, Type } from 'typebox';
import {
  Done,
  defineRoutes,
  Id,
  IdParams,
  Nullable,
  OptionalDecimalId,
  OptionalTime,
  SearchText,
  Success,
  Time,
} from './calls/route.ts';
import { checkStates, seoCheckStates, seoProblemKinds } from './values/checks.ts';
import { mailStatuses } from './values/record-kinds.ts';

const State = Type.Enum(checkStates);

const SystemCheck = Type.Object({
  part: Type.String(),
  state: State,
  sentence: Type.String(),
  whatToDo: Type.Optional(Type.String()),
  isLeftToDo: Type.Optional(
    Type.Literal(true, { description: 'Nothing is broken: the operator has not set this up yet' }),
  ),
});
export type SystemCheck = Static<typeof SystemCheck>;

const SystemSection = Type.Object({
  title: Type.String(),
  checks: Type.Array(SystemCheck),
});
export type SystemSection = Static<typeof SystemSection>;

const SystemNode = Type.Object({
  name: Type.String(),
  version: Type.String(),
  check: SystemCheck,
  startedAt: Time,
  seenAt: Time,
  indexLagSeconds: Nullable(Type.Number()),
  memoryBytes: Type.Integer(),
});
export type SystemNode = Static<typeof SystemNode>;

const SystemJob = Type.Object({
  name: Type.String(),
  title: Type.String(),
  schedule: Type.String(),
  check: SystemCheck,
  isRunning: Type.Boolean(),
  startedAt: OptionalTime,
  durationMs: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  nextRunAt: Time,
});
export type SystemJob = Static<typeof SystemJob>;

const SystemReport = Type.Object({
  checkedAt: Time,
  worst: Nullable(SystemCheck, { description: 'What needs attention first' }),
  problems: Type.Integer({ description: 'How many checks are not ok' }),
  failures: Type.Integer({ description: 'How many of them fail' }),
  leftToDo: Type.Array(SystemCheck, { description: 'What the operator has not set up yet' }),
  nodes: Type.Array(SystemNode),
  jobs: Type.Array(SystemJob),
  sections: Type.Array(SystemSection),
  canBackUp: Type.Boolean({ description: 'Whether a backup can be requested now' }),
});
export type SystemReport = Static<typeof SystemReport>;

export const systemRoutes = defineRoutes({
  getSystem: {
    method: 'GET',
    path: '/admin/system',
    access: 'main_admin',
    area: 'system',
    summary: 'Returns whether each part of the system works, and what to do if not',
    response: Success({ system: SystemReport }),
  },
});

const OptionalCount = Nullable(Type.Integer());

export const BackupRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  requestedBy: Nullable(Type.String(), { description: 'Null for scheduled backups' }),
  node: Nullable(Type.String(), {
    description: 'The node that makes the backup; null until it has started',
  }),
  startedAt: Time,
  finishedAt: OptionalTime,
  bytes: OptionalCount,
  videos: OptionalCount,
  error: Nullable(Type.String(), { description: 'Why it failed' }),
  removedAt: OptionalTime,
});
export type BackupRecord = Static<typeof BackupRecord>;

const OptionalBackup = Nullable(BackupRecord);

const backupArea = 'backups';

export const backupRoutes = defineRoutes({
  getBackups: {
    method: 'GET',
    path: '/backups',
    access: 'main_admin',
    area: backupArea,
    summary: 'Returns the state of backups and lists the last ones, newest first',
    response: Success({
      isConfigured: Type.Boolean({
        description: 'Whether the responding node has BACKUP_TO, or a backup was ever made',
      }),
      nextAt: Nullable(Time, { description: 'Null if none are scheduled' }),
      unfinished: OptionalBackup,
      lastSuccess: OptionalBackup,
      lastFailure: OptionalBackup,
      problem: Type.Optional(Type.String({ description: 'A problem that the operator should fix' })),
      backups: Type.Array(BackupRecord),
    }),
  },
  startBackup: {
    method: 'POST',
    path: '/backups',
    access: 'main_admin',
    rateLimit: { max: 10, timeWindow: '1 hour' },
    area: backupArea,
    summary: 'Starts a backup in the background. Only one runs at a time.',
    response: Success({ backup: BackupRecord }),
  },
});

const MailStatus = Type.Enum(mailStatuses);

export const MailRecord = Type.Object({
  _id: Id,
  recipient: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  status: MailStatus,
  attempts: Type.Integer(),
  nextTryAt: OptionalTime,
  lastError: Nullable(Type.String()),
  createdAt: Time,
  sentAt: OptionalTime,
});
export type MailRecord = Static<typeof MailRecord>;

export const outboxRoutes = defineRoutes({
  getOutbox: {
    method: 'GET',
    path: '/outbox',
    access: 'identities',
    area: 'outbox',
    summary:
      'Lists emails, newest first, by words of the recipient and the subject. Pass `next` as `before` to get the next page.',
    query: Type.Object({
      before: OptionalDecimalId('before'),
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      status: Type.Union([MailStatus, Type.Literal('')], { default: '' }),
      search: SearchText,
    }),
    response: Success({
      mails: Type.Array(MailRecord),
      next: Nullable(Id),
    }),
  },
  getMail: {
    method: 'GET',
    path: '/outbox/:id',
    access: 'identities',
    area: 'outbox',
    summary: 'Returns one email',
    params: IdParams,
    response: Success({ mail: MailRecord }),
  },
  retryMail: {
    method: 'POST',
    path: '/outbox/:id/retry',
    access: 'identities',
    area: 'outbox',
    summary: 'Retries a failed email',
    params: IdParams,
    response: Success({ mail: MailRecord }),
  },
});

export const SeoCheckRecord = Type.Object({
  _id: Id,
  state: Type.Enum(seoCheckStates),
  startedBy: Type.String(),
  startedAt: Time,
  endedAt: OptionalTime,
  pagesRead: Type.Integer(),
  pagesKnown: Type.Integer({ description: 'Grows while the check finds links' }),
  problems: Type.Integer(),
});
export type SeoCheckRecord = Static<typeof SeoCheckRecord>;

export const SeoReportRecord = Type.Object({
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'How often each kind was found' }),
  examples: Type.Array(
    Type.Object({
      kind: Type.Enum(seoProblemKinds),
      path: Type.String(),
      detail: Type.String(),
      from: Type.Optional(Type.String({ description: 'The page that links to it' })),
    }),
    { description: 'The first 100 of each kind' },
  ),
  isComplete: Type.Boolean({ description: 'False if the site has more pages than a check reads' }),
});
export type SeoReportRecord = Static<typeof SeoReportRecord>;

const seoCheckArea = 'seo checks';

export const seoCheckRoutes = defineRoutes({
  getSeoChecks: {
    method: 'GET',
    path: '/seo-checks',
    access: 'catalogue',
    area: seoCheckArea,
    summary: 'Lists SEO checks, newest first',
    response: Success({ checks: Type.Array(SeoCheckRecord) }),
  },
  getSeoCheck: {
    method: 'GET',
    path: '/seo-checks/:id',
    access: 'catalogue',
    area: seoCheckArea,
    summary: 'Returns a check with its report, once it has finished',
    params: IdParams,
    response: Success({ check: SeoCheckRecord, report: Nullable(SeoReportRecord) }),
  },
  startSeoCheck: {
    method: 'POST',
    path: '/seo-checks',
    access: 'catalogue',
    area: seoCheckArea,
    summary: 'Starts a check in the background. Only one runs at a time.',
    response: Success({ check: SeoCheckRecord }),
  },
  cancelSeoCheck: {
    method: 'POST',
    path: '/seo-checks/:id/cancel',
    access: 'catalogue',
    area: seoCheckArea,
    summary: 'Cancels the running check',
    params: IdParams,
    response: Done,
  },
});
