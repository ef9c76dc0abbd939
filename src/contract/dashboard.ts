import { type Static, Type } from 'typebox';
import { OptionalTime, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { dashboardRanges, defaultDashboardRange } from './values/dashboard-ranges.ts';

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
  timeZone: Type.String({ description: 'In which the days begin' }),
  viewsPerDay: Type.Array(Type.Object({ day: Day, views: Count }), OfRange),
  postsPerDay: Type.Array(Type.Object({ day: Day, posts: Count }), OfRange),
  before: Type.Object(
    { views: Count, posts: Count },
    { description: 'In the same time before: as many days, and as much of the last one as of today' },
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
  alarms: Type.Integer({ description: 'Failed jobs and backups; 0 for other than main admins' }),
  deadPosts: Type.Integer({ description: 'Posts without a working link that are to be decided, up to 1,000' }),
  bulkChanges: Type.Integer({ description: 'Bulk changes that are running or being undone' }),
  imports: Type.Integer({
    description: 'Imports that wait to be confirmed or have failed, and feeds that cannot be fetched',
  }),
  cases: Type.Integer({
    description: 'Notices that are to be decided, and those with a counter-notice that ends soon; counted up to 1,000',
  }),
  overdueCases: Type.Integer({ description: 'Notices whose time to decide is over, counted up to 1,000' }),
  nextCaseDueAt: OptionalTime,
  endingCounterNotices: Type.Integer({
    description: 'Counter-notices whose time to restore what was removed ends within three days',
  }),
  overdueCounterNotices: Type.Integer({ description: 'Counter-notices whose time is over' }),
});

export const dashboardRoutes = defineRoutes({
  getWaiting: {
    method: 'GET',
    path: '/dashboard/waiting',
    access: 'admin',
    area: 'dashboard',
    summary: 'Returns how much waits for a decision, has failed or is under way',
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
      notice: Type.Optional(Type.String({ description: 'What the operator should set right' })),
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
