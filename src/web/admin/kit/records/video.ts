import type { PostBody, PostRecord } from '#contract/posts.ts';
import type { Category } from '#contract/values/categories.ts';
import {
  byName,
  type EditedField,
  editedFields,
  fromWireTexts,
  type PostTexts,
  postFields,
  postTexts,
  toWireTexts,
} from '#contract/values/post-fields.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { VideoList, VideoRecord } from '#contract/videos.ts';
import { adminClient, plainClient } from '../session/admin-client.ts';
import { editableNames } from './editable-names.ts';
import { type RecordCalls, type Versioned, withId } from './record.ts';

/** A video as the form edits it. */
export interface VideoDraft extends PostTexts {
  imageUrl: string;
  minutes: string;
  /** The preferred link. */
  link: string;
  /** Other places to watch the video. Undefined if it comes from a public list. */
  otherLinks?: string[];
  iframeUrl: string;
  previewUrls: string[];
  category: Category;
  performers: string[];
  tags: string[];
  state: PostState;
  /** ISO 8601; blank unless the state is scheduled. */
  publishAt: string;
  /** The network's id, or blank. Undefined if the video comes from a public list, as are the records below. */
  partner?: string;
  source?: string;
  rightsHolder?: string;
  consent?: string;
  /** 2026-01-31, or blank. */
  recordDate?: string;
}

/** Text in the inputs for names that hasn't been added as a name yet. */
export type TypedNames = Record<'performers' | 'tags', string>;

export const nothingTyped: TypedNames = { performers: '', tags: '' };

export interface Video extends Omit<VideoDraft, 'minutes'>, Versioned {
  minutes: number | null;
  views: number;
  createdAt: string;
  /** Why visitors don't see it, in sentences; empty if they do. */
  hiddenBecause: readonly string[];
  /** The subset of its links that are dead. */
  deadLinks: readonly string[];
}

/** Public lists only contain published videos, so their records have no state. */
export const fromRecord = (record: VideoRecord | PostRecord): Video => ({
  id: record._id,
  version: record.version,
  ...fromWireTexts(record),
  imageUrl: record.imageUrl,
  minutes: record.minutes,
  link: record.link,
  iframeUrl: record.iframeUrl,
  previewUrls: record.previewUrls,
  category: record.Category,
  performers: editableNames(record.name, record.starNames),
  tags: editableNames(record.tags, record.tagNames),
  views: record.views,
  createdAt: record.createdAt,
  ...('state' in record
    ? {
        state: record.state,
        publishAt: record.publishAt ?? '',
        partner: record.partner ?? '',
        hiddenBecause: record.hiddenBecause,
        otherLinks: record.otherLinks,
        deadLinks: record.deadLinks,
        source: record.source,
        rightsHolder: record.rightsHolder,
        consent: record.consent,
        recordDate: record.recordDate ?? '',
      }
    : { state: 'published', publishAt: '', hiddenBecause: [], deadLinks: [] }),
});

export const fromList = ({ records, totalPages, totalRecords }: VideoList) => ({
  videos: records.map(fromRecord),
  totalPages,
  totalRecords,
});
export interface Videos extends ReturnType<typeof fromList> {
  /** The display name of the tag or performer. */
  name?: string | undefined;
}

export const fromRanking = ({ _id, titel, views }: Pick<VideoRecord, '_id' | 'titel' | 'views'>) => ({
  id: _id,
  title: titel,
  views,
});

export const noVideos: Videos = { videos: [], totalPages: 0, totalRecords: 0 };

const parseMinutes = (minutes: string) => (minutes.trim() === '' ? null : Number(minutes));

/** The form of a withheld post doesn't change its state. */
const stateFields = ({ state, publishAt }: VideoDraft) =>
  state === 'withheld' ? {} : { state, publishAt: state === 'scheduled' && publishAt !== '' ? publishAt : null };

export const toBody = (draft: VideoDraft): PostBody => ({
  ...toWireTexts(byName(postTexts, (name) => draft[name].trim())),
  imageUrl: draft.imageUrl.trim(),
  minutes: parseMinutes(draft.minutes),
  link: draft.link.trim(),
  ...(draft.otherLinks === undefined
    ? {}
    : { otherLinks: draft.otherLinks.map((url) => url.trim()).filter((url) => url !== '') }),
  iframeUrl: draft.iframeUrl.trim(),
  previewUrls: draft.previewUrls.map((url) => url.trim()).filter((url) => url !== ''),
  Category: draft.category,
  name: draft.performers,
  tags: draft.tags,
  ...stateFields(draft),
  ...(draft.partner === undefined ? {} : { partner: draft.partner || null }),
  ...(draft.source === undefined ? {} : { source: draft.source }),
  ...(draft.rightsHolder === undefined ? {} : { rightsHolder: draft.rightsHolder }),
  ...(draft.consent === undefined ? {} : { consent: draft.consent }),
  ...(draft.recordDate === undefined ? {} : { recordDate: draft.recordDate || null }),
});

