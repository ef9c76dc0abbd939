import { type Static, Type } from 'typebox';
import {
  Done,
  defineRoutes,
  Id,
  Nullable,
  OptionalDecimalId,
  OptionalTime,
  RequiredText,
  StrictObject,
  Success,
} from './calls/route.ts';
import { caseKinds } from './values/cases.ts';
import { dashboardRanges, dayPattern, defaultDashboardRange, monthPattern, resultKinds } from './values/statistics.ts';
import { clickKinds, clicksPath } from './values/urls.ts';

const Count = Type.Integer();
const Day = Type.String({ description: 'YYYY-MM-DD, in the time zone of the site' });
const OfRange = { description: 'Oldest first; the last is today' };

export const DashboardStats = Type.Object({
  totalPosts: Count,
  totalViews: Count,
  totalUniqueStars: Count,
  totalUniqueTags: Count,
  last7Days: Type.Object({ newPosts: Count, newStars: Count, newTags: Count }),
  last24Hours: Type.Object({ views: Count }),
  waitingSubmissions: Count,
});
export type DashboardStats = Static<typeof DashboardStats>;

export const DashboardCharts = Type.Object({
  days: Count,
  timeZone: Type.String({ description: 'The time zone in which the days begin' }),
  viewsPerDay: Type.Array(Type.Object({ day: Day, views: Count }), OfRange),
  postsPerDay: Type.Array(Type.Object({ day: Day, posts: Count }), OfRange),
  before: Type.Object(
    { views: Count, posts: Count },
    { description: 'In the preceding period: as many days, the last one up to the same time of day' },
  ),
  mostViewedVideos: Type.Array(Type.Object({ _id: Type.String(), titel: Type.String(), views: Count }), {
    description: 'By views in the last 30 days, updated hourly',
  }),
  mostViewedTags: Type.Array(Type.Object({ tag: Type.String(), name: Type.String(), views: Count }), {
    description: 'By views in the last 30 days, updated hourly',
  }),
});
export type DashboardCharts = Static<typeof DashboardCharts>;

const Waiting = Type.Object({
  submissions: Type.Integer({ description: 'Submitted websites without a decision' }),
  mail: Type.Integer({ description: 'Emails of the last 7 days that could not be sent' }),
  systemProblems: Type.Integer({
    description: 'Checks of the system that need attention or fail; 0 unless you are a main admin',
  }),
  systemFailures: Type.Integer({ description: 'Those of them that fail' }),
  deadPosts: Type.Integer({ description: 'Posts without a working link that need a decision, up to 1,000' }),
  bulkChanges: Type.Integer({ description: 'Bulk changes that are running or being undone' }),
  imports: Type.Integer({
    description: 'Imports that wait to be confirmed or have failed, and feeds that cannot be fetched',
  }),
  cases: Type.Integer({
    description: 'Undecided notices, and notices with a counter-notice that is due soon; counted up to 1,000',
  }),
  overdueCases: Type.Integer({ description: 'Notices past their deadline, counted up to 1,000' }),
  stillPublic: Type.Integer({
    description: 'Notices whose posts visitors still see because too many notices arrived, counted up to 5,000',
  }),
  nextCaseDueAt: OptionalTime,
  endingCounterNotices: Type.Integer({
    description: 'Counter-notices whose deadline for restoring ends within three days',
  }),
  overdueCounterNotices: Type.Integer({ description: 'Counter-notices past their deadline' }),
});

export const dashboardRoutes = defineRoutes({
  getWaiting: {
    method: 'GET',
    path: '/dashboard/waiting',
    access: 'admin',
    area: 'dashboard',
    summary: 'Counts what waits for a decision, has failed or is running',
    response: Success({ waiting: Waiting }),
  },
  getDashboardStats: {
    method: 'GET',
    path: '/dashboard/stats',
    access: 'admin',
    area: 'dashboard',
    summary: 'Returns totals and recent growth',
    response: Success({
      stats: DashboardStats,
      notice: Type.Optional(Type.String({ description: 'A problem that the operator should fix' })),
      backupProblem: Type.Optional(Type.String({ description: 'Why backups fail; main admins get the details' })),
    }),
  },
  getDashboardCharts: {
    method: 'GET',
    path: '/dashboard/charts',
    access: 'admin',
    area: 'dashboard',
    summary: 'Returns views and posts per day, and the most viewed videos and tags',
    query: Type.Object({
      days: Type.Optional(
        Type.Enum(dashboardRanges.map(String), {
          default: String(defaultDashboardRange),
          label: 'number of days',
          invalid: `Choose ${dashboardRanges.join(', ')} days.`,
        }),
      ),
    }),
    response: Success({ charts: DashboardCharts }),
  },
});

/** Links of partners are shorter; a longer one is not counted. */
const maxTargetLength = 500;

