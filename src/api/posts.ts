import type { postRoutes } from '#contract/posts.ts';
import type { Route } from '#contract/route.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import { videosWithLink } from '#domain/catalogue/same-link.ts';
import { getStoredVideo, type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { deleteVideo } from '#domain/posts/delete-video.ts';
import { addVideo, updateVideo } from '#domain/posts/save-video.ts';
import { deleteOwnDraft, readOwnDraft, updateOwnDraft } from '#domain/pushed-posts/own-drafts.ts';
import { pushPost } from '#domain/pushed-posts/push-post.ts';
import { actorOf, sessionOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { fromPostBody, toPostRecord, toPushedRecord } from './records/video.ts';

const maxSimilar = 5;

export const postHandlers = ({ db, index, pictures }: ApiContext): HandlersOf<keyof typeof postRoutes> => {
  const toRecord = (video: StoredVideo) => toPostRecord(index, video);

  /** The index knows how names are spelt; one that was created just now may not have arrived there. */
  const namesAreKnown = async (video: StoredVideo) => {
    const isKnown =
      video.tags.every((slug) => index.findName('tag', slug)) &&
      video.performers.every((slug) => index.findName('performer', slug));
    if (!isKnown) await waitUntilVisible(index);
  };

  /** Whoever was given a token for drafts sees of them what they sent. */
  const recordFor = (call: Pick<Call<Route>, 'session'>) => (video: StoredVideo) =>
    sessionOf(call).token?.draftsOnly ? toPushedRecord(toRecord(video)) : toRecord(video);

  const saved = async (call: Pick<Call<Route>, 'session'>, work: Promise<StoredVideo>) => {
    const video = await withCurrentRecord(recordFor(call), work);
    await namesAreKnown(video);
    return { success: true as const, post: recordFor(call)(video) };
  };

  const remove = async (call: Call<(typeof postRoutes)['deletePost']>) => {
    const { id } = call.params;
    const { token } = sessionOf(call);
    const target = [Number(id), call.body?.version] as const;
    const work = token
      ? deleteOwnDraft(db, actorOf(call), token, ...target)
      : deleteVideo(db, actorOf(call), ...target);
    await withCurrentRecord(recordFor(call), work);
    return { success: true as const, _id: id };
  };

  return {
    addPost: async (call) => {
      await pictures.hashBeforeSaving(call.body.imageUrl, ...(call.body.previewUrls ?? []));
      const { token } = sessionOf(call);
      const video = fromPostBody(call.body);
      return saved(call, token ? pushPost(db, actorOf(call), token, video) : addVideo(db, actorOf(call), video));
    },
    getPost: async (call) => {
      const { token } = sessionOf(call);
      const id = Number(call.params.id);
      const video = await (token ? readOwnDraft(db, token, id) : getStoredVideo(db, id));
      return { success: true, post: recordFor(call)(video) };
    },
    updatePost: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.imageUrl, ...(changes.previewUrls ?? []));
      const { token } = sessionOf(call);
      const change = [Number(call.params.id), fromPostBody(changes), version] as const;
      return saved(
        call,
        token ? updateOwnDraft(db, actorOf(call), token, ...change) : updateVideo(db, actorOf(call), ...change),
      );
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
