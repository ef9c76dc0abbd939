import type { archiveRoutes } from '#contract/archive.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { checkVideoLimit } from './http/video-limit.ts';
import { toVideoList } from './records/video.ts';

export const archiveHandlers = (context: ApiContext): HandlersOf<keyof typeof archiveRoutes> => ({
  getArchiveMonths: async () => ({ success: true, months: context.index.archiveMonths() }),
  getArchiveDays: async ({ params }) => ({ success: true, days: context.index.archiveDays(params.month) }),
  getArchivePosts: async ({ params, query, session }) => {
    checkVideoLimit(query.limit, session);
    return toVideoList(context, context.index.archivePage({ ...params, ...query }), query);
  },
});
