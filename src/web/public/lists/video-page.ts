import { data } from 'react-router';
import type { VideoList } from '#contract/videos.ts';
import { type CardVideo, cardOf } from '../../components/video-card/card-video.ts';
import { cannotExist } from '../api-error.ts';

/** One page of a list of videos, or why there is none. */
export interface VideoPage {
  videos: CardVideo[];
  page: number;
  totalPages: number;
  totalRecords: number;
  correctedSearch?: string | undefined;
  error?: string;
}

const emptyPage = (page: number): VideoPage => ({ videos: [], page, totalPages: 0, totalRecords: 0 });

/** Asks for a page and says what went wrong where it cannot be had. */
export const videoPage = async (
  page: number,
  list: Promise<VideoList>,
  errorOf: (error: unknown) => string = () => 'Failed to fetch data',
): Promise<VideoPage> => {
  try {
    const { records, totalPages, totalRecords, correctedSearch } = await list;
    return { videos: records.map(cardOf), page, totalPages, totalRecords, correctedSearch };
  } catch (error) {
    return cannotExist(error) ? emptyPage(page) : { ...emptyPage(page), error: errorOf(error) };
  }
};

/** A page of nothing is not found; what could not be had is not the visitor's fault. */
const statusOf = ({ videos, error, page }: VideoPage, emptyIsMissing: boolean) => {
  if (error !== undefined) return 503;
  return videos.length === 0 && (emptyIsMissing || page > 1) ? 404 : 200;
};

/** `emptyIsMissing`: the list is about something that only exists through its videos. */
export const withStatus = <T extends { list: VideoPage }>(answer: T, { emptyIsMissing = false } = {}) =>
  data(answer, { status: statusOf(answer.list, emptyIsMissing) });
