import type { LinkState } from '#contract/values/link-health.ts';
import { isWebUrl } from '#contract/values/url.ts';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { plainClient } from '../session/admin-client.ts';

const debounceMs = 300;

/** What is known of links that somebody edits, by their URLs. */
export const useLinkStates = (links: readonly string[]): ReadonlyMap<string, LinkState> => {
  const urls = [...new Set(links.map((link) => link.trim()).filter(isWebUrl))];
  const found = useDebouncedFetch(urls.join(' '), debounceMs, async () => {
    const { links: known } = await plainClient.getLinkStates({ body: { links: urls } });
    return new Map(known.map(({ url, state }) => [url, state]));
  });
  return found?.result ?? new Map();
};
