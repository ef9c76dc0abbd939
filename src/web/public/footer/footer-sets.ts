import type { Client } from '#contract/client.ts';
import { seedOf } from '#contract/values/ten-minutes.ts';
import { type Named, namedPerformers, namedTags } from '../../components/named.ts';
import { footerPerformers, footerTags } from '../fallback-lists.ts';

export interface FooterSets {
  tags: Named[];
  performers: Named[];
}

/** What the page is about. Pages without a subject get random sets. */
export interface FooterSubject {
  selectedTag?: string;
  tags: string[];
  performers: string[];
}

export const fetchFooterTags = async (client: Client, subject?: FooterSubject) => {
  const query = {
    count: 30,
    seed: seedOf('footer tags'),
    selectedTag: subject?.selectedTag ?? '',
    pageTags: subject?.tags.join(',') ?? '',
  };
  const { tags, tagNames } = await client.getFooterTags({ query });
  return namedTags(tags, tagNames);
};

export const fetchFooterPerformers = async (client: Client, subject?: FooterSubject) => {
  const query = { count: 32, seed: seedOf('footer performers'), tagPornstars: subject?.performers.join(',') ?? '' };
  const { pornstars, starNames } = await client.getFooterPornstars({ query });
  return namedPerformers(pornstars, starNames);
};

/** Both sets. Built-in names replace one that cannot be loaded. */
export const footerSets = async (client: Client, subject?: FooterSubject): Promise<FooterSets> => {
  const [tags, performers] = await Promise.all([
    fetchFooterTags(client, subject).catch(() => namedTags(footerTags)),
    fetchFooterPerformers(client, subject).catch(() => namedPerformers(footerPerformers)),
  ]);
  return { tags, performers };
};
