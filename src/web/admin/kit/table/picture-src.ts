import { picturesPath } from '#contract/values/urls.ts';

/**
 * Where the back-office loads a picture from: an admin's browser should not talk to other sites either. What is withheld is not
 * kept on the way.
 */
export const pictureSrc = (url: string, { width = 320, isWithheld = false } = {}) =>
  /^https?:\/\//i.test(url)
    ? `${picturesPath}any/${width}.webp?url=${encodeURIComponent(url)}${isWithheld ? '&withheld' : ''}`
    : url;
