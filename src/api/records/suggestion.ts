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
  { profiles, pictureUrls }: ApiContext,
  performers: IndexedName[],
): Promise<Suggestion[]> => {
  const pictures = await pictureUrls();
  const found = await profiles.bySlugs(performers.map(({ slug }) => slug));
  return performers.map((performer) => {
    const imageUrl = found.get(performer.slug)?.imageUrl;
    const picture = imageUrl && pictures.of('performer', performer.slug, imageUrl);
    return {
      text: displayNameOf('performer', performer),
      type: 'star',
      slug: performer.slug,
      ...(imageUrl ? { imageUrl } : {}),
      ...(picture ? { picture } : {}),
    };
  });
};

export const suggestedVideo = ({ id, title }: Video): Suggestion => ({
  text: title,
  type: 'video',
  slug: videoPath(id, title).slice('/video/'.length),
});
