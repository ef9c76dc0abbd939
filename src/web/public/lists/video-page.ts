import { data, redirect, redirectDocument } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { localHelpPath } from '#contract/values/hotlines.ts';
import { maxPage } from '#contract/values/lists.ts';
import type { Facets, VideoList } from '#contract/videos.ts';
import { type CardVideo, cardOf } from '../../components/video-card/card-video.ts';
import { isNotFoundOrInvalid } from '../api-error.ts';
import type { Narrowing } from '../narrowing/narrowing.ts';
import { notFound } from '../not-found.ts';
import { fetchPopular, type Popular } from './popular.ts';

/** The page number in a URL. Page 1 redirects to `firstPageHref`; anything but a number of 1 or more is not found. */
export const pageNumber = async (client: PublicClient, text: string | null | undefined, firstPageHref: string) => {
  if (text === null || text === undefined) return 1;
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > maxPage) throw await notFound(client, '/404');
  if (page === 1) throw redirect(firstPageHref, 301);
  return page;
};

type ListCall = {
  [Call in keyof PublicClient]: Awaited<ReturnType<PublicClient[Call]>> extends VideoList ? Call : never;
}[keyof PublicClient];

/** A call that lists videos, as data. */
export interface ListSource {
  call: ListCall;
  params?: Record<string, string>;
  query: Record<string, unknown>;
}

export const fetchList = (client: PublicClient, { call, params, query }: ListSource): Promise<VideoList> =>
  (client[call] as (input: object) => Promise<VideoList>)({ params, query });

/** One page of a list of videos, or the error that prevented it. */
export interface VideoPage {
  videos: CardVideo[];
  page: number;
  totalPages: number;
  totalRecords: number;
  correctedSearch?: string | undefined;
  didYouMean?: string | undefined;
  /** Words of the search that were left out, because no video has all of them. */
  droppedWords?: string[] | undefined;
  /** Nothing has a quoted phrase, so the videos are those with its words. */
  ignoredQuotes?: boolean | undefined;
  narrowing: Narrowing;
  facets?: Facets | undefined;
  /** Offered on an empty page. */
  popular?: Popular;
  error?: string;
  /** The call that the page comes from, for browsers that hide some of it. */
  source?: ListSource | undefined;
  /** How many videos of the list this browser hides, once that is known. */
  hiddenRecords?: number;
}

const emptyPage = { videos: [], totalPages: 0, totalRecords: 0 };

const withPopular = async (client: PublicClient, page: VideoPage): Promise<VideoPage> =>
  page.videos.length > 0 ? page : { ...page, popular: await fetchPopular(client) };

/** A search for a prohibited term leads to the hotlines. */
export const redirectToHelp = async (list: Promise<Pick<VideoList, 'notice'>>): Promise<void> => {
  const { notice } = await list.catch(() => ({ notice: undefined }));
  if (notice === 'help') throw redirectDocument(localHelpPath);
};

/** What a page shows of a response. */
export const shownOf = ({ records, totalPages, totalRecords, facets, ...read }: VideoList) => {
  const { correctedSearch, didYouMean, droppedWords, ignoredQuotes } = read;
  return {
    videos: records.map(cardOf),
    ...{ totalPages, totalRecords, correctedSearch, didYouMean, droppedWords, ignoredQuotes, facets },
  };
};

/** Resolves to the page to show, in which an error is a message. */
export const videoPage = async (
  client: PublicClient,
  { page, narrowing, source }: { page: number; narrowing: Narrowing; source: ListSource },
  list: Promise<VideoList> = fetchList(client, source),
  errorOf: (error: unknown) => string = () => 'Failed to fetch data',
): Promise<VideoPage> => {
  await redirectToHelp(list);
  try {
    return await withPopular(client, { ...shownOf(await list), page, narrowing, source });
  } catch (error) {
    if (isNotFoundOrInvalid(error)) return withPopular(client, { ...emptyPage, page, narrowing });
    return { ...emptyPage, page, narrowing, error: errorOf(error) };
  }
};

/** 404 for a page past the end, 503 if the list could not be loaded. */
const statusOf = ({ videos, error, page }: VideoPage, emptyIsMissing: boolean) => {
  if (error !== undefined) return 503;
  return videos.length === 0 && (emptyIsMissing || page > 1) ? 404 : 200;
};

/** With `emptyIsMissing`, an empty list is a 404: a tag or performer without videos does not exist. */
export const withStatus = <T extends { list: VideoPage }>(loaded: T, { emptyIsMissing = false } = {}) =>
  data(loaded, { status: statusOf(loaded.list, emptyIsMissing) });
