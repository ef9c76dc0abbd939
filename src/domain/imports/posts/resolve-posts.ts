import type { ImportRules } from '#contract/values/imports.ts';
import { tidyTitle } from '#contract/values/names.ts';
import { noRecords } from '#contract/values/record-parts.ts';
import type { Db, Tx } from '#db/database.ts';
import { createNameReader, findOrCreateIdsBySlug } from '#domain/catalogue/tags-and-performers.ts';
import type { ImportedPost } from '../mapping/imported-post.ts';
import type { PartnerFinder } from './find-partner.ts';
import { firstState } from './first-state.ts';
import type { NameIds } from './name-ids.ts';
import type { PostValues } from './post-values.ts';

/** A post of a feed in the words of the catalogue. */
export interface ResolvedPost {
  values: PostValues;
  /** As the feed spells them, by slug. */
  tags: Map<string, string>;
  performers: Map<string, string>;
}

type Ids = ReadonlyMap<string, number>;

const idsOf = (names: ReadonlyMap<string, string>, ids: Ids) => [
  ...new Set([...names.keys()].map((slug) => ids.get(slug) ?? slug)),
];

interface ResolveOptions {
  rules: ImportRules;
  partnerOf: PartnerFinder;
  nameIds: NameIds;
  now: Date;
}

const merged = (maps: readonly ReadonlyMap<string, string>[]) => new Map(maps.flatMap((map) => [...map]));

/** Finds the ids of names and partners. Names that don't exist yet stay slugs until createNames(). */
export const resolvePosts = async (
  db: Db,
  posts: readonly ImportedPost[],
  { rules, partnerOf, nameIds, now }: ResolveOptions,
): Promise<ResolvedPost[]> => {
  const [readTags, readPerformers] = [createNameReader('tags'), createNameReader('name')];
  const tags = posts.map((post) => readTags(post.tags));
  const performers = posts.map((post) => readPerformers(post.performers));
  const tagIds = await nameIds.find(db, 'tags', merged(tags));
  const performerIds = await nameIds.find(db, 'performers', merged(performers));
  return posts.map((post, at) => {
    const named = { tags: tags[at] ?? new Map(), performers: performers[at] ?? new Map() };
    const { title, link, otherLinks, imageUrl, description, category, minutes, publishedAt, views } = post;
    const values: PostValues = {
      ...noRecords,
      ...post.records,
      recordDate: post.records.recordDate || null,
      title: tidyTitle(title),
      link,
      otherLinks: otherLinks.filter((each) => each !== link),
      imageUrl,
      description: description.trim(),
      tags: idsOf(named.tags, tagIds),
      performers: idsOf(named.performers, performerIds),
      category,
      duration: minutes,
      publishedAt,
      views,
      iframeUrl: post.iframeUrl,
      previewUrls: post.previewUrls,
      altKeywords: post.altKeywords.trim(),
      partner: partnerOf(post.partner) ?? rules.partnerId,
      state: firstState(post, rules, now),
    };
    return { values, ...named };
  });
};

/** Creates the names of posts that don't exist yet, and puts their ids in place of their slugs. */
export const createNames = async (tx: Tx, posts: readonly ResolvedPost[]): Promise<void> => {
  for (const [table, field] of [
    ['tags', 'tags'],
    ['performers', 'performers'],
  ] as const) {
    const lacking = posts.filter(({ values }) => values[field].some((id) => typeof id === 'string'));
    if (lacking.length === 0) continue;
    const missing = new Map(
      lacking.flatMap((post) =>
        post.values[field].flatMap((slug) =>
          typeof slug === 'string' ? [[slug, post[field].get(slug) ?? slug] as const] : [],
        ),
      ),
    );
    const ids = await findOrCreateIdsBySlug(tx, table, missing);
    for (const { values } of lacking)
      values[field] = [...new Set(values[field].map((id) => (typeof id === 'string' ? (ids.get(id) ?? id) : id)))];
  }
};
