import { type Static, Type } from 'typebox';
import {
  Done,
  defineRoutes,
  Nullable,
  OptionalText,
  OptionalTime,
  RequiredText,
  StrictObject,
  Success,
  Time,
} from './calls/route.ts';
import { caseDecisions, caseKinds, caseStatuses } from './values/cases.ts';
import { limits } from './values/fields.ts';
import { confirmations, reportLimits as max, reportRelations } from './values/reports.ts';

const area = 'reports';

const text = (label: string, maxLength: number) => Type.Optional(OptionalText(label, maxLength));

/** Which of these a notice needs depends on its kind: see values/reports.ts. */
export const ReportBody = StrictObject({
  kind: Type.Enum(caseKinds, { label: 'kind' }),
  urls: text('list of URLs', max.urlText),
  relation: Type.Optional(Type.Enum(['', ...reportRelations], { label: 'relation' })),
  description: text('description', max.text),
  work: text('description of the work', max.text),
  rightsHolder: text('rights holder', max.name),
  address: text('address', max.address),
  name: text('name', max.name),
  email: text('email', limits.email),
  goodFaith: Type.Optional(Type.Boolean()),
  perjury: Type.Optional(Type.Boolean()),
  incomplete: Type.Optional(
    Type.Boolean({ description: 'Send a notice of an intimate image although something is missing' }),
  ),
  proof: Type.Optional(
    Type.String({
      ...OptionalText('proof', max.proof),
      description: 'The solved challenge of /reports/challenge, as JSON',
    }),
  ),
  attempt: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{0,64}$',
      label: 'attempt',
      description: 'A random idempotency key: a notice that is sent again with the same key is the same case',
    }),
  ),
  website: Type.Optional(
    Type.String({ ...OptionalText('website', max.name), description: 'A honeypot for bots: leave it empty' }),
  ),
});
export type ReportBody = Static<typeof ReportBody>;

export const ReportStatus = Type.Object({
  number: Type.String({ description: 'Such as 2026-000123' }),
  kind: Type.Enum(caseKinds),
  status: Type.Enum(caseStatuses),
  receivedAt: Time,
  dueAt: Nullable(Time, { description: 'Null while the deadline is paused' }),
  decidedAt: OptionalTime,
  isComplete: Type.Boolean(),
  urls: Type.Array(
    Type.Object({
      url: Type.String(),
      isVideo: Type.Boolean({ description: 'Whether it was recognized as a video of this site' }),
      isWithheld: Type.Boolean(),
      isVisible: Type.Boolean({ description: 'Whether visitors still see it' }),
      decision: Nullable(Type.Enum(caseDecisions)),
      reason: Type.String(),
    }),
  ),
  entries: Type.Array(Type.Object({ at: Time, kind: Type.String(), text: Type.String(), isOwn: Type.Boolean() })),
  mayObject: Type.Boolean(),
  mayWithdraw: Type.Boolean(),
  confirmation: Type.Enum(confirmations, {
    description:
      'Whether a confirmed email would hide what is still visible, and what became of the email that asks to confirm it',
  }),
  email: Type.String({ description: 'The email that the reporter may still change, or blank' }),
  confirmationWork: Type.Integer({
    description: 'How many times the work of a first notice a confirmation takes; 0 for no proof of work',
  }),
  waitsForRoom: Type.Boolean({ description: 'Whether what is still visible is hidden as soon as there is room' }),
  isAlerted: Type.Boolean({ description: 'Whether admins have been emailed about it' }),
});
export type ReportStatus = Static<typeof ReportStatus>;

const TokenParams = Type.Object({
  token: Type.String({ maxLength: 100, description: 'From the URL of the status page' }),
});
const ReplyBody = StrictObject({ text: RequiredText('text', max.text) });

export const reportRoutes = defineRoutes({
  getReportChallenge: {
    method: 'GET',
    path: '/reports/challenge',
    access: 'anyone',
    cacheTags: 'not cached',
    // Each call derives a key, which is slow on purpose.
    rateLimit: { max: 60, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary: 'Returns a proof-of-work challenge, which the browser solves while the notice is written',
    response: Success({ challenge: Type.Unknown({ description: 'In the format of altcha-lib' }) }),
  },
  sendReport: {
    method: 'POST',
    path: '/reports',
    access: 'anyone',
    cacheTags: 'not cached',
    // A backstop against programs. The domain has stricter limits with helpful messages.
    rateLimit: { max: 120, timeWindow: '1 hour' },
    isOpenToEveryone: true,
    area,
    summary:
      'Reports videos: intimate images without consent, minors, copyright, personal data, dead links, anything else',
    body: ReportBody,
    response: Success({
      number: Type.String({ description: 'Such as 2026-000123' }),
      token: Type.Optional(
        Type.String({ description: 'For the private status page; reports of dead links have none' }),
      ),
      hidden: Type.Integer({ description: 'Reported videos that visitors no longer see' }),
      waiting: Type.Integer({ description: 'Reported videos that visitors still see until an admin has looked' }),
    }),
  },
  getReportStatus: {
    method: 'GET',
    path: '/reports/:token',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 60, timeWindow: '1 minute' },
    isOpenToEveryone: true,
    area,
    summary: 'Returns what was decided about a report, and why',
    params: TokenParams,
    response: Success({ report: ReportStatus }),
  },
  answerReport: {
    method: 'POST',
    path: '/reports/:token/answer',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 20, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary: 'Answers the open question of a report',
    params: TokenParams,
    body: ReplyBody,
    response: Done,
  },
  objectToReport: {
    method: 'POST',
    path: '/reports/:token/objection',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 20, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary: 'Objects to the decision of a report, once per decision',
    params: TokenParams,
    body: ReplyBody,
    response: Done,
  },
  requestReportConfirmation: {
    method: 'POST',
    path: '/reports/:token/email',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 10, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary:
      'Sends an email with a link that confirms the mailbox, so that more of what is still visible can be hidden before an admin has looked',
    params: TokenParams,
    body: StrictObject({
      email: Type.Optional(
        Type.String({
          ...OptionalText('email', limits.email),
          description: 'Replaces the email of the report, unless it is confirmed',
        }),
      ),
    }),
    response: Success({ confirmation: Type.Enum(confirmations, { description: 'What became of the email' }) }),
  },
  getConfirmationChallenge: {
    method: 'GET',
    path: '/reports/:token/challenge',
    access: 'anyone',
    cacheTags: 'not cached',
    // Each call derives a key, which is slow on purpose.
    rateLimit: { max: 20, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary: 'Returns a proof-of-work challenge for confirming the mailbox of a report',
    params: TokenParams,
    response: Success({ challenge: Type.Unknown({ description: 'In the format of altcha-lib' }) }),
  },
  confirmReportEmail: {
    method: 'POST',
    path: '/reports/:token/confirmation',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 20, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary: 'Confirms the mailbox by the code from the email, and hides more of what is still visible',
    params: TokenParams,
    body: StrictObject({
      code: RequiredText('code', 100),
      proof: Type.Optional(
        Type.String({
          ...OptionalText('proof', max.proof),
          description: 'The solved challenge of /reports/:token/challenge, as JSON',
        }),
      ),
    }),
    response: Done,
  },
  withdrawReport: {
    method: 'POST',
    path: '/reports/:token/withdrawal',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 20, timeWindow: '10 minutes' },
    isOpenToEveryone: true,
    area,
    summary: 'Withdraws a report that has not been decided',
    params: TokenParams,
    response: Done,
  },
});
