import { titleSlugOf } from './slug.ts';

/** Percent-encoding makes a letter up to 12 characters long, and sitemaps take URLs of at most 2,048. */
const maxEncodedLetters = 100;

const ascii = /^[a-z0-9-]*$/;

const pathSlugOf = (title: string) => {
  const slug = titleSlugOf(title);
  return ascii.test(slug) ? slug : encodeURIComponent([...slug].slice(0, maxEncodedLetters).join(''));
};

/** The canonical path of a video, for every link to it. Its page also answers without the title. */
export const videoPath = (id: string | number, title: string) => {
  const slug = pathSlugOf(title);
  return `/video/${id}${slug === '' ? '' : `-${slug}`}`;
};
