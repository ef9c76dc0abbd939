import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { withoutTitlePrefix } from '#contract/values/lists.ts';
import { minSearchVisitors, minSearchVisitorsNearby, type SearchLogOutcome } from '#contract/values/statistics.ts';
import { fold } from '#contract/values/text.ts';
import type { Db, Tx } from '#db/database.ts';
import { wideNetwork } from '#domain/ip.ts';
import { readMatcher } from '#domain/listing-rules/prohibited-terms.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import { countFailedSearches } from './failed-searches.ts';
import { mayIdentify } from './personal-texts.ts';

/** White space and control characters; PostgreSQL cannot store NUL. */
const blanks = /[\s\p{Cc}]+/gu;

/** Normalizes a search: folds it, removes `title:` and collapses white space. */
export const foldSearch = (typed: string): string => fold(withoutTitlePrefix(typed.trim())).replace(blanks, ' ').trim();

/** Whether all words of a search find something together. Otherwise visitors see what most of its words find. */
export const hasResults = (index: Pick<CatalogueIndex, 'page'>, search: string): boolean => {
  const { total, droppedWords } = index.page({ search, order: 'newest', page: 1, limit: 1 });
  return total > 0 && droppedWords === undefined;
};

interface LoggedSearch {
  /** Folded. */
  text: string;
  /** The visitor's network. */
  network: string;
}

/** Searches per visitor and day. People type fewer; this stops scripts. */
const maxTextsPerVisitor = 100;
/** About 80 MB, deleted when the day is over. Bounds what a flood from many networks can store. */
const maxHashesPerDay = 500_000;
/** Readable texts, which are kept for 90 days. */
const maxTextsPerDay = 10_000;

/** With 128 bits, the texts of one day don't collide. */
const hashBytes = 16;

const utcDay = sql<string>`(now() at time zone 'utc')::date`;

/**
 * Locks the day's row and returns its key. Without the lock, concurrent transactions could each miss that a text has
 * just reached the minimum number of visitors.
 */
const lockDay = async (tx: Tx) => {
  const { rows } = await sql<{ day: string; key: Buffer; hashes: number }>`
    insert into search_log_keys (day, key) values (${utcDay}, ${randomBytes(32)})
    on conflict (day) do update set day = excluded.day
    returning day::text, key, hashes`.execute(tx);
  return rows[0] as (typeof rows)[number];
};

interface HashedSearch extends LoggedSearch {
  textHash: Buffer;
  visitorHash: Buffer;
  wideHash: Buffer;
}

