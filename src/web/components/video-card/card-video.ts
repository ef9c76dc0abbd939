import type { VideoRecord } from '#contract/videos.ts';

/** What a card needs of a video: no more than this travels with the page. */
export interface CardVideo {
  id: string;
  title: string;
  alt: string;
  image: string;
  views: number | null;
  minutes: number | null;
  /** Its tags as one text: by a word of it, a style sheet hides the card. */
  tagWords: string;
}

export const cardOf = (record: VideoRecord): CardVideo => ({
  id: record._id,
  title: record.titel,
  alt: record.altKeywords || record.titel,
  image: record.imageUrl,
  views: record.views ?? null,
  minutes: record.minutes ?? null,
  tagWords: record.tags.join(' '),
});