/** Records are never copied from one post to another. */
const emptyRecords = { source: '', rightsHolder: '', consent: '', recordDate: '' };

export const emptyDraft: VideoDraft = {
  ...byName(postTexts, () => ''),
  imageUrl: '',
  minutes: '',
  link: '',
  otherLinks: [],
  iframeUrl: '',
  previewUrls: [],
  category: 'english',
  performers: [],
  tags: [],
  state: 'published',
  publishAt: '',
  partner: '',
  ...emptyRecords,
};

/** The next post of a series, with what the posts have in common. */
export const nextDraftOf = ({ category, tags, partner = '' }: VideoDraft): VideoDraft => ({
  ...emptyDraft,
  category,
  tags,
  partner,
});

/** A copy of a post as a draft, without links and records. */
export const copyOf = (draft: VideoDraft): VideoDraft => ({
  ...draft,
  ...emptyRecords,
  link: '',
  otherLinks: [],
  iframeUrl: '',
  partner: draft.partner ?? '',
  state: 'draft',
  publishAt: '',
});

export const draftOf = (video: Video | null): VideoDraft => {
  if (!video) return emptyDraft;
  const { id, version, views, createdAt, hiddenBecause, deadLinks, minutes, ...fields } = video;
  return { ...fields, minutes: minutes?.toString() ?? '' };
};

/** The video that a list shows for an unsaved draft. */
export const previewOf = (draft: VideoDraft, base: Video | null, id: string): Video => ({
  ...draft,
  id,
  version: base?.version ?? 0,
  views: base?.views ?? 0,
  createdAt: base?.createdAt ?? '',
  hiddenBecause: base?.hiddenBecause ?? [],
  deadLinks: base?.deadLinks ?? [],
  minutes: parseMinutes(draft.minutes),
});

export const isSameDraft = (a: VideoDraft, b: VideoDraft) => JSON.stringify(a) === JSON.stringify(b);

export const videoLabels: Record<keyof VideoDraft, string> = byName(editedFields, (name) => postFields[name].label);

const renamedFields = editedFields.filter((name) => postFields[name].wire !== name);
const fieldNames: Record<string, EditedField & keyof VideoDraft> = Object.fromEntries(
  renamedFields.map((name) => [postFields[name].wire, name]),
);

export const videoCalls: RecordCalls<Video, VideoDraft> = {
  drafts: 'post',
  add: async (draft) => fromRecord((await adminClient.addPost({ body: toBody(draft) })).post),
  // A response without JSON counts as success.
  update: async ({ id, version }, draft) => {
    const response = await adminClient.updatePost({ params: { id }, body: { ...toBody(draft), version } });
    return response?.post && fromRecord(response.post);
  },
  remove: ({ id, version }) => adminClient.deletePost({ params: { id }, body: { version } }),
  fromWire: fromRecord,
  fieldNames,
};

export const loadVideo = async (id: string) => fromRecord((await adminClient.getPost({ params: { id } })).post);

export const loadVideos = async (query: { page: number; limit: number; search?: string }): Promise<Videos> =>
  fromList(await adminClient.getPosts({ query }));

export const findSimilarVideos = async (link: string, title: string, exclude: string | undefined) => {
  const query = { link, titel: title, ...(exclude ? { exclude } : {}) };
  const { sameLink, deletedLink, similarTitle } = await plainClient.findSimilarPosts({ query });
  return {
    sameLink: sameLink.map(fromRecord),
    deletedLink: deletedLink.map(({ titel: title, ...record }) => ({ ...withId(record), title })),
    similarTitle: similarTitle.map(fromRecord),
  };
};

/** Deletes a post from the list of a tag or performer, which has a separate API call. */
export const deleteVideo = ({ id, version }: Versioned) =>
  adminClient.deleteVideo({ params: { id }, body: { version } });

export const loadTagVideos = async (
  tag: string,
  query: { page: number; limit: number; search: string },
): Promise<Videos> => {
  const list = await adminClient.getTagPosts({ params: { tag }, query });
  return { ...fromList(list), name: list.tag?.name };
};

export const loadPerformerVideos = async (
  performer: string,
  query: { page: number; limit: number; search: string },
): Promise<Videos> => fromList(await adminClient.getPostList({ query: { ...query, star: performer } }));

/** The display name of a performer. */
export const loadPerformerName = async (slug: string) =>
  (await adminClient.getPornstar({ params: { name: slug }, query: { limit: 1 } })).star?.name;
