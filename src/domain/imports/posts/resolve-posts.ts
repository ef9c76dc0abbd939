import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ImportRules } from '#contract/values/imports.ts';
import { tidyTitle } from '#contract/values/names.ts';
import { noRecords, type PostState } from '#contract/values/posts.ts';
import type { Db, Tx } from '#db/database.ts';
import { createNameReader, findIds, findOrCreateIdsBySlug } from '#domain/catalogue/tags-and-performers.ts';
import type { ImportedPost } from '../mapping/mapper.ts';
import type { PostValues } from './post-values.ts';

/** The id of the partner that a row names, by id or by name; undefined if there is none. */
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

/** The state of a new post. What its row calls hidden is never published at once, whatever the rules say. */
const firstState = (
  { state, publishedAt }: Pick<ImportedPost, 'state' | 'publishedAt'>,
  { publish }: Pick<ImportRules, 'publish'>,
  now: Date,
): PostState => {
  const isAhead = publishedAt !== null && publishedAt > now;
  if (publish === 'draft' || state === 'draft' || state === 'withheld') return 'draft';
  if (state === 'scheduled' && !isAhead) return 'draft';
  return isAhead || publish === 'hourly' ? 'scheduled' : 'published';
};

type Field = 'tags' | 'performers';

/** What most feeds have in all. */
const maxRemembered = 50_000;

/** Finds the ids of names. Rows of a feed have most of them in common, so what was found is remembered. */
export interface NameIds {
  /** By slug; names that don't exist yet are missing. */
  find: (db: Db, field: Field, namesBySlug: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, number>>;
  /**
   * Whether the ids of posts still are those of names: they may have been merged or deleted since they were found. With a lock, they
   * remain so until the transaction ends: who merges or deletes them waits, and then sees the posts.
   */
  areCurrent: (tx: Tx, posts: readonly ResolvedPost[], options: { lock: boolean }) => Promise<boolean>;
  forget: () => void;
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
  const remembered = {
    tags: new LRUCache<string, number>({ maxSize: maxRemembered, sizeCalculation: () => 1 }),
    performers: new LRUCache<string, number>({ maxSize: maxRemembered, sizeCalculation: () => 1 }),
  };

  const find: NameIds['find'] = async (db, field, namesBySlug) => {
    const ids = new Map<string, number>();
    const others = new Map<string, string>();
    for (const [slug, name] of namesBySlug) {
      const id = remembered[field].get(slug);
      if (id === undefined) others.set(slug, name);
      else ids.set(slug, id);
    }
    if (others.size === 0) return ids;
    const found = await findIds(db, field, others);
    for (const slug of others.keys()) {
      const id = found.get(slug);
      if (id === undefined) continue;
      remembered[field].set(slug, id);
      ids.set(slug, id);
    }
    return ids;
  };

  return {
    find,
    areCurrent: async (tx, posts, { lock }) =>
      (await areIdsCurrent(tx, 'tags', posts, lock)) && (await areIdsCurrent(tx, 'performers', posts, lock)),
    forget: () => {
      remembered.tags.clear();
      remembered.performers.clear();
    },
  };
};

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
