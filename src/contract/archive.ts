import { Type } from 'typebox';
import { Page, VideoLimit } from './query.ts';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { VideoList } from './videos.ts';

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', invalid: 'month must look like 2026-11.' });
const Day = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  invalid: 'day must look like 2026-11-16.',
});

const Periods = Type.Array(
  Type.Object({
    period: Type.String({ description: 'Like 2026-11 or 2026-11-16, in UTC' }),
    count: Type.Integer({ description: 'Videos that were published in it' }),
  }),
  { description: 'Newest first' },
);

export const archiveRoutes = defineRoutes({
  getArchiveMonths: {
    method: 'GET',
    path: '/archive',
    access: 'anyone',
    area: 'videos',
    summary: 'Lists the months in which videos were published',
    response: Success({ months: Periods }),
  },
  getArchiveDays: {
    method: 'GET',
    path: '/archive/:month',
    access: 'anyone',
    area: 'videos',
    summary: 'Lists the days of a month on which videos were published',
    params: Type.Object({ month: Month }),
    response: Success({ days: Periods }),
  },
  getArchivePosts: {
    method: 'GET',
    path: '/archive/days/:day/posts',
    access: 'anyone',
    area: 'videos',
    summary: 'Lists the videos that were published on a day, newest first',
    params: Type.Object({ day: Day }),
    query: Type.Object({ page: Page, limit: VideoLimit }),
    response: VideoList,
  },
});
