import { data, isRouteErrorResponse } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { fetchPopular, type Popular } from './lists/popular.ts';

interface NotFoundData {
  /** Undefined if the page never existed. */
  removed?: 'video' | 'page';
  /** Undefined on pages without the age gate, which must not show videos. */
  popular?: Popular;
  /** Replaces the requested URL in the address bar. */
  path: '/404' | '/notfound';
}

/** For loaders to throw: shows the not-found page instead of the requested one. */
export const notFound = async (client: PublicClient, path: NotFoundData['path'], status = 404) =>
  data<NotFoundData>({ popular: await fetchPopular(client), path }, { status });

/** Like `notFound`, for something that was removed. The status 410 tells crawlers not to come back. */
export const gone = async (client: PublicClient, path: NotFoundData['path'], removed: 'video' | 'page') =>
  data<NotFoundData>({ popular: await fetchPopular(client), path, removed }, { status: 410 });

/** Like `notFound`, for pages without the age gate. */
export const notFoundWithoutVideos = () => data<NotFoundData>({ path: '/404' }, { status: 404 });

/** In an error boundary, the data that a loader threw with `notFound`. */
export const notFoundDataOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.data?.path ? (error.data as NotFoundData) : undefined;
