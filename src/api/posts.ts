import type { Route } from '#contract/calls/route.ts';
import type { recordRoutes } from '#contract/exports.ts';
import type { calendarRoutes, postRoutes, uploadRoutes } from '#contract/posts.ts';
import { imageMissing, imageTooLarge, limits } from '#contract/values/fields.ts';
import { titleSearch } from '#contract/values/lists.ts';
import type { RecordPart } from '#contract/values/post-fields.ts';
import { videosWithLink } from '#domain/catalogue/links.ts';
import { getStoredVideo, type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { scheduledBetween } from '#domain/catalogue/video-state.ts';
import { ValidationError } from '#domain/errors.ts';
import { recordExport } from '#domain/exports/exports.ts';
import { importRecords, previewImport } from '#domain/post-records/import-records.ts';
import { everyRecord } from '#domain/post-records/post-records.ts';
import { findPosts } from '#domain/posts/find-posts.ts';
import { countUnpublished } from '#domain/posts/post-list.ts';
import { addVideo, deleteVideo, updateVideo } from '#domain/posts/save-video.ts';
import {
  deleteOwnDraft,
  pushPost,
  readOwnDraft,
  takeFromDailyLimit,
  updateOwnDraft,
} from '#domain/pushed-posts/pushed-posts.ts';
import { wordsOf } from '#domain/search/catalogue-index.ts';
import { encodePicture, imageKind, storePicture } from '#domain/uploads/pictures.ts';
import type { ApiContext, Call, HandlersOf } from './http/call.ts';
import { actorOf, sessionOf } from './http/caller.ts';
import { withCurrentRecord } from './http/error-handler.ts';
import { fileOf, sendFile } from './http/exported-files.ts';
import { readFileForm, readPictureForm } from './http/multipart.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { recordFile } from './records/exported.ts';
import { fromPostBody, fromPostFilter, toPostRecord, toPushedRecord } from './records/video.ts';

const maxSimilar = 5;

export const postHandlers = ({ db, index, pictures }: ApiContext): HandlersOf<keyof typeof postRoutes> => {
  const toRecord = (video: StoredVideo) => toPostRecord(index, video);

  /** Waits for the index if it doesn't have a new name yet: the response takes display names from it. */
  const waitForNewNames = async (video: StoredVideo) => {
    const isKnown =
      video.tags.every((slug) => index.findName('tag', slug)) &&
      video.performers.every((slug) => index.findName('performer', slug));
    if (!isKnown) await waitUntilVisible(index);
  };

  /** Holders of tokens for drafts only see the fields that they sent. */
  const recordFor = (call: Pick<Call<Route>, 'session'>) => (video: StoredVideo) =>
    sessionOf(call).token?.draftsOnly ? toPushedRecord(toRecord(video)) : toRecord(video);

  const saved = async (call: Pick<Call<Route>, 'session'>, work: Promise<StoredVideo>) => {
    const video = await withCurrentRecord(recordFor(call), work);
    await waitForNewNames(video);
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
      const titled = index.page({
        search: titleSearch(wordsOf(titel).join(' ')),
        exact: true,
        order: 'best',
        page: 1,
        limit,
      });
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

const recordsUpload = {
  field: 'file',
  bytes: limits.recordImport.bytes,
  missing: 'Choose a CSV file to import.',
  tooLarge: `The file may be at most ${limits.recordImport.bytes / 1024 / 1024} MB. Split it into several.`,
};

export const recordHandlers = (context: ApiContext): HandlersOf<keyof typeof recordRoutes> => {
  const { db } = context;
  return {
    countMissingRecords: async ({ query }) => {
      const count = async (without: 'records' | RecordPart) => {
        const { total } = await findPosts(context, fromPostFilter({ ...query, without }), { page: 1, limit: 1 });
        return total;
      };
      const [records, source, rightsHolder, consent, recordDate] = await Promise.all([
        count('records'),
        count('source'),
        count('rightsHolder'),
        count('consent'),
        count('recordDate'),
      ]);
      return { success: true, records, source, rightsHolder, consent, recordDate };
    },
    exportRecords: async ({ query, reply, ...call }) => {
      const filter = query.without === undefined ? '' : `without=${query.without}`;
      await recordExport(db, actorOf(call), { name: 'records', format: 'csv', filter, count: undefined });
      const file = fileOf(recordFile, 'csv', everyRecord(db, query.without));
      return sendFile(reply, { name: 'records', format: 'csv' }, file);
    },
    importRecords: async (call) => {
      const report = await readFileForm(call.request, recordsUpload, (file) =>
        call.query.dryRun ? previewImport(db, file) : importRecords(db, actorOf(call), file),
      );
      return { success: true, ...report };
    },
  };
};

export const calendarHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof calendarRoutes> => ({
  getCalendar: async ({ query: { from, to } }) => {
    const videos = await scheduledBetween(db, new Date(from), new Date(to));
    const posts = videos.map(({ id, title, imageUrl, publishAt }) => ({
      _id: String(id),
      titel: title,
      imageUrl,
      publishAt: publishAt.toISOString(),
    }));
    const { draft: drafts, scheduled } = await countUnpublished(db);
    return { success: true, posts, drafts, scheduled };
  },
});

export const uploadHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof uploadRoutes> => ({
  uploadImage: async ({ request, session }) => {
    const { picture } = await readPictureForm(request, { picture: 'image', tooLarge: imageTooLarge });
    if (!picture?.length) throw new ValidationError(imageMissing, { image: imageMissing });
    if (session?.token) await takeFromDailyLimit(db, session.token, 'pictures');
    const content = await encodePicture(picture, imageKind);
    return { success: true, url: await storePicture(db, content, imageKind) };
  },
});
