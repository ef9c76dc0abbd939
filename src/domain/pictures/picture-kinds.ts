import { picturesPath } from '#contract/values/pictures.ts';

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
