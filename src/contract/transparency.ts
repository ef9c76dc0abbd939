import { type Static, Type } from 'typebox';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { caseKinds } from './values/cases.ts';
import { dayPattern, monthPattern } from './values/transparency-period.ts';

const area = 'transparency';

const Month = (name: string) =>
  Type.Optional(Type.String({ pattern: monthPattern, invalid: `${name} must be a month such as 2026-11.` }));
const Day = (name: string) =>
  Type.Optional(Type.String({ pattern: dayPattern, invalid: `${name} must be a day such as 2026-11-17.` }));

const figures = {
  received: Type.Integer({ description: 'Cases' }),
  decided: Type.Integer({ description: 'Cases, without those that were withdrawn' }),
  withdrawn: Type.Integer({ description: 'Cases that their reporters took back before they were decided' }),
  medianSeconds: Type.Union([Type.Number(), Type.Null()], { description: 'From the notice to its first decision' }),
  removed: Type.Integer({ description: 'URLs' }),
  kept: Type.Integer({ description: 'URLs' }),
  objections: Type.Integer(),
  objectionsUpheld: Type.Integer({ description: 'Those after which the decision was changed' }),
  objectionsRejected: Type.Integer({ description: 'Those after which the decision stayed' }),
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
    area,
    summary:
      'Returns what became of the notices of some months, by default the last twelve, if it is published. The figures are up to ten minutes old.',
    query: Type.Object({ from: Month('from'), to: Month('to') }),
    response: TransparencyReport,
  },
  getCaseFigures: {
    method: 'GET',
    path: '/case-figures',
    access: 'admin',
    area,
    summary: 'Returns what became of the notices of some days, by default those of the last twelve months',
    query: Type.Object({ from: Day('from'), to: Day('to') }),
    response: TransparencyReport,
  },
});
