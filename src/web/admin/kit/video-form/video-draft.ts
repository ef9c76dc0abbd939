import type { PostBody } from '#contract/posts.ts';
import type { VideoRecord } from '#contract/videos.ts';

export const videoCategories = [
  'english',
  'indian',
  'hijabi',
  'viral',
] as const satisfies readonly VideoRecord['Category'][];

/** A video as the form holds it. */
export interface VideoDraft {
  imageUrl: string;
  altKeywords: string;
  titel: string;
  desc: string;
  minutes: string;
  link: string;
  iframeUrl: string;
  Category: VideoRecord['Category'];
  name: string[];
  tags: string[];
}

export const videoLabels: { [K in keyof VideoDraft]: string } = {
  imageUrl: 'Image URL',
  altKeywords: 'Alt keywords',
  titel: 'Title',
  desc: 'Description',
  minutes: 'Minutes',
  link: 'External link',
  iframeUrl: 'Iframe URL',
  Category: 'Category',
  name: 'Stars',
  tags: 'Tags',
};

export const draftOf = (record: VideoRecord | null): VideoDraft => ({
  imageUrl: record?.imageUrl ?? '',
  altKeywords: record?.altKeywords ?? '',
  titel: record?.titel ?? '',
  desc: record?.desc ?? '',
  minutes: record?.minutes?.toString() ?? '',
  link: record?.link ?? '',
  iframeUrl: record?.iframeUrl ?? '',
  Category: record?.Category ?? 'english',
  name: record?.name ?? [],
  tags: record?.tags ?? [],
});

const minutesOf = ({ minutes }: VideoDraft) => (minutes.trim() === '' ? null : Number(minutes));

export const bodyOf = (draft: VideoDraft): PostBody => ({
  ...draft,
  imageUrl: draft.imageUrl.trim(),
  titel: draft.titel.trim(),
  link: draft.link.trim(),
  iframeUrl: draft.iframeUrl.trim(),
  minutes: minutesOf(draft),
});

/** The record that a list shows for a draft until the server has answered. */
export const recordOf = (draft: VideoDraft, base: VideoRecord | null, key: string): VideoRecord => ({
  _id: key,
  videoNo: 0,
  views: 0,
  version: 0,
  createdAt: '',
  ...base,
  ...draft,
  minutes: minutesOf(draft),
});

export const isSameDraft = (a: VideoDraft, b: VideoDraft) => JSON.stringify(a) === JSON.stringify(b);
