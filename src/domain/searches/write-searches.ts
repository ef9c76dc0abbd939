import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { minSearchVisitors } from '#contract/values/search-log.ts';
import type { Db, Tx } from '#db/database.ts';

export interface LoggedSearch {
  /** Folded. */
  text: string;
  /** The visitor's network. */
  network: string;
}

/** What one visitor can add to a day. Nobody types more; a script is stopped here. */
const maxTextsPerVisitor = 100;
/** About 80 MB, until the day is over. A flood from many networks fills this, and nothing more. */
const maxHashesPerDay = 500_000;
/** Readable texts, which stay for 90 days. */
const maxTextsPerDay = 10_000;

/** 128 bits: texts of one day do not collide. */
const hashBytes = 16;

const utcDay = sql<string>`(now() at time zone 'utc')::date`;

/** The key of the day, locked: processes write one after the other, or a text could reach three visitors unnoticed. */
const lockDay = async (tx: Tx) => {
  const { rows } = await sql<{ day: string; key: Buffer; hashes: number }>`
    insert into search_log_keys (day, key) values (${utcDay}, ${randomBytes(32)})
    on conflict (day) do update set day = excluded.day
    returning day::text, key, hashes`.execute(tx);
  return rows[0] as (typeof rows)[number];
};

interface HashedSearch {
  text: string;
  textHash: Buffer;
  visitorHash: Buffer;
}

const hashesOf = (key: Buffer, { text, network }: LoggedSearch): HashedSearch => {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}\n${value}`).digest().subarray(0, hashBytes);
  return { text, textHash: hash('text', text), visitorHash: hash('visitor', network) };
};

/** Without what visitors typed beyond their share of the day. */
const withinShares = async (tx: Tx, day: string, searches: HashedSearch[]): Promise<HashedSearch[]> => {
  const visitors = [...new Set(searches.map(({ visitorHash }) => visitorHash.toString('hex')))];
  const { rows } = await sql<{ visitor: string; texts: number }>`
    select encode(visitor_hash, 'hex') as visitor, count(*)::integer as texts from search_log_hashes
    where day = ${day}::date
      and visitor_hash in (select decode(visitor, 'hex') from unnest(${visitors}::text[]) as given (visitor))
    group by visitor_hash`.execute(tx);
  const texts = new Map(rows.map((row) => [row.visitor, row.texts]));
  return searches.filter(({ visitorHash }) => {
    const visitor = visitorHash.toString('hex');
    const count = (texts.get(visitor) ?? 0) + 1;
    texts.set(visitor, count);
    return count <= maxTextsPerVisitor;
  });
};

/** Returns the hashes of texts that a visitor typed who had not typed them before on this day. */
const insertHashes = async (tx: Tx, day: string, searches: HashedSearch[]): Promise<Set<string>> => {
  const { rows } = await sql<{ text: string }>`
    insert into search_log_hashes (day, text_hash, visitor_hash)
    select ${day}::date, decode(text, 'hex'), decode(visitor, 'hex')
    from unnest(${searches.map(({ textHash }) => textHash.toString('hex'))}::text[],
                ${searches.map(({ visitorHash }) => visitorHash.toString('hex'))}::text[]) as given (text, visitor)
    on conflict do nothing returning encode(text_hash, 'hex') as text`.execute(tx);
  await sql`update search_log_keys set hashes = hashes + ${rows.length} where day = ${day}::date`.execute(tx);
  return new Set(rows.map(({ text }) => text));
};

/** How many visitors have typed each text, of those that enough have. */
const visitorsOf = async (tx: Tx, day: string, textHashes: string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ text: string; visitors: number }>`
    select encode(text_hash, 'hex') as text, count(*)::integer as visitors from search_log_hashes
    where day = ${day}::date
      and text_hash in (select decode(text, 'hex') from unnest(${textHashes}::text[]) as given (text))
    group by text_hash having count(*) >= ${minSearchVisitors}`.execute(tx);
  return new Map(rows.map(({ text, visitors }) => [text, visitors]));
};

interface Count {
  text: string;
  visitors: number;
}

/** Without texts that are new on a day that has enough of them. */
const withinDay = async (tx: Tx, day: string, counts: Count[]): Promise<Count[]> => {
  const { rows } = await sql<{ text: string; texts: number }>`
    select text, (select count(*)::integer from search_counts where day = ${day}::date) as texts
    from unnest(${counts.map(({ text }) => text)}::text[]) as given (text)
    where not exists (select from search_counts c where c.day = ${day}::date and c.text = given.text)`.execute(tx);
  const refused = new Set(rows.slice(Math.max(0, maxTextsPerDay - (rows[0]?.texts ?? 0))).map(({ text }) => text));
  return counts.filter(({ text }) => !refused.has(text));
};

/** Adds searches to the counts of today. `isFound`: whether a text has results, or leads to a page. */
export const writeSearches = (
  db: Db,
  searches: readonly LoggedSearch[],
  isFound: (text: string) => Promise<boolean>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { day, key, hashes } = await lockDay(tx);
    const hashed = await withinShares(
      tx,
      day,
      searches.map((search) => hashesOf(key, search)),
    );
    const added = await insertHashes(tx, day, hashed.slice(0, Math.max(0, maxHashesPerDay - hashes)));
    if (added.size === 0) return;
    const visitors = await visitorsOf(tx, day, [...added]);
    const texts = new Map(hashed.map(({ text, textHash }) => [textHash.toString('hex'), text]));
    const counts = [...visitors].map(([hash, count]) => ({ text: texts.get(hash) as string, visitors: count }));
    const readable = await withinDay(tx, day, counts);
    if (readable.length === 0) return;
    await tx
      .insertInto('search_counts')
      .values(await Promise.all(readable.map(async (count) => ({ day, ...count, found: await isFound(count.text) }))))
      .onConflict((conflict) =>
        conflict.columns(['day', 'text']).doUpdateSet({ visitors: sql`excluded.visitors`, found: sql`excluded.found` }),
      )
      .execute();
  });
