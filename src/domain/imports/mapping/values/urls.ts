import { textOfHtml } from './html.ts';

/** A URL as feeds write it: with entities, blanks, or without its scheme. */
export const tidyUrl = (text: string): string => {
  const given = text.trim();
  const bare = given.includes('&amp;') ? textOfHtml(given) : given;
  if (bare.startsWith('//')) return `https:${bare}`.replaceAll(' ', '%20');
  if (/^www\.[\w-]+\.\w/i.test(bare)) return `https://${bare}`.replaceAll(' ', '%20');
  return bare.includes(' ') ? bare.replaceAll(' ', '%20') : bare;
};
