import type { tagRoutes } from '#contract/names.ts';
import { displayNameOf, slugOf } from '#contract/values/names.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { paginationOf } from './http/pagination.ts';
import { narrowedList } from './narrowed-list.ts';
import { firstUsed, slugsIn, starNamesOf, tagNamesOf, visibleName } from './records/names.ts';
import { isoTime } from './records/wire-values.ts';

export const tagHandlers = (context: ApiContext): HandlersOf<keyof typeof tagRoutes> => {
  const { index, tagProfiles, pictureUrls } = context;
  const withNames = (tags: string[]) => ({ tags, ...tagNamesOf(index, tags) });
  return {
    getTags: async ({ query, session }) => {
      const { items, total } = index.tags({ ...query, use: session ? query.use : 'used' });
      const summaries = items.map(({ slug, name, count, firstUsed, lastUsed }) => ({
        _id: slug,
        name: displayNameOf('tag', { slug, name }),
        count,
        firstUsed: isoTime(firstUsed),
        lastUpdated: isoTime(lastUsed),
      }));
      return {
        success: true,
        ...withNames(items.map(({ slug }) => slug)),
        ...(session ? { summaries } : {}),
        pagination: paginationOf(total, query),
      };
    },
    getTagLetters: async () => ({ success: true, letters: index.tagLetters() }),
    getRandomTags: async ({ query }) => ({ success: true, ...withNames(index.randomTags(query.count, query.seed)) }),
    getTagImages: async ({ body }) => {
      const slugs = new Map(body.tags.map((tag) => [tag, index.findName('tag', slugOf(tag))?.slug ?? slugOf(tag)]));
      const newest = index.newestVideoOf([...slugs.values()]);
      const videos = await context.videos.byIds([...new Set(newest.values())]);
      const videoById = new Map(videos.map((video) => [video.id, video]));
      const profiles = await tagProfiles.bySlugs([...slugs.values()]);
      const urls = await pictureUrls();
      const found = [...slugs].map(([tag, slug]) => {
        const own = profiles.get(slug)?.imageUrl;
        const video = videoById.get(newest.get(slug) ?? -1);
        const picture = own ? urls.of('tag', slug, own) : video && urls.of('video', video.id, video.imageUrl);
        return { tag, image: own || (video?.imageUrl ?? null), picture };
      });
      return {
        success: true,
        tagImages: Object.fromEntries(found.map(({ tag, image }) => [tag, image])),
        pictures: Object.fromEntries(found.flatMap(({ tag, picture }) => (picture ? [[tag, picture]] : []))),
      };
    },
    getRenamedTags: async ({ body }) => {
      const renamed = body.tags.flatMap((tag) => {
        const slug = index.findName('tag', tag)?.slug;
        return slug === undefined || slug === tag ? [] : [[tag, slug] as const];
      });
      return { success: true, renamed: Object.fromEntries(renamed) };
    },
    getTagMetadata: async ({ params }) => {
      const slug = index.findName('tag', slugOf(params.tag))?.slug ?? slugOf(params.tag);
      const { tags, performers } = index.tagCompanions(slug);
      const profile = (await tagProfiles.bySlugs([slug])).get(slug);
      return {
        success: true,
        description: profile?.description ?? '',
        uniqueTags: tags,
        uniquePornstars: performers,
        ...tagNamesOf(index, tags),
        ...starNamesOf(index, performers),
      };
    },
    getTagPosts: async ({ params, ...call }) => {
      const slug = slugOf(params.tag);
      const tag = visibleName(index, 'tag', slug, call.session !== undefined);
      const list = await narrowedList(context, call, { tag: tag?.slug ?? slug, order: 'newest' });
      return { success: true, ...list, ...(tag && !list.notice && { tag }) };
    },
    getFooterTags: async ({ query }) => {
      const selected = index.findName('tag', slugOf(query.selectedTag))?.slug ?? slugOf(query.selectedTag);
      const given = [selected, ...index.tagCompanions(selected).tags, ...slugsIn(query.pageTags)];
      const known = firstUsed(given, index.hasTag, query.count);
      const random = index.randomTags(query.count, query.seed);
      if (known.length === 0) return { success: true, ...withNames(random), source: 'random' };
      const filled = new Set([...known, ...random]);
      return { success: true, ...withNames([...filled].slice(0, query.count)), source: 'tagSpecific' };
    },
  };
};
