import type { MouseEvent } from 'react';
import { browserClient } from '../../browser-client.ts';
import { browserStore } from '../browser-store.ts';
import type { CardVideo } from './card-video.ts';

type Counts = Record<string, number>;

const countsIn = (stored: unknown): Counts =>
  Object.fromEntries(
    Object.entries(stored ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );

/** Views of the videos opened in this tab, because cached pages are older. The first-paint script adds to it. */
const countedViews = browserStore('views', countsIn, 'sessionStorage');

const maxCounts = 500;

const latest = ({ id, views }: CardVideo, counts: Counts) => {
  const counted = counts[id];
  return counted === undefined ? views : Math.max(counted, views ?? 0);
};

const remember = (id: string, views: number) => {
  const { [id]: _, ...others } = countedViews.read();
  // Numeric keys are in ascending order, so the oldest videos are dropped.
  const kept = Object.entries(others).slice(1 - maxCounts);
  countedViews.write({ ...Object.fromEntries(kept), [id]: views });
};

/** A video's views, including those that this visitor has added. */
export const useViews = (video: CardVideo) => latest(video, countedViews.use());

/** A card's views, and handlers that increase them immediately when the video is opened, in this or another tab. */
export const useCountedViews = (video: CardVideo) => {
  const views = useViews(video);
  const raise = (event: MouseEvent) => {
    const isSecondOfDoubleClick = event.detail > 1;
    if (event.button < 2 && !isSecondOfDoubleClick) remember(video.id, (latest(video, countedViews.read()) ?? 0) + 1);
  };
  return [views, { onClick: raise, onAuxClick: raise }] as const;
};

/** Reports a view of a video that is opened in this tab. In a new tab, the page itself reports it (first-paint.js). */
export const countView = async (id: string) => {
  try {
    const { views } = await browserClient.updateViews({ params: { id }, body: { views: countedViews.read()[id] } });
    remember(id, views);
  } catch (error) {
    console.warn(error);
  }
};
