import { Type } from 'typebox';
import { Id, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { invalidTime } from './values/sentences.ts';

const Moment = (name: string) =>
  Type.String({ format: 'iso-date-time', maxLength: 40, invalid: invalidTime(name), description: 'ISO 8601' });

export const calendarRoutes = defineRoutes({
  getCalendar: {
    method: 'GET',
    path: '/calendar',
    access: 'admin',
    area: 'posts',
    summary: 'Lists up to 1000 posts that are to be published within a time, and counts what is not published',
    query: Type.Object({ from: Moment('from'), to: Moment('to') }),
    response: Success({
      posts: Type.Array(Type.Object({ _id: Id, titel: Type.String(), imageUrl: Type.String(), publishAt: Time })),
      drafts: Type.Integer({ description: 'Of all times' }),
      scheduled: Type.Integer({ description: 'Of all times' }),
    }),
  },
});
