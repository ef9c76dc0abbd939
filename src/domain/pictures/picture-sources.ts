import type { NameProfiles } from '#domain/catalogue/name-profiles.ts';
import type { VideoReader } from '#domain/catalogue/video-reader.ts';
import type { ListedPartner } from '#domain/partners/listed-partners.ts';
import type { PictureName } from './picture-kinds.ts';

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
