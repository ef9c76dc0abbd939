import type { archiveRoutes, Category, videoRoutes } from '#contract/videos.ts';
import { missingVideo } from '#domain/catalogue/videos.ts';
import { removedVideoIds } from '#domain/holds/holds.ts';
import { ipNetwork } from '#domain/ip.ts';
import type { Order } from '#domain/search/catalogue-index.ts';
import type { ApiContext, Call, HandlersOf } from './http/call.ts';
import { isFromUntrustedProxy } from './http/proxy-watch.ts';
import { checkVideoLimit, helpInstead, hiddenOf, isProhibitedSearch, narrowedList } from './narrowed-list.ts';
import { toVideoList, toVideoRecord } from './records/video.ts';

type ListCall = Call<(typeof videoRoutes)['getPosts']>;

export const videoHandlers = (context: ApiContext): HandlersOf<keyof typeof videoRoutes> => {
  const list = (order: Order, audience?: Category) => (call: ListCall) =>
    narrowedList(context, call, { order, category: audience });

  return {
    getPosts: list('best'),
    getNewVideos: list('newest'),
    getPopularVideos: list('popular'),
    getTopRated: list('liked'),
    getIndians: list('newest', 'indian'),
    getHijabi: list('newest', 'hijabi'),
    getRelated: async ({ query, session }) => {
      checkVideoLimit(query.limit, session);
      if (await isProhibitedSearch(context, query.search, session)) return helpInstead(query.page);
      const exclude = query.exclude === undefined ? undefined : Number(query.exclude);
      return toVideoList(context, context.index.related({ ...query, exclude, hidden: hiddenOf(query.hide) }), query);
    },
    getRemovedVideos: async () => ({ success: true, ids: (await removedVideoIds(context.db)).map(String) }),
    getVideo: async ({ params }) => {
      const id = Number(params.id);
      const [video] = await context.videos.byIds([id]);
      if (!video) throw await missingVideo(context.db, id);
      return toVideoRecord(context.index, video, await context.pictureUrls());
    },
    updateViews: async ({ params, request }) => {
      // Behind a proxy that isn't trusted, all visitors have its IP.
      const viewer = isFromUntrustedProxy(request)
        ? undefined
        : { network: ipNetwork(request.ip), userAgent: request.headers['user-agent'] };
      return { success: true, views: await context.views.count(Number(params.id), viewer) };
    },
  };
};

export const archiveHandlers = (context: ApiContext): HandlersOf<keyof typeof archiveRoutes> => ({
  getArchiveMonths: async () => ({ success: true, months: context.index.archiveMonths() }),
  getArchiveDays: async ({ params }) => ({ success: true, days: context.index.archiveDays(params.month) }),
  getArchivePosts: async ({ params, query, session }) => {
    checkVideoLimit(query.limit, session);
    return toVideoList(context, context.index.archivePage({ ...params, ...query }), query);
  },
});
