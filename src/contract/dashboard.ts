import { type Static, Type } from 'typebox';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';

const Count = Type.Integer();
const Day = Type.String({ description: 'YYYY-MM-DD, UTC' });

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
  viewsPerDay: Type.Array(Type.Object({ day: Day, views: Count }), { description: 'The last 30 days, oldest first' }),
  postsPerDay: Type.Array(Type.Object({ day: Day, posts: Count }), { description: 'The last 30 days, oldest first' }),
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
});

export const dashboardRoutes = defineRoutes({
  getWaiting: {
    method: 'GET',
    path: '/dashboard/waiting',
    access: 'admin',
    area: 'dashboard',
    summary: 'Returns how much waits for a decision or has failed',
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
    response: Success({ charts: DashboardCharts }),
  },
});
