import type { RouteName } from '#contract/routes.ts';
import type { StarRecord, starRoutes } from '#contract/stars.ts';
import {
  addPerformer,
  deletePerformer,
  type Performer,
  performersBySlugs,
  updatePerformer,
} from '#domain/catalogue/performers.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { paginationOf } from './http/pagination.ts';

const toStarRecord = (star: Performer): StarRecord => ({
  _id: String(star.id),
  name: star.name,
  slug: star.slug,
  image: star.imageUrl,
  description: star.description,
  category: star.category,
  version: star.version,
  createdAt: star.createdAt.toISOString(),
  updatedAt: star.updatedAt.toISOString(),
});

export const starHandlers = ({ db, index }: ApiContext): HandlersOf<keyof typeof starRoutes & RouteName> => ({
  getStars: async ({ query }) => {
    const letter = query.letter.length === 1 ? query.letter.toLowerCase() : '';
    const { items, total } = index.performers({ ...query, letter, sort: 'name', includeUnused: true });
    const stars = await performersBySlugs(
      db,
      items.map(({ slug }) => slug),
    );
    return { success: true, stars: stars.map(toStarRecord), pagination: paginationOf(total, query) };
  },
  addStar: async (call) => {
    const { image, ...same } = call.body;
    const star = await addPerformer(db, actorOf(call), { ...same, imageUrl: image });
    return { success: true, star: toStarRecord(star) };
  },
  updateStar: async (call) => {
    const { image, version, ...same } = call.body;
    const work = updatePerformer(db, actorOf(call), Number(call.params.id), { ...same, imageUrl: image }, version);
    const star = await withCurrentRecord(toStarRecord, work);
    return { success: true, star: toStarRecord(star) };
  },
  deleteStar: async (call) => {
    const { id } = call.params;
    await withCurrentRecord(toStarRecord, deletePerformer(db, actorOf(call), Number(id), call.body?.version));
    return { success: true, _id: id };
  },
});
