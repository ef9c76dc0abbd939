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

/** The columns of a video with these links, some of which may be known to be dead. Without a living one, play leads to the first. */
export const linkColumns = (all: readonly string[], dead: readonly string[]) => {
  const links = [...new Set(all)].filter((link) => link !== '');
  return {
    link: links.find((link) => !dead.includes(link)) ?? links[0] ?? '',
    links: links.length > 1 ? links : [],
    dead_links: links.filter((link) => dead.includes(link)),
  };
};
