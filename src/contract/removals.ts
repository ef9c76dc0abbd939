import { type Static, Type } from 'typebox';
import {
  DecimalId,
  Done,
  defineRoutes,
  ExpectedVersion,
  Id,
  IdParams,
  Nullable,
  OptionalTime,
  Page,
  Pagination,
  RequiredText,
  SearchText,
  StrictObject,
  Success,
  Time,
  Version,
  VersionBody,
} from './calls/route.ts';
import { caseDecisions, caseFlags, caseKinds, caseStatuses, queueStatuses } from './values/cases.ts';
import { limits } from './values/fields.ts';
import { postStates } from './values/posts.ts';

const area = 'removals';
const max = limits.cases;

const Kind = Type.Enum(caseKinds);
const Status = Type.Enum(caseStatuses);
const Decision = Type.Enum(caseDecisions, { label: 'decision', invalid: 'The decision must be remove or keep.' });
const Count = Type.Integer();

const summary = {
  _id: Id,
  number: Type.String({ description: 'Case number such as 2026-000123' }),
  kind: Kind,
  status: Status,
  receivedAt: Time,
  dueAt: Time,
  pausedAt: OptionalTime,
  decidedAt: OptionalTime,
  isComplete: Type.Boolean(),
  hasProof: Type.Boolean(),
  flags: Type.Array(Type.Enum(caseFlags)),
  reporterName: Type.String({ description: 'Blank for roles that don’t see who reported' }),
  reporterEmail: Type.String({ description: 'Blank for roles that don’t see who reported' }),
  isReporterHidden: Type.Boolean({
    description: 'Whether your role doesn’t see who reported: only moderators and main admins do',
  }),
  erasedAt: OptionalTime,
  sender: Nullable(Type.String()),
  othersOfSender: Type.Integer({ description: 'Other cases of the same sender in the last 24 hours' }),
  videoId: Nullable(Id, { description: 'The first reported post' }),
  othersOfPost: Type.Integer({ description: 'Other undecided cases about that post' }),
  urlCount: Count,
  undecidedCount: Count,
  heldCount: Type.Integer({ description: 'Posts that this case withholds' }),
  publicCount: Type.Integer({
    description: 'Reported posts that visitors still see, although notices of this kind usually hide them',
  }),
  missingFingerprints: Type.Integer({
    description:
      'Removed pictures that would not be recognised under another URL, because they could not be fetched yet',
  }),
  subject: Type.String({ description: 'The title of the first reported post, or its URL' }),
  restorableFrom: OptionalTime,
  restoreBy: OptionalTime,
  version: Version,
};

const Fold = Type.Object({
  by: Type.Enum(['post', 'sender']),
  cases: Count,
  senders: Count,
  minors: Count,
  withProof: Count,
  limited: Type.Integer({
    description: 'Notices that could not hide all their posts because others had used up what notices may hide',
  }),
});

export const QueuedCase = Type.Object({
  ...summary,
  fold: Nullable(Fold, {
    description: 'The cases grouped into this row, about the same post or from the same sender',
  }),
});
export type QueuedCase = Static<typeof QueuedCase>;

const ReportedVideo = Type.Object({
  _id: Id,
  titel: Type.String(),
  imageUrl: Type.String(),
  state: Type.Enum(postStates),
  isDeleted: Type.Boolean(),
  withheldBy: Type.Array(Type.String()),
});

const CaseUrl = Type.Object({
  _id: Id,
  url: Type.String(),
  title: Type.String({ description: 'Title of the post when the notice arrived' }),
  link: Type.String(),
  decision: Nullable(Decision),
  reason: Type.String(),
  decidedAt: OptionalTime,
  decidedBy: Nullable(Type.String()),
  foundBy: Nullable(Type.Enum(['link', 'picture']), {
    description: 'How the site recognized something that the case removed; null for what was reported',
  }),
  video: Nullable(ReportedVideo),
  sameLink: Type.Integer({
    description: 'Other posts with the same link, up to 200: removing this one removes them, too',
  }),
  otherCases: Type.Array(Type.Object({ _id: Id, number: Type.String(), kind: Kind, status: Status })),
});

const CounterNotice = Type.Object({
  _id: Id,
  urlIds: Type.Array(Id),
  name: Type.String(),
  statement: Type.String(),
  receivedAt: Time,
  restorableFrom: Time,
  restoreBy: Time,
  stoppedAt: OptionalTime,
  stoppedBy: Nullable(Type.String()),
  restoredAt: OptionalTime,
  restoredBy: Nullable(Type.String()),
});

const sendsMail = Type.Boolean({ description: 'Whether the site sends emails to reporters' });

export const CaseRecord = Type.Object({
  ...summary,
  details: Type.Record(Type.String(), Type.String()),
  urls: Type.Array(CaseUrl),
  entries: Type.Array(
    Type.Object({
      _id: Id,
      at: Time,
      kind: Type.String(),
      text: Type.String(),
      admin: Nullable(Type.String()),
      isPublic: Type.Boolean({ description: 'Whether the reporter sees it' }),
    }),
  ),
  counterNotices: Type.Array(CounterNotice),
  hasReporterEmail: Type.Boolean({
    description: 'Whether the reporter gave an email that is still stored, also for roles that don’t see it',
  }),
  isUndoable: Type.Boolean({ description: 'Whether the last decision can be undone' }),
  sendsMail,
});
export type CaseRecord = Static<typeof CaseRecord>;

