import type { VideoList, VideoRecord } from '#contract/videos.ts';
import type { Video } from '#domain/catalogue/videos.ts';
import type { ApiContext } from '../http/context.ts';

/** A video in the spelling of the wire. */
export const toRecord = (video: Video): VideoRecord => ({
  _id: String(video.id),
  videoNo: video.id,
  titel: video.title,
  desc: video.description,
  imageUrl: video.imageUrl,
  altKeywords: video.altKeywords,
  views: video.views,
  minutes: video.minutes,
  link: video.link,
  iframeUrl: video.iframeUrl,
  Category: video.category,
  tags: video.tags,
  name: video.performers,
  createdAt: video.publishedAt.toISOString(),
  version: video.version,
});

/** What the index found, with the records read by their keys. */
export const toVideoList = async (
  { videos }: ApiContext,
  found: { ids: number[]; total: number; correctedSearch?: string },
  { page, limit }: { page: number; limit: number },
): Promise<VideoList> => ({
  records: (await videos.byIds(found.ids)).map(toRecord),
  totalPages: Math.ceil(found.total / limit),
  currentPage: page,
  totalRecords: found.total,
  ...(found.correctedSearch === undefined ? {} : { correctedSearch: found.correctedSearch }),
});
