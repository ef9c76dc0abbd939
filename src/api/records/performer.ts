import type { StarRecord } from '#contract/stars.ts';
import type { Performer } from '#domain/directory/performers.ts';

export const toStarRecord = (performer: Performer): StarRecord => ({
  _id: String(performer.id),
  name: performer.name,
  slug: performer.slug,
  image: performer.imageUrl,
  description: performer.description,
  category: performer.category,
  version: performer.version,
  createdAt: performer.createdAt.toISOString(),
  updatedAt: performer.updatedAt.toISOString(),
});

export const fromStarBody = <Body extends { image?: string }>({ image, ...same }: Body) => ({
  ...same,
  imageUrl: image,
});