const Bundle = Type.Object({
  title: Type.String({ description: 'Title of the post that the bundle is about' }),
  cases: Count,
  posts: Count,
  withheld: Count,
  minors: Count,
  senders: Count,
  emails: Type.Integer({ description: 'Number of distinct emails' }),
  withProof: Count,
  firstAt: OptionalTime,
  lastAt: OptionalTime,
  newestId: Nullable(Id),
  releasable: Type.Integer({
    description:
      'Cases that a decision to keep covers. The others are signed, complete, confirmed or about minors, and you have not opened them.',
  }),
  keepable: Type.Integer({
    description:
      'How many cases you may keep together without another admin: 10 within 24 hours, less what you have kept',
  }),
  sendsMail,
});
export type Bundle = Static<typeof Bundle>;

const Proposal = Type.Object({
  _id: Id,
  createdAt: Time,
  createdName: Type.String({ description: 'The admin who proposed it' }),
  isOwn: Type.Boolean(),
  sender: Type.String(),
  videoId: Nullable(Id),
  title: Type.String({ description: 'Title of the post that it is about' }),
  reason: Type.String(),
  cases: Type.Integer({ description: 'Cases that have not changed since' }),
});
export type Proposal = Static<typeof Proposal>;

const DecidedCases = Success({ decided: Type.Array(Type.Object({ _id: Id, version: Version })), remaining: Count });

const Sender = Type.String({ maxLength: max.sender, pattern: '^[\\x21-\\x7e]*$', default: '', label: 'sender' });
const Video = Type.String({
  pattern: '^[0-9]{0,18}$',
  default: '',
  description: 'Id of a post',
  invalid: 'video must be a decimal number.',
});
const YesOrNo = Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('')], { default: '' });
const OnlyYes = Type.Union([Type.Literal('yes'), Type.Literal('')], { default: '' });
const AnyKind = Type.Union([Kind, Type.Literal('')], { default: '' });
const Reason = RequiredText('reason', max.reason);
const UrlIds = Type.Array(DecimalId('url'), { maxItems: max.urls, label: 'URLs' });

const OneCase = Success({ case: CaseRecord });

/** A call that changes one case and returns it. */
const change = <Path extends string>(path: Path, summaryText: string) =>
  ({
    method: 'POST',
    path: `/removals/:id${path}`,
    access: 'removals',
    area,
    summary: summaryText,
    params: IdParams,
    response: OneCase,
  }) as const;

/** Filters of the queue. */
export const caseFilterFields = {
  status: Type.Union([Type.Enum(queueStatuses), Type.Literal('')], { default: '' }),
  kind: AnyKind,
  sender: Sender,
  video: Video,
  overdue: OnlyYes,
  complete: YesOrNo,
  proof: YesOrNo,
  flag: Type.Union([Type.Enum(caseFlags), Type.Literal('')], { default: '' }),
  public: OnlyYes,
  search: SearchText,
};

const CaseFilterFields = Type.Object(caseFilterFields);
export type CaseFilterFields = Static<typeof CaseFilterFields>;

const NoticeParams = Type.Object({ id: DecimalId('id'), notice: DecimalId('notice') });