export const clickRoutes = defineRoutes({
  countClick: {
    method: 'POST',
    path: clicksPath,
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 120, timeWindow: '1 minute' },
    area: 'videos',
    summary:
      'Counts a click on an outgoing link, of a video by its id or of a partner by its URL. Bots, and the same click within minutes, get the same response but are not counted.',
    body: StrictObject({
      kind: Type.Enum(clickKinds, { label: 'kind' }),
      target: RequiredText('target', maxTargetLength),
      openMs: Type.Integer({
        minimum: 0,
        maximum: 2 ** 40,
        label: 'time',
        description: 'How long the page has been open, in milliseconds',
      }),
    }),
    response: Done,
  },
});

const OptionalCount = Nullable(Count);

export const ResultRecord = Type.Object({
  _id: Nullable(Id, { description: 'Id of the network or source; null for posts without one' }),
  name: Nullable(Type.String(), { description: 'Null for one that was deleted' }),
  posts: Count,
  deadPosts: Type.Integer({ description: 'Posts without a working link' }),
  removed: Type.Integer({ description: 'Posts that cases have removed in the last 25 months' }),
  clicks: Type.Integer({ description: 'Total of the following' }),
  plays: Count,
  otherLinks: Count,
  embeds: Type.Integer({ description: 'Starts of the embedded player' }),
  visits: Type.Integer({ description: 'Clicks on the link of the network itself' }),
  clicksBefore: Type.Integer({ description: 'Clicks in the preceding period of the same length' }),
});
export type ResultRecord = Static<typeof ResultRecord>;

export const ResultDay = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD, in the time zone of the site' }),
  clicks: Count,
  posts: OptionalCount,
  deadPosts: OptionalCount,
  removed: Count,
  removedSoFar: Type.Integer({
    description: 'Posts that cases had removed up to that day, within the retention period of results',
  }),
});
export type ResultDay = Static<typeof ResultDay>;

export const resultFilterFields = {
  by: Type.Enum(resultKinds, { default: 'partner', label: 'by', description: 'Per network, or per import source' }),
  days: Type.Enum(dashboardRanges.map(String), {
    default: String(defaultDashboardRange),
    label: 'number of days',
    invalid: `Choose ${dashboardRanges.join(', ')} days.`,
  }),
};

const resultArea = 'results';

export const resultRoutes = defineRoutes({
  getResults: {
    method: 'GET',
    path: '/results',
    access: 'partners',
    tokenScopes: ['read'],
    area: resultArea,
    summary: 'Returns the results of each network or import source: posts, dead and removed posts, and clicks',
    query: Type.Object(resultFilterFields),
    response: Success({ results: Type.Array(ResultRecord) }),
  },
  getResultDays: {
    method: 'GET',
    path: '/results/days',
    access: 'partners',
    tokenScopes: ['read'],
    area: resultArea,
    summary: 'Returns the results per day, of all networks or sources or of one. The last day is today.',
    query: Type.Object({ ...resultFilterFields, id: OptionalDecimalId('id') }),
    response: Success({ days: Type.Array(ResultDay) }),
  },
});

const transparencyArea = 'transparency';

const PeriodMonth = (name: string) =>
  Type.Optional(Type.String({ pattern: monthPattern, invalid: `${name} must be a month such as 2026-11.` }));
const PeriodDay = (name: string) =>
  Type.Optional(Type.String({ pattern: dayPattern, invalid: `${name} must be a day such as 2026-11-17.` }));

const figures = {
  received: Type.Integer({ description: 'Cases' }),
  decided: Type.Integer({ description: 'Cases, without those that were withdrawn' }),
  withdrawn: Type.Integer({ description: 'Cases that their reporters withdrew before a decision' }),
  medianSeconds: Nullable(Type.Number(), { description: 'From the notice to its first decision' }),
  removed: Type.Integer({ description: 'URLs' }),
  kept: Type.Integer({ description: 'URLs' }),
  objections: Type.Integer(),
  objectionsUpheld: Type.Integer({ description: 'Objections after which the decision was changed' }),
  objectionsRejected: Type.Integer({ description: 'Objections after which the decision stayed' }),
};

export const TransparencyReport = Success({
  from: Type.String({ description: 'The first day' }),
  to: Type.String({ description: 'The last day' }),
  total: Type.Object(figures),
  kinds: Type.Array(Type.Object({ kind: Type.Enum(caseKinds), ...figures })),
});
export type TransparencyReport = Static<typeof TransparencyReport>;

export const transparencyRoutes = defineRoutes({
  getTransparency: {
    method: 'GET',
    path: '/transparency',
    access: 'anyone',
    // Not invalidated by new figures: they appear when the page is next rendered.
    cacheTags: ['settings'],
    area: transparencyArea,
    summary:
      'Returns figures about the notices of a period, by default the last twelve months, if the site publishes them. They are up to ten minutes old.',
    query: Type.Object({ from: PeriodMonth('from'), to: PeriodMonth('to') }),
    response: TransparencyReport,
  },
  getCaseFigures: {
    method: 'GET',
    path: '/case-figures',
    access: 'removals',
    area: transparencyArea,
    summary: 'Returns figures about the notices of a period of days, by default the last twelve months',
    query: Type.Object({ from: PeriodDay('from'), to: PeriodDay('to') }),
    response: TransparencyReport,
  },
});
