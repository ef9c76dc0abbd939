import type { Suggestion } from '#contract/search.ts';
import { displayNameOf } from '#contract/values/names.ts';
import { videoPath } from '#contract/values/video-path.ts';
import type { Video } from '#domain/catalogue/videos.ts';
import type { IndexedName } from '#domain/search/catalogue-index.ts';
import type { ApiContext } from '../http/context.ts';

export const suggestedTag = (tag: IndexedName): Suggestion => ({
  text: displayNameOf('tag', tag),
  type: 'tag',
  slug: tag.slug,
});

export const suggestedPerformers = async (
  { portraits }: ApiContext,
  performers: IndexedName[],
): Promise<Suggestion[]> => {
  const images = await portraits.bySlugs(performers.map(({ slug }) => slug));
  return performers.map((performer) => {
    const imageUrl = images.get(performer.slug);
    return {
      text: displayNameOf('performer', performer),
      type: 'star',
      slug: performer.slug,
      ...(imageUrl === undefined ? {} : { imageUrl }),
    };
  });
};

export const suggestedVideo = ({ id, title }: Video): Suggestion => ({
  text: title,
  type: 'video',
  slug: videoPath(id, title).slice('/video/'.length),
});