export const removalRoutes = defineRoutes({
  getCases: {
    method: 'GET',
    path: '/removals',
    access: 'removals',
    tokenScopes: ['read'],
    area,
    summary:
      'Lists cases, most urgent first: what may show a minor, then by deadline. Without a status, lists undecided cases.',
    query: Type.Object({
      page: Page,
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
      ...caseFilterFields,
      fold: Type.Union([Type.Literal('yes'), Type.Literal('')], {
        default: '',
        description: 'Groups cases about the same post or from the same sender into one row. Only without a status.',
      }),
    }),
    response: Success({
      cases: Type.Array(QueuedCase),
      pagination: Pagination,
      totalCases: Count,
    }),
  },
  getBundle: {
    method: 'GET',
    path: '/removals/bundle',
    access: 'removals',
    area,
    summary: 'Summarises the undecided cases from one sender, or about one post',
    query: Type.Object({ sender: Sender, video: Video, kind: AnyKind, proof: YesOrNo }),
    response: Success({ bundle: Bundle }),
  },
  decideBundle: {
    method: 'POST',
    path: '/removals/bundle/decide',
    access: 'removals',
    area,
    summary:
      'Decides up to 100 cases from one sender, or one post in up to 100 cases, with one reason. `remaining` says how many are left: call again with it as `seen`. 409 if someone else is deciding them. Keeping needs `seen`, decides at most 10 cases of any bundles within 24 hours, and leaves out signed, complete and confirmed notices and minors that you have not opened.',
    body: StrictObject({
      sender: Sender,
      video: Video,
      kind: AnyKind,
      proof: YesOrNo,
      upTo: DecimalId('upTo'),
      seen: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          label: 'number of cases',
          description: 'How many undecided cases the admin has seen',
        }),
      ),
      decision: Decision,
      reason: Reason,
    }),
    response: DecidedCases,
  },
  proposeBundle: {
    method: 'POST',
    path: '/removals/bundle/propose',
    access: 'removals',
    area,
    summary: 'Proposes to keep what more cases report than you may keep alone. Another admin has to confirm it.',
    body: StrictObject({
      sender: Sender,
      video: Video,
      kind: AnyKind,
      proof: YesOrNo,
      upTo: DecimalId('upTo'),
      seen: Type.Integer({ minimum: 1, maximum: 2_147_483_647, label: 'number of cases' }),
      reason: Reason,
    }),
    response: Success({ _id: Id }),
  },
  getProposals: {
    method: 'GET',
    path: '/removals/proposals',
    access: 'removals',
    area,
    summary: 'Lists proposals to keep many cases that wait for another admin',
    response: Success({ proposals: Type.Array(Proposal) }),
  },
  confirmProposal: {
    method: 'POST',
    path: '/removals/proposals/:id/confirm',
    access: 'removals',
    area,
    summary:
      'Confirms the proposal of another admin, and decides up to 50 of its cases. Call again while `remaining` is more than 0.',
    params: IdParams,
    response: DecidedCases,
  },
  withdrawProposal: {
    method: 'POST',
    path: '/removals/proposals/:id/withdraw',
    access: 'removals',
    area,
    summary: 'Withdraws or declines a proposal',
    params: IdParams,
    response: Done,
  },
  undoBundle: {
    method: 'POST',
    path: '/removals/bundle/undo',
    access: 'removals',
    area,
    summary: 'Undoes the last decision on cases that have not changed since',
    body: StrictObject({
      decided: Type.Array(
        StrictObject({ _id: DecimalId('_id'), version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
        { maxItems: 500, label: 'decided cases' },
      ),
    }),
    response: Success({ undone: Count }),
  },
  getCase: {
    method: 'GET',
    path: '/removals/:id',
    access: 'removals',
    area,
    summary: 'Returns a case with its URLs, history and counter-notices',
    params: IdParams,
    response: OneCase,
  },
  recordCaseOpening: {
    method: 'POST',
    path: '/removals/:id/opened',
    access: 'removals',
    area,
    summary:
      'Records that you have looked at a case as it was in this version. Its screen makes this call. A decision to keep many cases then covers it, even if it is signed, complete, confirmed or about a minor.',
    params: IdParams,
    body: StrictObject({
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, label: 'version', description: 'What was shown' }),
    }),
    response: Done,
  },
  decideCase: {
    ...change('/decide', 'Removes or keeps URLs of a case, and emails the reporter if the site sends emails'),
    body: StrictObject({ urls: UrlIds, decision: Decision, reason: Reason, version: ExpectedVersion }),
  },
  undoDecision: { ...change('/undo', 'Undoes the last decision on a case'), body: VersionBody },
  askReporter: {
    ...change('/ask', 'Asks the reporter, who answers on the status page'),
    body: StrictObject({ question: RequiredText('question', max.question), version: ExpectedVersion }),
  },
  addCaseNote: {
    ...change('/notes', 'Adds a note for admins'),
    body: StrictObject({ text: RequiredText('note', max.note) }),
  },
  eraseReporter: {
    ...change(
      '/erase-reporter',
      'Erases who reported a closed case: name, email, address and the emails to them. It cannot be undone.',
    ),
    access: 'identities',
    body: StrictObject({ version: ExpectedVersion }),
  },
  addCounterNotice: {
    ...change(
      '/counter-notices',
      'Enters a counter-notice to a copyright notice, and sends the claimant a copy if the site sends emails',
    ),
    body: StrictObject({
      urls: UrlIds,
      name: RequiredText('name', max.name),
      statement: RequiredText('statement', max.statement),
      consentsToJurisdiction: Type.Literal(true, {
        label: 'consent',
        invalid: 'A counter-notice without consent to the jurisdiction of a court is not valid.',
      }),
      receivedOn: Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        label: 'day of receipt',
        invalid: 'The day of receipt must be written like 2026-01-31.',
      }),
      version: ExpectedVersion,
    }),
  },
  stopCounterNotice: {
    ...change('/counter-notices/:notice/stop', 'Stops a counter-notice: the claimant has gone to court'),
    params: NoticeParams,
    body: VersionBody,
  },
  restoreByCounterNotice: {
    ...change('/counter-notices/:notice/restore', 'Restores what a counter-notice is about'),
    params: NoticeParams,
    body: VersionBody,
  },
  exportCase: {
    method: 'GET',
    path: '/removals/:id/export',
    access: 'identities',
    area,
    summary: 'Returns a whole case as a signed JSON file (decision 059)',
    params: IdParams,
    response: Type.Unknown({ description: 'JSON' }),
  },
});
