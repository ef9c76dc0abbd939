import type { PublicClient } from '#contract/client.ts';
import { seedOf } from '#contract/values/ten-minutes.ts';
import { type Named, namedPerformers, namedTags } from '../../components/named.ts';
import { footerPerformers, footerTags } from '../fallback-lists.ts';

export interface FooterSets {
  tags: Named[];
  performers: Named[];
}

const maxTags = 30;
const maxPerformers = 32;

/** What the page is about. Pages without a subject get random sets. */
export interface FooterSubject {
  selectedTag?: string;
  tags: string[];
  performers: string[];
}

export const fetchFooterTags = async (client: PublicClient, subject?: FooterSubject) => {
  const query = {
    count: maxTags,
    seed: seedOf('footer tags'),
    selectedTag: subject?.selectedTag ?? '',
    pageTags: subject?.tags.slice(0, maxTags).join(',') ?? '',
  };
  const { tags, tagNames } = await client.getFooterTags({ query });
  return namedTags(tags, tagNames);
};

export const fetchFooterPerformers = async (client: PublicClient, subject?: FooterSubject) => {
  const query = {
    count: maxPerformers,
    seed: seedOf('footer performers'),
    tagPornstars: subject?.performers.slice(0, maxPerformers).join(',') ?? '',
  };
  const { pornstars, starNames } = await client.getFooterPornstars({ query });
  return namedPerformers(pornstars, starNames);
};

/** Both sets. Built-in names replace one that cannot be loaded. */
export const footerSets = async (client: PublicClient, subject?: FooterSubject): Promise<FooterSets> => {
  const [tags, performers] = await Promise.all([
    fetchFooterTags(client, subject).catch(() => namedTags(footerTags)),
    fetchFooterPerformers(client, subject).catch(() => namedPerformers(footerPerformers)),
  ]);
  return { tags, performers };
};
