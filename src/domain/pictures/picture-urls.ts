import { isClip } from '#contract/values/previews.ts';
import { uploadsPath } from '#domain/uploads/uploads.ts';
import type { PictureHash } from './picture-hash.ts';
import { type PictureKind, picturePath } from './picture-kinds.ts';

/** Makes the URLs under which the image proxy serves the pictures of records. */
export interface PictureUrls {
  isOn: boolean;
  /** Undefined while the proxy is off, and for pictures that it does not serve: the site's own drawings. */
  of: (kind: PictureKind, key: string | number, url: string) => string | undefined;
  /** What a card may load by itself: pictures from the proxy, and no clips of other sites. All of them while it is off. */
  previewsOf: (videoId: number, urls: string[]) => string[];
  /** The tiny WebP of a picture, in Base64, if it is known. */
  placeholderOf: (url: string) => string | undefined;
}

interface PictureUrlsOptions {
  isOn: boolean;
  siteUrl: string;
  hashOf: PictureHash;
  /** By its hash. */
  placeholderOf: (hash: string) => string | undefined;
}

/** The path of an upload, if a URL leads to one. */
export const uploadPathOf = (url: string, siteUrl: string): string | undefined => {
  const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  return path.startsWith(uploadsPath) ? path : undefined;
};

export const createPictureUrls = ({ isOn, siteUrl, hashOf, placeholderOf }: PictureUrlsOptions): PictureUrls => {
  const isOwn = (url: string) => url.startsWith('/') || url.startsWith(`${siteUrl}/`);
  const isServed = (url: string) =>
    (/^https?:\/\//i.test(url) && !isOwn(url)) || uploadPathOf(url, siteUrl) !== undefined;

  const of: PictureUrls['of'] = (kind, key, url) =>
    isOn && isServed(url) ? picturePath({ kind, key: String(key), hash: hashOf(url) }) : undefined;
  return {
    isOn,
    of,
    previewsOf: (videoId, urls) =>
      isOn ? urls.filter((url) => isOwn(url) || !isClip(url)).map((url) => of('video', videoId, url) ?? url) : urls,
    placeholderOf: (url) => (isServed(url) ? placeholderOf(hashOf(url)) : undefined),
  };
};
