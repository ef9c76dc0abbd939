import type { postRoutes } from '#contract/posts.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import { deleteVideo } from '#domain/catalogue/delete-video.ts';
import { videosWithLink } from '#domain/catalogue/same-link.ts';
import { addVideo, updateVideo } from '#domain/catalogue/save-video.ts';
import { getStoredVideo, type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { actorOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { fromPostBody, toPostRecord } from './records/video.ts';

const maxSimilar = 5;

export const postHandlers = ({ db, index, pictures }: ApiContext): HandlersOf<keyof typeof postRoutes> => {
  const toRecord = (video: StoredVideo) => toPostRecord(index, video);

  /** The index knows how names are spelt; one that was created just now may not have arrived there. */
  const toSavedRecord = async (video: StoredVideo) => {
    const isKnown =
      video.tags.every((slug) => index.findName('tag', slug)) &&
      video.performers.every((slug) => index.findName('performer', slug));
    if (!isKnown) await waitUntilVisible(index);
    return toRecord(video);
  };

  const remove = async (call: Call<(typeof postRoutes)['deletePost']>) => {
    const { id } = call.params;
    await withCurrentRecord(toRecord, deleteVideo(db, actorOf(call), Number(id), call.body?.version));
    return { success: true as const, _id: id };
  };

  return {
    addPost: async (call) => {
      await pictures.hashBeforeSaving(call.body.imageUrl, ...(call.body.previewUrls ?? []));
      const video = await addVideo(db, actorOf(call), fromPostBody(call.body));
      return { success: true, post: await toSavedRecord(video) };
    },
    getPost: async ({ params }) => ({ success: true, post: toRecord(await getStoredVideo(db, Number(params.id))) }),
    updatePost: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.imageUrl, ...(changes.previewUrls ?? []));
      const work = updateVideo(db, actorOf(call), Number(call.params.id), fromPostBody(changes), version);
      const video = await withCurrentRecord(toRecord, work);
      return { success: true, post: await toSavedRecord(video) };
    },
    deletePost: remove,
    deleteVideo: remove,
    findSimilarPosts: async ({ query: { link = '', titel = '', exclude } }) => {
      const limit = maxSimilar + 1;
      const withLink = link === '' ? { ids: [], deleted: [] } : await videosWithLink(db, link, limit);
      const titled = index.page({ search: titleSearch(titel), exact: true, order: 'best', page: 1, limit });
      const withTitle = titel.trim() === '' || titled.searchedEverywhere ? [] : titled.ids;
      const recordsOf = async (ids: number[]) => {
        const others = ids.filter((id) => String(id) !== exclude).slice(0, maxSimilar);
        return (await storedVideosByIds(db, others)).map(toRecord);
      };
      return {
        success: true,
        sameLink: await recordsOf(withLink.ids),
        deletedLink: withLink.deleted.slice(0, maxSimilar).map(({ id, title, version, deletedAt }) => ({
          _id: String(id),
          titel: title,
          version,
          deletedAt: deletedAt.toISOString(),
        })),
        similarTitle: await recordsOf(withTitle),
      };
    },
  };
};
