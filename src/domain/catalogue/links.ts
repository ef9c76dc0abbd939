import { linkKeyOf } from './link-forms.ts';

/** Where a video can be watched. */
export interface Links {
  /** Where play leads: the first that is not dead. */
  link: string;
  /** All of them in the operator's order, the preferred one first; empty when there is only one. */
  links: readonly string[];
  /** Those that were found dead. */
  deadLinks: readonly string[];
}

/** In the operator's order. */
export const allLinks = ({ link, links }: Pick<Links, 'link' | 'links'>): string[] => {
  if (links.length > 0) return [...links];
  return link === '' ? [] : [link];
};

/** What is offered besides the link that play leads to. */
export const otherLivingLinks = (video: Links): string[] =>
  video.links.filter((link) => link !== video.link && !video.deadLinks.includes(link));

/** Each place once, in its first spelling. */
export const distinctLinks = (links: readonly string[]): string[] => {
  if (links.length < 2) return [...links];
  const places = new Set<string>();
  return links.filter((link) => {
    const key = linkKeyOf(link);
    const isNew = !places.has(key);
    places.add(key);
    return isNew;
  });
};

/** Where play leads with these links, some of which may be known to be dead. Without a living one, it leads to the first. */
export const playColumns = (links: readonly string[], dead: readonly string[]) => ({
  link: links.find((link) => !dead.includes(link)) ?? links[0] ?? '',
  dead_links: links.filter((link) => dead.includes(link)),
});

/** The columns of a video that is saved with these links. */
export const linkColumns = (all: readonly string[], dead: readonly string[]) => {
  const links = distinctLinks(all.filter((link) => link !== ''));
  return { ...playColumns(links, dead), links: links.length > 1 ? links : [] };
};