const hashesOf = (key: Buffer, { text, network }: LoggedSearch): HashedSearch => {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}\n${value}`).digest().subarray(0, hashBytes);
  return {
    text,
    network,
    textHash: hash('text', text),
    visitorHash: hash('visitor', network),
    wideHash: hash('wide', wideNetwork(network)),
  };
};

/** Drops searches of visitors who have reached `maxTextsPerVisitor`. */
const withinVisitorLimit = async (tx: Tx, day: string, searches: HashedSearch[]): Promise<HashedSearch[]> => {
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

/** Returns the hashes of texts with a new visitor: one who had not typed the text before on this day. */
const insertHashes = async (tx: Tx, day: string, searches: HashedSearch[]): Promise<Set<string>> => {
  const { rows } = await sql<{ text: string }>`
    insert into search_log_hashes (day, text_hash, visitor_hash, wide_hash)
    select ${day}::date, decode(text, 'hex'), decode(visitor, 'hex'), decode(wide, 'hex')
    from unnest(${searches.map(({ textHash }) => textHash.toString('hex'))}::text[],
                ${searches.map(({ visitorHash }) => visitorHash.toString('hex'))}::text[],
                ${searches.map(({ wideHash }) => wideHash.toString('hex'))}::text[]) as given (text, visitor, wide)
    on conflict do nothing returning encode(text_hash, 'hex') as text`.execute(tx);
  await sql`update search_log_keys set hashes = hashes + ${rows.length} where day = ${day}::date`.execute(tx);
  return new Set(rows.map(({ text }) => text));
};

/** How many visitors typed each text. Leaves out texts that are not readable yet. */
const visitorsOf = async (tx: Tx, day: string, textHashes: string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ text: string; visitors: number }>`
    select encode(text_hash, 'hex') as text, count(*)::integer as visitors from search_log_hashes
    where day = ${day}::date
      and text_hash in (select decode(text, 'hex') from unnest(${textHashes}::text[]) as given (text))
    group by text_hash
    having count(distinct wide_hash) >= ${minSearchVisitors} or count(*) >= ${minSearchVisitorsNearby}`.execute(tx);
  return new Map(rows.map(({ text, visitors }) => [text, visitors]));
};

interface Count {
  text: string;
  visitors: number;
}

/** Drops new texts once the day has `maxTextsPerDay`. */
const withinDayLimit = async (tx: Tx, day: string, counts: Count[]): Promise<Count[]> => {
  const { rows } = await sql<{ text: string; texts: number }>`
    select text, (select count(*)::integer from search_counts where day = ${day}::date) as texts
    from unnest(${counts.map(({ text }) => text)}::text[]) as given (text)
    where not exists (select from search_counts c where c.day = ${day}::date and c.text = given.text)`.execute(tx);
  const refused = new Set(rows.slice(Math.max(0, maxTextsPerDay - (rows[0]?.texts ?? 0))).map(({ text }) => text));
  return counts.filter(({ text }) => !refused.has(text));
};

/** Adds searches to today's counts. */
const writeSearches = (
  db: Db,
  searches: readonly LoggedSearch[],
  isFound: (text: string) => Promise<boolean>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { day, key, hashes } = await lockDay(tx);
    const hashed = await withinVisitorLimit(
      tx,
      day,
      searches.map((search) => hashesOf(key, search)),
    );
    const added = await insertHashes(tx, day, hashed.slice(0, Math.max(0, maxHashesPerDay - hashes)));
    if (added.size === 0) return;
    const isAdded = ({ textHash }: HashedSearch) => added.has(textHash.toString('hex'));
    await countFailedSearches(tx, hashed.filter(isAdded), isFound);
    const visitors = await visitorsOf(tx, day, [...added]);
    const texts = new Map(hashed.map(({ text, textHash }) => [textHash.toString('hex'), text]));
    const counts = [...visitors].map(([hash, count]) => ({ text: texts.get(hash) as string, visitors: count }));
    const readable = await withinDayLimit(tx, day, counts);
    if (readable.length === 0) return;
    await tx
      .insertInto('search_counts')
      .values(await Promise.all(readable.map(async (count) => ({ day, ...count, found: await isFound(count.text) }))))
      .onConflict((conflict) =>
        conflict.columns(['day', 'text']).doUpdateSet({ visitors: sql`excluded.visitors`, found: sql`excluded.found` }),
      )
      .execute();
  });

interface SearchRecorderOptions {
  db: Db;
  /** Whether a text has results or redirects to a page. */
  isFound: (text: string) => Promise<boolean>;
  /** Whether a text contains a prohibited term. Such texts are not stored. */
  isProhibited: (text: string) => Promise<boolean>;
  onError: (error: unknown) => void;
  /** How long searches are collected before they are written. */
  writeAfterMs?: number;
}

/** Longer texts were probably pasted and may be anything, so don't store them. */
const maxTextLength = 100;
/** Checked before folding, which is slow for long texts. Folding rarely changes the length much. */
const maxTypedLength = 300;
/** Bounds memory while the database is slow. */
const maxPending = 5_000;

export interface SearchRecorder {
  /** Queues a search to be counted. Never throws or blocks. */
  record: (typed: string, network: string) => void;
  /** Writes what is queued. */
  flush: () => Promise<void>;
}

/** Writes searches in batches, so that pages don't wait for the database. */
export const createSearchRecorder = (options: SearchRecorderOptions): SearchRecorder => {
  const { db, isFound, isProhibited, onError, writeAfterMs = 3_000 } = options;
  let pending = new Map<string, LoggedSearch>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const searches: LoggedSearch[] = [];
    const collected = [...pending.values()];
    pending = new Map();
    // Lost counts don't matter, so don't retry.
    try {
      for (const search of collected) if (!(await isProhibited(search.text))) searches.push(search);
      if (searches.length > 0) await writeSearches(db, searches, isFound);
    } catch (error) {
      onError(error);
    }
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    record: (typed, network) => {
      if (typed.length > maxTypedLength || pending.size >= maxPending) return;
      const text = foldSearch(typed);
      if (text === '' || text.length > maxTextLength || mayIdentify(text)) return;
      pending.set(`${network} ${text}`, { text, network });
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
};

export interface SearchesQuery {
  days: number;
  outcome: SearchLogOutcome;
  search: string;
  page: number;
  limit: number;
}

interface SearchCount {
  text: string;
  count: number;
  found: boolean;
  /** Whether it is counted over months, because too few visitors typed it on any day. */
  isMonthly: boolean;
  /** One number per day of the period, oldest first; empty if it is counted over months. */
  perDay: number[];
}

interface Row {
  text: string;
  count: number;
  found: boolean;
  isMonthly: boolean;
  /** In days before today, in the order of `visitors`. */
  ages: number[];
  visitors: number[];
  total: number;
}

const perDayOf = ({ ages, visitors, isMonthly }: Row, days: number) => {
  if (isMonthly) return [];
  const perDay = Array<number>(days).fill(0);
  for (const [at, age] of ages.entries()) perDay[days - 1 - age] = visitors[at] as number;
  return perDay;
};

/**
 * Searches of the last days including today, most frequent first. Failed ones that no day has are added from the months
 * of the period.
 */
export const readSearches = async (
  db: Db,
  query: SearchesQuery,
): Promise<{ searches: SearchCount[]; total: number }> => {
  const { days, outcome, search, page, limit } = query;
  const { rows } = await sql<Row>`
    with period as (
      select text, visitors, found, (now() at time zone 'utc')::date - day as age from search_counts
      where day > (now() at time zone 'utc')::date - ${days}::integer
        and position(${foldSearch(search)} in text) > 0
    ), texts as (
      select text, sum(visitors)::integer as count, (array_agg(found order by age))[1] as found,
        array_agg(age) as ages, array_agg(visitors) as visitors
      from period where age >= 0 group by text
    ), monthly as (
      select text, max(visitors) as count from failed_searches
      where month + interval '1 month' > (now() at time zone 'utc')::date - ${days}::integer + 1
        and position(${foldSearch(search)} in text) > 0 and text not in (select text from texts)
      group by text
    ), listed as (
      select text, count, found, false as "isMonthly", ages, visitors from texts
      union all select text, count, false, true, '{}', '{}' from monthly
    )
    select *, count(*) over ()::integer as total from listed
    where ${outcome === 'any'} or not found
    order by count desc, text limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const searches = rows.map((row) => ({
    text: row.text,
    count: row.count,
    found: row.found,
    isMonthly: row.isMonthly,
    perDay: perDayOf(row, days),
  }));
  return { searches, total: rows[0]?.total ?? 0 };
};

