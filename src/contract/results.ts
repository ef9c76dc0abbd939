import { type Static, Type } from 'typebox';
import { OptionalDecimalId } from './query.ts';
import { Id, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { dashboardRanges, defaultDashboardRange } from './values/dashboard-ranges.ts';
import { resultKinds } from './values/results.ts';

const Count = Type.Integer();
const OptionalCount = Type.Union([Count, Type.Null()]);

export const ResultRecord = Type.Object({
  _id: Type.Union([Id, Type.Null()], { description: 'Of the network or the source; null for posts without one' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null for one that was deleted' }),
  posts: Count,
  deadPosts: Type.Integer({ description: 'Posts that can be watched nowhere any more' }),
  removed: Type.Integer({ description: 'Posts that cases have removed in the last 25 months' }),
  clicks: Type.Integer({ description: 'All of the following' }),
  plays: Count,
  otherLinks: Count,
  embeds: Type.Integer({ description: 'Starts of the embedded player' }),
  visits: Type.Integer({ description: 'Clicks on the link of the network itself' }),
  clicksBefore: Type.Integer({ description: 'In as many days before' }),
});
export type ResultRecord = Static<typeof ResultRecord>;

export const ResultDay = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD, in the time zone of the site' }),
  clicks: Count,
  posts: OptionalCount,
  deadPosts: OptionalCount,
  removed: Count,
  removedSoFar: Type.Integer({
    description: 'Posts that cases had removed by then, in the time that results are kept',
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

const area = 'results';

export const resultRoutes = defineRoutes({
  getResults: {
    method: 'GET',
    path: '/results',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Returns what each network, or import source, brings: posts, how many are dead or were removed, clicks',
    query: Type.Object(resultFilterFields),
    response: Success({ results: Type.Array(ResultRecord) }),
  },
  getResultDays: {
    method: 'GET',
    path: '/results/days',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Returns the same per day, of all or of one; the last day is today',
    query: Type.Object({ ...resultFilterFields, id: OptionalDecimalId('id') }),
    response: Success({ days: Type.Array(ResultDay) }),
  },
});
