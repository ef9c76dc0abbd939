import type { postRoutes } from '#contract/posts.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import { deleteVideo } from '#domain/catalogue/delete-video.ts';
import { addVideo, updateVideo } from '#domain/catalogue/save-video.ts';
import { videosByIds, videosWithLink } from '#domain/catalogue/videos.ts';
import { actorOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { fromPostBody, toVideoRecord } from './records/video.ts';

const maxSimilar = 5;

export const postHandlers = ({ db, index }: ApiContext): HandlersOf<keyof typeof postRoutes> => {
  const remove = async (call: Call<(typeof postRoutes)['deletePost']>) => {
    const { id } = call.params;
    await withCurrentRecord(toVideoRecord, deleteVideo(db, actorOf(call), Number(id), call.body?.version));
    return { success: true as const, _id: id };
  };

  return {
    addPost: async (call) => {
      const video = await addVideo(db, actorOf(call), fromPostBody(call.body));
      return { success: true, post: toVideoRecord(video) };
    },
    updatePost: async (call) => {
      const { version, ...changes } = call.body;
      const work = updateVideo(db, actorOf(call), Number(call.params.id), fromPostBody(changes), version);
      const video = await withCurrentRecord(toVideoRecord, work);
      return { success: true, post: toVideoRecord(video) };
    },
    deletePost: remove,
    deleteVideo: remove,
    findSimilarPosts: async ({ query: { link = '', titel = '', exclude } }) => {
      const limit = maxSimilar + 1;
      const withLink = link === '' ? [] : await videosWithLink(db, link, limit);
      const titled = index.page({ search: titleSearch(titel), order: 'newest', page: 1, limit });
      const withTitle = titel.trim() === '' || titled.correctedSearch !== undefined ? [] : titled.ids;
      const recordsOf = async (ids: number[]) => {
        const others = ids.filter((id) => String(id) !== exclude).slice(0, maxSimilar);
        return (await videosByIds(db, others)).map(toVideoRecord);
      };
      return { success: true, sameLink: await recordsOf(withLink), similarTitle: await recordsOf(withTitle) };
    },
  };
};
