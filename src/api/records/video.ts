import type { PostBody, PostEdit, PostFilterFields, PostRecord } from '#contract/posts.ts';
import { type EditedField, fromWireTexts, toWireTexts } from '#contract/values/post-fields.ts';
import type { PostFilter } from '#contract/values/posts.ts';
import type { Facets, VideoList, VideoRecord } from '#contract/videos.ts';
import { allLinks, otherLivingLinks } from '#domain/catalogue/links.ts';
import type { StoredVideo } from '#domain/catalogue/stored-videos.ts';
import type { PictureUrls } from '#domain/pictures/picture-urls.ts';
import type { Video, VideoPage } from '#domain/search/catalogue-index.ts';
import type { ApiContext } from '../http/call.ts';
import { starNamesOf, tagNamesOf } from './names.ts';
import { idOrNull, isoTime } from './wire-values.ts';

/** The pictures of a video at the image proxy; empty while it is off. */
const picturesOf = (urls: PictureUrls, { id, imageUrl, previewUrls }: Video) => {
  const picture = urls.of('video', id, imageUrl);
  const placeholder = picture && urls.placeholderOf(imageUrl);
  return {
    ...(picture && { picture }),
    ...(placeholder && { placeholder }),
    ...(previewUrls.length > 0 && urls.isOn && { previews: urls.previewsOf(id, previewUrls) }),
  };
};

/** A video in the API. Visitors also get the URLs of its pictures at the image proxy. */
export const toVideoRecord = (index: ApiContext['index'], video: Video, pictures?: PictureUrls): VideoRecord => ({
  _id: String(video.id),
  videoNo: video.id,
  ...toWireTexts(video),
  imageUrl: video.imageUrl,
  ...(pictures && picturesOf(pictures, video)),
  views: video.views,
  minutes: video.minutes,
  link: video.link,
  otherLinks: otherLivingLinks(video),
  iframeUrl: video.iframeUrl,
  previewUrls: video.previewUrls,
  Category: video.category,
  tags: video.tags,
  ...tagNamesOf(index, video.tags),
  name: video.performers,
  ...starNamesOf(index, video.performers),
  createdAt: video.publishedAt.toISOString(),
  version: video.version,
});

/** The links in the operator's order. Play skips dead ones. */
export const preferredFirst = (video: Video) => {
  const [link = '', ...otherLinks] = allLinks(video);
  return { link, otherLinks };
};

/** A video in any state, for admins. */
export const toPostRecord = (index: ApiContext['index'], video: StoredVideo): PostRecord => ({
  ...toVideoRecord(index, video),
  ...preferredFirst(video),
  deadLinks: video.deadLinks,
  state: video.state,
  publishAt: isoTime(video.publishAt),
  partner: idOrNull(video.partnerId),
  createdBy: video.createdBy,
  withheldBy: video.withheldBy,
  hiddenBecause: video.hiddenBecause,
  source: video.source,
  rightsHolder: video.rightsHolder,
  consent: video.consent,
  recordDate: video.recordDate,
});

/** Removes what only the site's admins may see. */
export const toPushedRecord = (post: PostRecord): PostRecord => ({
  ...post,
  createdBy: null,
  withheldBy: [],
  hiddenBecause: [],
  source: '',
  rightsHolder: '',
  consent: '',
  recordDate: null,
});

const timeOf = (time: PostEdit['publishAt']) => (typeof time === 'string' ? new Date(time) : time);

const idOf = (id: PostEdit['partner']) => (typeof id === 'string' ? Number(id) : id);

const minutesOf = (minutes: PostEdit['minutes']) => {
  if (minutes === '') return null;
  return typeof minutes === 'string' ? Number(minutes) : minutes;
};

const namesOf = (name: PostEdit['name']) => {
  if (typeof name !== 'string') return name;
  return name.trim() === '' ? [] : [name];
};

export const fromPostBody = <Body extends PostBody | PostEdit>(body: Body) =>
  ({
    ...fromWireTexts<Body>(body),
    imageUrl: body.imageUrl as Body['imageUrl'],
    link: body.link,
    otherLinks: body.otherLinks,
    iframeUrl: body.iframeUrl,
    previewUrls: body.previewUrls,
    category: body.Category as Body['Category'],
    minutes: minutesOf(body.minutes),
    tags: body.tags,
    performers: namesOf(body.name),
    state: body.state,
    publishAt: timeOf(body.publishAt),
    partnerId: idOf(body.partner),
    source: body.source,
    rightsHolder: body.rightsHolder,
    consent: body.consent,
    recordDate: body.recordDate,
  }) satisfies Record<Exclude<EditedField, 'partner'> | 'partnerId', unknown>;

export const toVideoList = async (
  { videos, index, pictureUrls }: ApiContext,
  { ids, total, ...taken }: VideoPage,
  { page, limit }: { page: number; limit: number },
  facets?: Facets,
): Promise<VideoList> => {
  const pictures = await pictureUrls();
  return {
    records: (await videos.byIds(ids)).map((video) => toVideoRecord(index, video, pictures)),
    totalPages: Math.ceil(total / limit),
    currentPage: page,
    totalRecords: total,
    ...taken,
    ...(facets && { facets }),
  };
};

const filterIdOf = (id: string | undefined) => (id === undefined ? undefined : Number(id));

export const fromPostFilter = ({
  Category,
  star,
  partner,
  by,
  import: importId,
  ...same
}: PostFilterFields): PostFilter => ({
  search: same.search,
  state: same.state,
  category: Category,
  tag: same.tag,
  performer: star,
  partner: filterIdOf(partner),
  host: same.host,
  addedFrom: same.addedFrom,
  addedTo: same.addedTo,
  viewsFrom: same.viewsFrom,
  viewsTo: same.viewsTo,
  minutesFrom: same.minutesFrom,
  minutesTo: same.minutesTo,
  without: same.without,
  by: filterIdOf(by),
  import: filterIdOf(importId),
});
