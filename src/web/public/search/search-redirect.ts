import { redirect } from 'react-router';
import type { PublicClient } from '#contract/client.ts';
import { limits } from '#contract/values/limits.ts';

/** Leads to the page that an operator has chosen for this search, if there is one. */
export const followSearchRedirect = async (client: PublicClient, search: string, page: number): Promise<void> => {
  if (search === '' || search.length > limits.search || page > 1) return;
  const { path } = await client.findSearchRedirect({ query: { q: search } });
  if (path !== null) throw redirect(path);
};
