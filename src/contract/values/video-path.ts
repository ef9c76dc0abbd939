import { titleSlugOf } from './slug.ts';

/** The canonical path of a video. Links may leave the title out: the page adds it to the address bar. */
export const videoPath = (id: string | number, title: string) => {
  const slug = titleSlugOf(title);
  return `/video/${id}${slug === '' ? '' : `-${slug}`}`;
};
