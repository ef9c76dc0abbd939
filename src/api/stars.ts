import type { starRoutes } from '#contract/stars.ts';
import { performers, performersBySlugs } from '#domain/directory/performers.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { directoryHandlers } from './http/directory-handlers.ts';
import { paginationOf } from './http/pagination.ts';
import { fromStarBody, toStarRecord } from './records/performer.ts';

export const starHandlers = ({ db, index, pictures }: ApiContext): HandlersOf<keyof typeof starRoutes> => {
  const { add, update, remove } = directoryHandlers(db, performers, toStarRecord);
  return {
    getStars: async ({ query }) => {
      const { items, total } = index.performers({ ...query, sort: 'name', use: 'all' });
      const slugs = items.map(({ slug }) => slug);
      const stars = await performersBySlugs(db, slugs);
      return { success: true, stars: stars.map(toStarRecord), pagination: paginationOf(total, query) };
    },
    addStar: async (call) => {
      await pictures.hashBeforeSaving(call.body.image);
      return { success: true, star: await add(call, fromStarBody(call.body)) };
    },
    updateStar: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.image);
      return { success: true, star: await update(call, fromStarBody(changes)) };
    },
    deleteStar: remove,
  };
};
