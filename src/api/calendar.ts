import type { calendarRoutes } from '#contract/calendar.ts';
import { countUnpublished, scheduledBetween } from '#domain/catalogue/calendar.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

export const calendarHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof calendarRoutes> => ({
  getCalendar: async ({ query: { from, to } }) => {
    const videos = await scheduledBetween(db, new Date(from), new Date(to));
    const posts = videos.map(({ id, title, imageUrl, publishAt }) => ({
      _id: String(id),
      titel: title,
      imageUrl,
      publishAt: publishAt.toISOString(),
    }));
    return { success: true, posts, ...(await countUnpublished(db)) };
  },
});
