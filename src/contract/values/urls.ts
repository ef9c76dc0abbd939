import { titleSlugOf } from './names.ts';

// With the u flag, \ud800-\udfff matches lone surrogates only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const forbidden = /[\s\u0000-\u001f\u007f-\u009f"<>\\\ud800-\udfff]/u;

/** An absolute http or https URL that is safe to put into a link. */
export const isWebUrl = (text: string) =>
  /^https?:\/\//i.test(text) && !forbidden.test(text) && URL.canParse(text) && new URL(text).hostname !== '';

/** A web URL, or a path on this site. `//host` is neither: browsers read it as another site. */
export const isWebUrlOrPath = (text: string) => (/^\/(?!\/)/.test(text) ? !forbidden.test(text) : isWebUrl(text));

/** How such a text begins, for the `pattern` of an input; the server checks the rest. */
export const webUrlOrPathPattern = '(https?://|/(?!/)).+';

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

/** They would end the part of a path that a route matches. */
const lineTerminator = /[\n\r\u2028\u2029]/;

/** Whether routes can match a path: not with malformed percent-encoding, nor with the end of a line. */
export const isReadablePath = (path: string): boolean => {
  try {
    return !lineTerminator.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/** How visitors leave: by a post's play button, by another of its links, by starting its embedded player, or by a partner's link. */
export const clickKinds = ['play', 'link', 'embed', 'visit'] as const;
export type ClickKind = (typeof clickKinds)[number];

/** Where browsers send clicks to. */
export const clicksPath = '/clicks';

/** Where the image proxy serves pictures. */
export const picturesPath = '/picture/';

/** In pixels: two cards beside each other on a phone, four on a desktop, each also for dense screens; and the poster of a video. */
export const pictureWidths = [320, 640, 1280] as const;
export type PictureWidth = (typeof pictureWidths)[number];

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Of the tiny picture that is shown until the real one has loaded. */
export const placeholderWidth = 16;

/** Whether a picture comes from the proxy, in several widths and formats. */
export const isProxied = (picture: string) => picture.startsWith(picturesPath);

/** One file of a picture. Pictures that are not from the proxy have a single one. */
export const pictureUrl = (picture: string, width: PictureWidth, format: PictureFormat = 'webp') =>
  isProxied(picture) ? `${picture}/${width}.${format}` : picture;
