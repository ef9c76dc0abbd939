import { type RawBuilder, sql } from 'kysely';
import type { NameKind } from '#contract/values/names.ts';
import type { MatchedKind } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';
import { isLive, nameTables } from '#domain/catalogue/tags-and-performers.ts';
import {
  type Listing,
  listTextListing,
  redirectListing,
  synonymListing,
  videoListings,
} from '#domain/listing/listing.ts';
import {
  channelListing,
  fileLinkListing,
  type ListedRecord,
  listedColumnsSql,
  nameListing,
  partnerListing,
} from '#domain/listing/record-listings.ts';
import { readMatcher, refusalByTerms } from '#domain/listing-rules/prohibited-terms.ts';
import { isWaiting } from '#domain/partners/partners.ts';
import { isVisible } from '#domain/visibility.ts';

/** Takes about a fifth of a second. */
const batchSize = 1000;

/** Checks the next batch of posts, and returns those that contain a prohibited term because it was prohibited later. */
export const matchingPosts = async (db: Db, after: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id > ${after}::bigint and deleted_at is null order by id limit ${batchSize}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const matcher = await readMatcher(db);
  const posts = (await videoListings(db, ids)).flatMap((listing) => {
    const refusal = refusalByTerms(matcher, listing);
    return refusal ? [{ id: listing.id, title: listing.name, sentence: refusal.sentence }] : [];
  });
  const { total } = await db
    .selectFrom('videos')
    .select(sql<number>`count(*)`.as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { posts, looked: ids.length, total, next: ids.length < batchSize ? null : (ids.at(-1) ?? null) };
};

interface MatchedRecord {
  listing: Listing;
  /** The tab of its screen that shows it; blank for the first tab. */
  tab: string;
}

interface Source<Row> {
  /** Selects `id` and other columns of all records, without order and limit. */
  select: RawBuilder<Row>;
  toRecord: (row: Row) => MatchedRecord;
}

const source = <Row>(select: RawBuilder<Row>, toRecord: (row: Row) => MatchedRecord): Source<unknown> =>
  ({ select, toRecord }) as Source<unknown>;

const onFirstTab = (listing: Listing): MatchedRecord => ({ listing, tab: '' });

/** Names with their aliases, which visitors' searches find too. */
const names = (kind: NameKind) => {
  const { table, aliases, links, link } = nameTables[kind];
  return source(
    sql<ListedRecord<'tags'> & { slug: string; aliases: string[]; isUsed: boolean }>`
      select ${listedColumnsSql(table, 'n')}, n.slug,
        array(select a.name from ${sql.table(aliases)} a where a.name_id = n.id order by a.slug) as aliases,
        exists (select from ${sql.table(links)} l join videos v on v.id = l.video_id
          where ${sql.ref(`l.${link}`)} = n.id and ${isVisible('v')}) as "isUsed"
      from ${sql.table(table)} n where ${isLive(kind)}`,
    ({ aliases: others, isUsed, ...name }) => {
      const listing = nameListing(kind, name);
      const texts = others.map((value) => ({ field: 'alias', label: 'alias', value }));
      return { listing: { ...listing, texts: [...listing.texts, ...texts] }, tab: isUsed ? '' : 'unused' };
    },
  );
};

const sources: Record<MatchedKind, Source<unknown>> = {
  tag: names('tag'),
  star: names('performer'),
  network: source(
    sql<ListedRecord<'partners'> & { isWaiting: boolean }>`
      select ${listedColumnsSql('partners', 'partners')}, ${isWaiting} as "isWaiting" from partners
      where deleted_at is null and rejected_at is null`,
    ({ isWaiting: waits, ...partner }) => ({ listing: partnerListing(partner), tab: waits ? 'submissions' : '' }),
  ),
  channel: source(
    sql<ListedRecord<'channels'>>`
      select ${listedColumnsSql('channels', 'channels')} from channels where deleted_at is null`,
    (channel) => onFirstTab(channelListing(channel)),
  ),
  file_link: source(
    sql<ListedRecord<'file_links'>>`
      select ${listedColumnsSql('file_links', 'file_links')} from file_links where deleted_at is null`,
    (link) => onFirstTab(fileLinkListing(link)),
  ),
  list_text: source(
    sql<{ id: number; kind: string; name: string; title: string; description: string; introduction: string }>`
      select l.id, split_part(l.list, ':', 1) as kind, coalesce(t.name, p.name, split_part(l.list, ':', 2)) as name,
        l.title, l.description, l.introduction
      from list_texts l left join tags t on t.id = l.tag_id left join performers p on p.id = l.performer_id`,
    ({ id, kind, name, ...text }) => ({ listing: listTextListing(id, name, text), tab: kind }),
  ),
  synonym: source(sql<{ id: number; words: string[] }>`select id, words from synonyms`, (group) =>
    onFirstTab(synonymListing(group)),
  ),
  search_redirect: source(
    sql<{ id: number; text: string; path: string }>`select id, text, path from search_redirects`,
    (redirect) => onFirstTab(redirectListing(redirect)),
  ),
};

/** The next batch of records of a kind, in the order of their ids. `next` is null after the last batch. */
const listedRecords = async (
  db: Db,
  kind: MatchedKind,
  after: number,
): Promise<{ listed: MatchedRecord[]; next: number | null }> => {
  const { select, toRecord } = sources[kind];
  const { rows } = await sql`
    select * from (${select}) r where r.id > ${after}::bigint order by r.id limit ${batchSize}`.execute(db);
  const listed = rows.map(toRecord);
  return { listed, next: listed.length < batchSize ? null : (listed.at(-1)?.listing.id ?? null) };
};

/** Checks the next records of a kind, and returns those with a term that was prohibited after they were listed. */
export const matchingRecords = async (db: Db, kind: MatchedKind, after: number) => {
  const matcher = await readMatcher(db);
  const { listed, next } = await listedRecords(db, kind, after);
  const records = listed.flatMap(({ listing, tab }) => {
    const refusal = refusalByTerms(matcher, listing);
    return refusal ? [{ id: listing.id, name: listing.name, tab, sentence: refusal.sentence }] : [];
  });
  return { records, next };
};
