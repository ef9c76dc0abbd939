import { titleSlugOf } from './names.ts';

// With the u flag, \ud800-\udfff matches lone surrogates only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const forbidden = /[\s\u0000-\u001f\u007f-\u009f"<>\\\ud800-\udfff]/u;

/** An absolute http or https URL that is safe to put into a link. */
export const isWebUrl = (text: string) =>
  /^https?:\/\//i.test(text) && !forbidden.test(text) && URL.canParse(text) && new URL(text).hostname !== '';

/** A web URL, or a path on this site. Refuses `//host`, which browsers read as another site. */
export const isWebUrlOrPath = (text: string) => (/^\/(?!\/)/.test(text) ? !forbidden.test(text) : isWebUrl(text));

/** For the `pattern` of inputs. The server validates the rest. */
export const webUrlOrPathPattern = '(https?://|/(?!/)).+';

/** Percent-encoding makes a letter up to 12 characters long, and sitemaps take URLs of at most 2,048. */
const maxEncodedLetters = 100;

const ascii = /^[a-z0-9-]*$/;

const pathSlugOf = (title: string) => {
  const slug = titleSlugOf(title);
  return ascii.test(slug) ? slug : encodeURIComponent([...slug].slice(0, maxEncodedLetters).join(''));
};

/** The canonical path of a video. Its page is also served without the title. */
export const videoPath = (id: string | number, title: string) => {
  const slug = pathSlugOf(title);
  return `/video/${id}${slug === '' ? '' : `-${slug}`}`;
};

/** Patterns of routes don't match across line terminators. */
const lineTerminator = /[\n\r\u2028\u2029]/;

/** Whether routes can match a path: it has neither malformed percent-encoding nor line terminators. */
export const isReadablePath = (path: string): boolean => {
  try {
    return !lineTerminator.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/**
 * Whether a player may be shown in a frame. Only over https and never from this site itself: a same-origin frame with
 * scripts can remove its own sandbox.
 */
export const canPlayInPlace = (embedUrl: string, siteUrl: string) => {
  if (!URL.canParse(embedUrl)) return false;
  const { protocol, host } = new URL(embedUrl);
  return protocol === 'https:' && host !== new URL(siteUrl).host;
};

/** Whether the path of a page, or of its data, belongs to the back-office. */
export const isAdminPath = (path: string) => /^\/admin(\/|\.data$|$)/i.test(path);

/** Whether an embedded player is the video itself, which search engines want to know from a page that plays it. */
export const isVideoFile = (embedUrl: string) =>
  URL.canParse(embedUrl) && /\.(mp4|webm|m4v)$/i.test(new URL(embedUrl).pathname);

/** Clicks on a post's play button or another of its links, starts of its embedded player, and clicks on a partner. */
export const clickKinds = ['play', 'link', 'embed', 'visit'] as const;
export type ClickKind = (typeof clickKinds)[number];

/** Browsers report clicks to this path. */
export const clicksPath = '/clicks';

/** The image proxy serves pictures below this path. */
export const picturesPath = '/picture/';

/** In pixels. They fit cards (two in a row on phones, four on desktops, also on dense screens) and posters. */
export const pictureWidths = [320, 640, 1280] as const;
export type PictureWidth = (typeof pictureWidths)[number];

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const drawing = /^(\/art\/(performer\/|logo\/)?\d{1,9})\.svg$/;
const drawingSizes = { '': [1280, 720], 'performer/': [800, 1000], 'logo/': [400, 400] } as const;

/** The JPEG of a drawing of this site, which is an SVG: previews of links cannot show one. Undefined for other pictures. */
const jpegOfDrawing = (picture: string) => {
  const [, path, kind = ''] = drawing.exec(picture) ?? [];
  if (path === undefined) return undefined;
  const [width, height] = drawingSizes[kind as keyof typeof drawingSizes];
  return { url: `${path}.jpg`, width, height };
};

/** Previews of links and search engines can't show SVG. */
const isRaster = (picture: string) => picture !== '' && !/\.svg($|[?#])/i.test(picture);

/** What others than visitors see of a picture: a drawing as JPEG, with its size, or undefined if there is no such form of it. */
export const rasterOf = (picture: string): { url: string; width?: number; height?: number } | undefined =>
  jpegOfDrawing(picture) ?? (isRaster(picture) ? { url: pictureUrl(picture, 1280) } : undefined);

/** The width of the tiny picture that is shown until the real one has loaded. */
export const placeholderWidth = 16;

/** Whether a picture comes from the image proxy, in several widths and formats. */
export const isProxied = (picture: string) => picture.startsWith(picturesPath);

/** The URL of a picture in one width and format. Pictures that are not from the proxy have only one. */
export const pictureUrl = (picture: string, width: PictureWidth, format: PictureFormat = 'webp') =>
  isProxied(picture) ? `${picture}/${width}.${format}` : picture;
