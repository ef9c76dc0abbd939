import { type ExportedPostField, exportedPostFields } from '#contract/values/catalogue-file.ts';
import type { ExportedName } from '#domain/exports/exported-names.ts';
import type { ExportedPost } from '#domain/exports/exported-posts.ts';
import type { Partner } from '#domain/partners/partners.ts';
import type { NameSummary } from '#domain/search/catalogue-index.ts';
import { type ExportedList, exportedList } from '../http/exported-list.ts';
import { toNetworkRecord } from './partner.ts';
import { preferredFirst } from './video.ts';

const toPost = (post: ExportedPost) =>
  ({
    _id: String(post.id),
    titel: post.title,
    ...preferredFirst(post),
    imageUrl: post.imageUrl,
    desc: post.description,
    tags: post.tagNames,
    name: post.performerNames,
    Category: post.category,
    minutes: post.minutes,
    // Of a scheduled post, when it is to be published.
    publishedAt: (post.publishAt ?? post.publishedAt).toISOString(),
    views: post.views,
    iframeUrl: post.iframeUrl,
    previewUrls: post.previewUrls,
    altKeywords: post.altKeywords,
    partner: post.partnerName,
    state: post.state,
    source: post.source,
    rightsHolder: post.rightsHolder,
    consent: post.consent,
    recordDate: post.recordDate,
  }) satisfies Record<ExportedPostField, unknown>;

export const postFile: ExportedList<ExportedPost> = exportedList(exportedPostFields, toPost);

const nameFields = ['slug', 'name', 'image', 'description', 'aliases'] as const;

export const toTag = ({ slug, name, imageUrl, description, aliases }: ExportedName) => ({
  slug,
  name,
  image: imageUrl,
  description,
  aliases,
});

export const toStar = (star: ExportedName) => ({ ...toTag(star), category: star.category });

export const tagFile = exportedList(nameFields, toTag);

export const starFile = exportedList([...nameFields, 'category'], toStar);

/** As a list shows it, with how it is used. */
export type UsedName = ExportedName & Pick<NameSummary, 'count' | 'firstUsed' | 'lastUsed'>;

const useFields = ['count', 'firstUsed', 'lastUsed'] as const;

const useOf = ({ count, firstUsed, lastUsed }: UsedName) => ({
  count,
  firstUsed: firstUsed?.toISOString() ?? null,
  lastUsed: lastUsed?.toISOString() ?? null,
});

export const usedTagFile = exportedList([...nameFields, ...useFields], (tag: UsedName) => ({
  ...toTag(tag),
  ...useOf(tag),
}));

export const usedStarFile = exportedList([...nameFields, 'category', ...useFields], (star: UsedName) => ({
  ...toStar(star),
  ...useOf(star),
}));

const networkFields = [
  '_id',
  'name',
  'url',
  'logo',
  'description',
  'category',
  'active',
  'email',
  'submittedAt',
  'approvedAt',
  'freeUntil',
  'paidAt',
  'rejectedAt',
  'rejectReason',
  'createdAt',
  'updatedAt',
] as const;

export const toNetwork = (partner: Partner) => {
  const { version, ...record } = toNetworkRecord(partner);
  return record;
};

export const networkFile = exportedList(networkFields, toNetwork);