const retentionDays = 90;

/** Deletes the keys and hashes of past days and months, and counts past their retention. */
export const pruneSearches = async (db: Db, now = new Date()): Promise<void> => {
  const today = sql<Date>`(${now}::timestamptz at time zone 'utc')::date`;
  // Cascades to the hashes.
  await db.deleteFrom('search_log_keys').where('day', '<', today).execute();
  const thisMonth = sql<Date>`date_trunc('month', ${today})::date`;
  await db.deleteFrom('search_log_months').where('month', '<', thisMonth).execute();
  await db
    .deleteFrom('failed_searches')
    .where(sql<Date>`month + interval '1 month'`, '<=', sql<Date>`${today} - ${retentionDays}::integer`)
    .execute();
  await db.deleteFrom('search_counts').where('day', '<', sql<Date>`${today} - ${retentionDays}::integer`).execute();
};

/** Bounds how long one step keeps the process and the database busy. */
const textsPerStep = 5_000;

/** Deletes readable texts that may not be stored by the terms of now: they were typed before a term was added. */
export const forgetProhibitedSearches = async (db: Db): Promise<void> => {
  const matcher = await readMatcher(db);
  const yieldIfLong = createYieldToEventLoop();
  let after: string | undefined = '';
  while (after !== undefined) {
    const { rows }: { rows: { text: string }[] } = await sql<{ text: string }>`
      select text from (select text from search_counts union select text from failed_searches) as readable
      where text collate "C" > ${after} order by text collate "C" limit ${textsPerStep}`.execute(db);
    const prohibited: string[] = [];
    for (const { text } of rows) {
      if (mayIdentify(text) || matcher.find(text)) prohibited.push(text);
      await yieldIfLong();
    }
    if (prohibited.length > 0) {
      await db.deleteFrom('search_counts').where('text', 'in', prohibited).execute();
      await db.deleteFrom('failed_searches').where('text', 'in', prohibited).execute();
    }
    after = rows.length < textsPerStep ? undefined : rows.at(-1)?.text;
  }
};
