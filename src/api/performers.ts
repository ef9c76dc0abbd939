import type { performerRoutes, StarRecord, starRoutes } from '#contract/performers.ts';
import { limits } from '#contract/values/fields.ts';
import { slugOf } from '#contract/values/names.ts';
import { type Performer, performers, performersBySlugs } from '#domain/directory/performers.ts';
import { GoneError } from '#domain/errors.ts';
import { directoryHandlers } from './directory.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { paginationOf } from './http/pagination.ts';
import { isProhibitedSearch, narrowedList } from './narrowed-list.ts';
import { firstUsed, slugsIn, starNamesOf, tagNamesOf, visibleName } from './records/names.ts';
import { isoTime, withIsoTimes } from './records/wire-values.ts';
import { siteSettings } from './settings.ts';

export const performerHandlers = (context: ApiContext): HandlersOf<keyof typeof performerRoutes> => {
  const { index, profiles, blockedSlugs, pictureUrls } = context;

  /** Pages of blocked performers are 410 Gone. */
  const assertNotGone = async (slug: string) => {
    if ((await blockedSlugs()).has(slug)) throw new GoneError('This page has been removed.');
  };

  /** Resolves aliases. */
  const currentSlug = (slug: string) => index.findName('performer', slug)?.slug ?? slug;

  /** The performers that the operator chose, or those with the most videos. */
  const featured = async () => {
    const { featuredPerformers } = await siteSettings(context);
    const slugs = featuredPerformers.map((name) => currentSlug(slugOf(name)));
    const chosen = [...new Set(slugs)].filter((slug) => index.hasPerformer(slug));
    if (chosen.length > 0) return chosen;
    const { items } = index.performers({
      search: '',
      letter: '',
      sort: 'count',
      page: 1,
      limit: limits.settings.featuredPerformers,
    });
    return items.map(({ slug }) => slug);
  };

  return {
    getPornstars: async ({ query, session }) => {
      if (await isProhibitedSearch(context, query.search, session))
        return { success: true, pornstars: [], starNames: {}, pagination: paginationOf(0, query), notice: 'help' };
      const { items, total } = index.performers({ ...query, use: session ? query.use : 'used' });
      const pornstars = items.map(({ slug, count, firstUsed, lastUsed }) => ({
        name: slug,
        ...(session && {
          count,
          firstAppearance: isoTime(firstUsed),
          lastUpdated: isoTime(lastUsed),
        }),
      }));
      const names = starNamesOf(
        index,
        items.map(({ slug }) => slug),
      );
      return { success: true, pornstars, ...names, pagination: paginationOf(total, query) };
    },
    getPornstar: async ({ params, ...call }) => {
      const slug = slugOf(params.name);
      await assertNotGone(slug);
      const star = visibleName(index, 'performer', slug, call.session !== undefined);
      const list = await narrowedList(context, call, { performer: star?.slug ?? slug, order: 'newest' });
      return { ...list, ...(star && !list.notice && { star }) };
    },
    getPornstarMetadata: async ({ params }) => {
      const slug = currentSlug(slugOf(params.name));
      const { tags, performers } = index.performerCompanions(slug);
      const profile = (await profiles.bySlugs([slug])).get(slug);
      return {
        success: true,
        uniqueTags: tags,
        ...tagNamesOf(index, tags),
        uniquePornstars: performers,
        ...starNamesOf(index, performers),
        description: profile?.description ?? '',
      };
    },
    getPornstarImages: async ({ body }) => {
      const slugs = new Map(body.names.map((name) => [name, currentSlug(slugOf(name))]));
      const known = await profiles.bySlugs([...slugs.values()]);
      const pictures = await pictureUrls();
      const found = body.names.flatMap((name) => {
        const slug = slugs.get(name) ?? '';
        const image = known.get(slug)?.imageUrl;
        if (!image) return [];
        const picture = pictures.of('performer', slug, image);
        return [[name, { image, ...(picture && { picture }) }] as const];
      });
      return { success: true, images: Object.fromEntries(found) };
    },
    getFooterPornstars: async ({ query }) => {
      const ofTag = firstUsed(slugsIn(query.tagPornstars), index.hasPerformer, query.count);
      const names = new Set([...(await featured()), ...ofTag, ...index.randomPerformers(query.count, query.seed)]);
      const pornstars = [...names].slice(0, query.count);
      const source = ofTag.length > 0 ? 'tagSpecific' : 'random';
      return { success: true, pornstars, ...starNamesOf(index, pornstars), source };
    },
  };
};

const toStarRecord = ({ id, imageUrl, ...performer }: Performer): StarRecord => ({
  _id: String(id),
  image: imageUrl,
  ...withIsoTimes(performer),
});

const fromStarBody = <Body extends { image?: string }>({ image, ...same }: Body) => ({
  ...same,
  imageUrl: image,
});

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
