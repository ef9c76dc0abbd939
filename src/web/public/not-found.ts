import { data, isRouteErrorResponse } from 'react-router';
import type { PublicClient } from '#contract/client.ts';
import { fetchPopular, type Popular } from './lists/popular.ts';

/** What was removed. Other pages that are missing have never existed. */
type Gone = 'video' | 'page';

interface Missing {
  gone?: Gone | undefined;
  /** Not on pages that everyone may read. */
  popular?: Popular;
  /** What the address bar shows instead of the URL that was requested. */
  path: '/404' | '/notfound';
}

/** For loaders to throw: the not-found page is sent in place of the page, with this status. */
export const notFound = async (client: PublicClient, path: Missing['path'], status = 404) =>
  data<Missing>({ popular: await fetchPopular(client), path }, { status });

/** The same for what was removed: crawlers need not come again. */
export const goneAway = async (client: PublicClient, path: Missing['path'], gone: Gone) =>
  data<Missing>({ popular: await fetchPopular(client), path, gone }, { status: 410 });

/** The same for pages without the age gate. */
export const notFoundWithoutVideos = (status = 404) => data<Missing>({ path: '/404' }, { status });

/** What `notFound` has thrown, in an error boundary. */
export const missingOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.data?.path ? (error.data as Missing) : undefined;
