import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isClip } from '#contract/values/previews.ts';
import { picturesPath } from '#contract/values/urls.ts';
import type { NameProfiles } from '#domain/catalogue/name-profiles.ts';
import type { VideoReader } from '#domain/catalogue/videos.ts';
import type { ListedPartner } from '#domain/partners/partners.ts';
import { deriveKey } from '#domain/secrets.ts';
import { uploadsPath } from '#domain/uploads/uploads.ts';

/** Changes with the way in which pictures are encoded: browsers keep them for a year. */
const encoding = 1;
const hashDigits = 20;
/** A size, because lru-cache reserves the memory for `max` entries at once. */
const bounds = { maxSize: 20_000, sizeCalculation: () => 1 };

/** By which a picture is known to the image proxy: a keyed hash (HMAC) of its URL, which nobody else can make. */
export type PictureHash = (url: string) => string;

export const createPictureHash = (secretKey: Buffer): PictureHash => {
  const key = deriveKey(secretKey, `pictures ${encoding}`);
  const hashes = new LRUCache<string, string>({
    ...bounds,
    memoMethod: (url) => createHmac('sha256', key).update(url).digest('hex').slice(0, hashDigits),
  });
  return (url) => hashes.memo(url);
};

/**
 * What a picture belongs to. Videos are known by their id, performers and tags by their slug; the few partners and banners are
 * searched for the picture.
 */
export const pictureKinds = { video: 'v', performer: 's', tag: 't', partner: 'n', banner: 'b' } as const;
export type PictureKind = keyof typeof pictureKinds;

/** A picture in the URL of the proxy: what it belongs to, and the hash of its own URL. */
export interface PictureName {
  kind: PictureKind;
  /** An id, a slug, or nothing. */
  key: string;
  /** Undefined for whatever picture a video has now. */
  hash: string | undefined;
}

export const picturePath = ({ kind, key, hash }: PictureName) =>
  `${picturesPath}${pictureKinds[kind]}${encodeURIComponent(key)}${hash === undefined ? '' : `-${hash}`}`;

const kindOf = new Map(Object.entries(pictureKinds).map(([kind, letter]) => [letter, kind as PictureKind]));
const hashed = /^([vstnb])(.*)-([0-9a-f]{20})$/s;
const unhashed = /^v(\d{1,15})$/;

/** Undefined if no picture has such a name. */
export const parsePictureName = (name: string): PictureName | undefined => {
  const [, letter = '', key = '', hash] = hashed.exec(name) ?? ['', 'v', unhashed.exec(name)?.[1] ?? ''];
  const kind = kindOf.get(letter as 'v');
  if (!kind || (hash === undefined && key === '')) return undefined;
  if (kind === 'video' && !/^\d{1,15}$/.test(key)) return undefined;
  // PostgreSQL stores no null characters.
  if (key.includes('\0')) return undefined;
  return { kind, key, hash };
};

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

/** Returns the URLs of all pictures that visitors may see of a record right now; none if it is gone, withheld or hidden. */
export type FindPictures = (name: Pick<PictureName, 'kind' | 'key'>) => Promise<string[]>;

interface PictureSourcesOptions {
  videos: VideoReader;
  /** Of performers. */
  profiles: NameProfiles;
  tagProfiles: NameProfiles;
  listedPartners: () => Promise<ListedPartner[]>;
  banners: () => Promise<readonly { image: string }[]>;
}

export const createPictureSources = (from: PictureSourcesOptions): FindPictures => {
  const ofName = async (profiles: NameProfiles, slug: string) => {
    const profile = (await profiles.bySlugs([slug])).get(slug);
    return profile ? [profile.imageUrl] : [];
  };
  return async ({ kind, key }) => {
    switch (kind) {
      case 'video': {
        const videos = await from.videos.byIds([Number(key)]);
        return videos.flatMap(({ imageUrl, previewUrls }) => [imageUrl, ...previewUrls]);
      }
      case 'performer':
        return ofName(from.profiles, key);
      case 'tag':
        return ofName(from.tagProfiles, key);
      case 'partner':
        return (await from.listedPartners()).map(({ logo }) => logo);
      case 'banner':
        return (await from.banners()).map(({ image }) => image);
    }
  };
};
