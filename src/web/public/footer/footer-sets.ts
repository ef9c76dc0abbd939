import type { Client } from '#contract/client.ts';
import { footerPerformers, footerTags } from '../fallback-lists.ts';

export interface FooterSets {
  tags: string[];
  performers: string[];
}

/** What the page is about. Pages without a subject get random sets. */
export interface FooterSubject {
  selectedTag?: string;
  tags: string[];
  performers: string[];
}

export const fetchFooterTags = async (client: Client, subject?: FooterSubject) => {
  const query = { count: 30, selectedTag: subject?.selectedTag ?? '', pageTags: subject?.tags.join(',') ?? '' };
  return (await client.getFooterTags({ query })).tags;
};

export const fetchFooterPerformers = async (client: Client, subject?: FooterSubject) => {
  const query = { count: 32, tagPornstars: subject?.performers.join(',') ?? '' };
  return (await client.getFooterPornstars({ query })).pornstars;
};

/** Both sets. Built-in names replace one that cannot be loaded. */
export const footerSets = async (client: Client, subject?: FooterSubject): Promise<FooterSets> => {
  const [tags, performers] = await Promise.all([
    fetchFooterTags(client, subject).catch(() => footerTags),
    fetchFooterPerformers(client, subject).catch(() => footerPerformers),
  ]);
  return { tags, performers };
};
