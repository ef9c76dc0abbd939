import { redirect } from 'react-router';
import type { PublicClient } from '#contract/client.ts';
import { maxPage } from '#contract/values/paging.ts';
import { notFound } from './not-found.ts';

/** The page that a URL names. Page 1 redirects to `firstPageHref`; anything but a number of 1 or more is not found. */
export const pageNumber = async (client: PublicClient, text: string | null | undefined, firstPageHref: string) => {
  if (text === null || text === undefined) return 1;
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > maxPage) throw await notFound(client, '/404');
  if (page === 1) throw redirect(firstPageHref, 301);
  return page;
};
