import { type Static, Type } from 'typebox';
import { IdParams } from './query.ts';
import { Done, Id, OptionalTime, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { seoCheckStates, seoProblemKinds } from './values/seo-problems.ts';

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

const area = 'seo checks';

export const seoCheckRoutes = defineRoutes({
  getSeoChecks: {
    method: 'GET',
    path: '/seo-checks',
    access: 'admin',
    area,
    summary: 'Lists the checks of what search engines see, newest first',
    response: Success({ checks: Type.Array(SeoCheckRecord) }),
  },
  getSeoCheck: {
    method: 'GET',
    path: '/seo-checks/:id',
    access: 'admin',
    area,
    summary: 'Returns a check with its report, once it has finished',
    params: IdParams,
    response: Success({ check: SeoCheckRecord, report: Type.Union([SeoReportRecord, Type.Null()]) }),
  },
  startSeoCheck: {
    method: 'POST',
    path: '/seo-checks',
    access: 'admin',
    area,
    summary: 'Starts a check, which goes on in the background. Only one runs at a time.',
    response: Success({ check: SeoCheckRecord }),
  },
  cancelSeoCheck: {
    method: 'POST',
    path: '/seo-checks/:id/cancel',
    access: 'admin',
    area,
    summary: 'Cancels the running check',
    params: IdParams,
    response: Done,
  },
});
