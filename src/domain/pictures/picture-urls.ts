import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isClip } from '#contract/values/previews.ts';
import { picturesPath } from '#contract/values/urls.ts';
import type { NameProfiles } from '#domain/catalogue/name-profiles.ts';
import type { VideoReader } from '#domain/catalogue/videos.ts';
import type { ListedPartner } from '#domain/partners/partners.ts';
import { deriveKey } from '#domain/secrets.ts';
import { uploadPathOf } from '#domain/uploads/uploads.ts';

/** Increase it when pictures are encoded differently, because browsers cache them for a day. */
const encoding = 1;
const hashDigits = 20;
/** With `max`, lru-cache would allocate the memory for all entries at once. */
const bounds = { maxSize: 20_000, sizeCalculation: () => 1 };

/** The image proxy's id of a picture: a keyed hash (HMAC) of its URL, which cannot be forged. */
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
 * The record that a picture belongs to. Videos are identified by id, performers and tags by slug. Partners and banners have no key:
 * there are few, so all of them are searched for the picture.
 */
export const pictureKinds = { video: 'v', performer: 's', tag: 't', partner: 'n', banner: 'b' } as const;
export type PictureKind = keyof typeof pictureKinds;

/** The name of a picture in a URL of the proxy. */
export interface PictureName {
  kind: PictureKind;
  /** The id or slug of the record, or ''. */
  key: string;
  /** The hash of the picture's own URL. Undefined for a video's current picture. */
  hash: string | undefined;
}

export const picturePath = ({ kind, key, hash }: PictureName) =>
  `${picturesPath}${pictureKinds[kind]}${encodeURIComponent(key)}${hash === undefined ? '' : `-${hash}`}`;

const kindOf = new Map(Object.entries(pictureKinds).map(([kind, letter]) => [letter, kind as PictureKind]));
const hashed = /^([vstnb])(.*)-([0-9a-f]{20})$/s;
const unhashed = /^v(\d{1,15})$/;

export const parsePictureName = (name: string): PictureName | undefined => {
  const [, letter = '', key = '', hash] = hashed.exec(name) ?? ['', 'v', unhashed.exec(name)?.[1] ?? ''];
  const kind = kindOf.get(letter as 'v');
  if (!kind || (hash === undefined && key === '')) return undefined;
  if (kind === 'video' && !/^\d{1,15}$/.test(key)) return undefined;
  // PostgreSQL rejects NUL characters.
  if (key.includes('\0')) return undefined;
  return { kind, key, hash };
};

/** URLs of records' pictures on the image proxy. */
export interface PictureUrls {
  isOn: boolean;
  /** Undefined if the proxy is off, and for the site's own drawings, which it doesn't serve. */
  of: (kind: PictureKind, key: string | number, url: string) => string | undefined;
  /** Previews that a card may load: pictures from the proxy, and no clips of other sites. All previews if the proxy is off. */
  previewsOf: (videoId: number, urls: string[]) => string[];
  /** The tiny WebP placeholder of a picture in Base64, if there is one. */
  placeholderOf: (url: string) => string | undefined;
}

interface PictureUrlsOptions {
  isOn: boolean;
  siteUrl: string;
  hashOf: PictureHash;
  placeholderOf: (hash: string) => string | undefined;
}

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

/** Returns the URLs of all pictures of a record that visitors may see right now. Empty if it is gone, withheld or hidden. */
export type FindPictures = (name: Pick<PictureName, 'kind' | 'key'>) => Promise<string[]>;

interface PictureSourcesOptions {
  videos: VideoReader;
  profiles: NameProfiles;
  tagProfiles: NameProfiles;
  listedPartners: () => Promise<ListedPartner[]>;
  banners: () => Promise<readonly { image: string }[]>;
}

export const createPictureFinder = (sources: PictureSourcesOptions): FindPictures => {
  const ofName = async (profiles: NameProfiles, slug: string) => {
    const profile = (await profiles.bySlugs([slug])).get(slug);
    return profile ? [profile.imageUrl] : [];
  };
  return async ({ kind, key }) => {
    switch (kind) {
      case 'video': {
        const videos = await sources.videos.byIds([Number(key)]);
        return videos.flatMap(({ imageUrl, previewUrls }) => [imageUrl, ...previewUrls]);
      }
      case 'performer':
        return ofName(sources.profiles, key);
      case 'tag':
        return ofName(sources.tagProfiles, key);
      case 'partner':
        return (await sources.listedPartners()).map(({ logo }) => logo);
      case 'banner':
        return (await sources.banners()).map(({ image }) => image);
    }
  };
};
