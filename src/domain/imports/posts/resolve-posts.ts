import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ImportRules } from '#contract/values/imports.ts';
import { noRecords, type PostState } from '#contract/values/posts.ts';
import type { Db, Tx } from '#db/database.ts';
import { tidyTexts } from '#domain/catalogue/post-texts.ts';
import { createNameReader, findIds, findOrCreateIdsBySlug } from '#domain/catalogue/tags-and-performers.ts';
import type { ImportedPost } from '../mapping/mapper.ts';
import type { PostValues } from './post-values.ts';

/** Finds a partner by name or id. */
export type PartnerFinder = (partner: string) => number | undefined;

export const createPartnerFinder = async (db: Db): Promise<PartnerFinder> => {
  const partners = await db.selectFrom('partners').select(['id', 'name']).where('deleted_at', 'is', null).execute();
  const ids = new Set(partners.map(({ id }) => id));
  const byName = new Map(partners.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  return (partner) => {
    const text = partner.trim();
    if (text === '') return undefined;
    return byName.get(text.toLowerCase()) ?? (ids.has(Number(text)) ? Number(text) : undefined);
  };
};

/** The state of a new post. Posts hidden in the feed become drafts, regardless of the rules. */
const firstState = (
  { state, publishedAt }: Pick<ImportedPost, 'state' | 'publishedAt'>,
  { publish }: Pick<ImportRules, 'publish'>,
  now: Date,
): PostState => {
  const isInFuture = publishedAt !== null && publishedAt > now;
  if (publish === 'draft' || state === 'draft' || state === 'withheld') return 'draft';
  if (state === 'scheduled' && !isInFuture) return 'draft';
  return isInFuture || publish === 'hourly' ? 'scheduled' : 'published';
};

type Field = 'tags' | 'performers';

/** More than most feeds have. */
const maxCached = 50_000;

/** Finds the ids of tags and performers, with a cache because the rows of a feed share most of them. */
export interface NameIds {
  /** Returns ids by slug, without names that don't exist yet. */
  find: (db: Db, field: Field, namesBySlug: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, number>>;
  /**
   * Checks that the names of posts weren't merged or deleted since they were found. With `lock`, merges and deletions
   * wait until the transaction ends, and then include its posts.
   */
  areCurrent: (tx: Tx, posts: readonly ResolvedPost[], options: { lock: boolean }) => Promise<boolean>;
  clear: () => void;
}

const isGone = (field: Field) =>
  sql.raw(
    `merged_into is not null or retired_at is not null${field === 'performers' ? ' or deleted_at is not null' : ''}`,
  );

/** Locks in sorted order, so that concurrent transactions cannot deadlock. */
const areIdsCurrent = async (tx: Tx, field: Field, posts: readonly ResolvedPost[], lock: boolean) => {
  const ids = new Set(posts.flatMap(({ values }) => values[field].filter((id) => typeof id === 'number')));
  if (ids.size === 0) return true;
  const { rows } = await sql<{ current: number }>`
    with found as materialized (
      select name.is_gone from unnest(${sql.val([...ids].sort((a, b) => a - b))}::integer[]) as given(id)
        cross join lateral (
          select ${isGone(field)} as is_gone from ${sql.table(field)} where id = given.id limit 1 ${lock ? sql`for share` : sql``}
        ) as name)
    select count(*) as current from found where not is_gone`.execute(tx);
  return rows[0]?.current === ids.size;
};

export const createNameIds = (): NameIds => {
  const cached = {
    tags: new LRUCache<string, number>({ maxSize: maxCached, sizeCalculation: () => 1 }),
    performers: new LRUCache<string, number>({ maxSize: maxCached, sizeCalculation: () => 1 }),
  };

  const find: NameIds['find'] = async (db, field, namesBySlug) => {
    const ids = new Map<string, number>();
    const uncached = new Map<string, string>();
    for (const [slug, name] of namesBySlug) {
      const id = cached[field].get(slug);
      if (id === undefined) uncached.set(slug, name);
      else ids.set(slug, id);
    }
    if (uncached.size === 0) return ids;
    // The result has spelling variants as well. Only cache what was looked up.
    const found = await findIds(db, field, uncached);
    for (const slug of uncached.keys()) {
      const id = found.get(slug);
      if (id === undefined) continue;
      cached[field].set(slug, id);
      ids.set(slug, id);
    }
    return ids;
  };

  return {
    find,
    areCurrent: async (tx, posts, { lock }) =>
      (await areIdsCurrent(tx, 'tags', posts, lock)) && (await areIdsCurrent(tx, 'performers', posts, lock)),
    clear: () => {
      cached.tags.clear();
      cached.performers.clear();
    },
  };
};

/** A post of a feed with the ids of its tags, performers and partner. */
export interface ResolvedPost {
  values: PostValues;
  /** Names by slug, as spelled in the feed. */
  tags: Map<string, string>;
  /** Names by slug, as spelled in the feed. */
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
    const { link, otherLinks, imageUrl, category, minutes, publishedAt, views } = post;
    const values: PostValues = {
      ...noRecords,
      ...post.records,
      recordDate: post.records.recordDate || null,
      ...tidyTexts(post),
      link,
      otherLinks: otherLinks.filter((each) => each !== link),
      imageUrl,
      tags: idsOf(named.tags, tagIds),
      performers: idsOf(named.performers, performerIds),
      category,
      duration: minutes,
      publishedAt,
      views,
      iframeUrl: post.iframeUrl,
      previewUrls: post.previewUrls,
      partner: partnerOf(post.partner) ?? rules.partnerId,
      state: firstState(post, rules, now),
    };
    return { values, ...named };
  });
};

/** Creates missing tags and performers, and replaces their slugs by ids. */
export const createNames = async (tx: Tx, posts: readonly ResolvedPost[]): Promise<void> => {
  for (const field of ['tags', 'performers'] as const) {
    const incomplete = posts.filter(({ values }) => values[field].some((id) => typeof id === 'string'));
    if (incomplete.length === 0) continue;
    const missing = new Map(
      incomplete.flatMap((post) =>
        post.values[field].flatMap((slug) =>
          typeof slug === 'string' ? [[slug, post[field].get(slug) ?? slug] as const] : [],
        ),
      ),
    );
    const ids = await findOrCreateIdsBySlug(tx, field, missing);
    for (const { values } of incomplete)
      values[field] = [...new Set(values[field].map((id) => (typeof id === 'string' ? (ids.get(id) ?? id) : id)))];
  }
};
