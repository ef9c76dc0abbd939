/**
 * Searches that found nothing, over a month, for sites on which three visitors hardly type the same text on one day
 * (decision 087). Until a text is readable, the database has its keyed hash and which of 16 groups of networks typed it,
 * but not which visitors did.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { minSearchVisitors } from '#contract/values/statistics.ts';
import type { Tx } from '#db/database.ts';
import { wideNetwork } from '#domain/ip.ts';

const groupCount = 16;
const hashBytes = 16;

/** Bounds what a flood can store: about 20 MB of hashes, deleted when the month is over. */
const maxHashesPerMonth = 200_000;
const maxTextsPerMonth = 10_000;
/** Whether a text finds something is looked up for this many texts of a batch. */
const maxLookedUp = 200;

const utcMonth = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;

interface TypedSearch {
  text: string;
  network: string;
}

const lockMonth = async (tx: Tx) => {
  const { rows } = await sql<{ month: string; key: Buffer; hashes: number }>`
    insert into search_log_months (month, key) values (${utcMonth}, ${randomBytes(32)})
    on conflict (month) do update set month = excluded.month returning month::text, key, hashes`.execute(tx);
  return rows[0] as (typeof rows)[number];
};

const hmac = (key: Buffer, kind: string, value: string) =>
  createHmac('sha256', key).update(`${kind}\n${value}`).digest();

/** Adds failed searches to the counts of the month. A text becomes readable once three groups have typed it. */
export const countFailedSearches = async (
  tx: Tx,
  searches: readonly TypedSearch[],
  isFound: (text: string) => Promise<boolean>,
): Promise<void> => {
  const texts = [...new Set(searches.map(({ text }) => text))];
  const failed = new Set<string>();
  for (const text of texts.slice(0, maxLookedUp)) if (!(await isFound(text))) failed.add(text);
  if (failed.size === 0) return;
  const { month, key, hashes } = await lockMonth(tx);
  const groups = new Map<string, number>();
  for (const { text, network } of searches) {
    if (!failed.has(text)) continue;
    const group = (hmac(key, 'network', wideNetwork(network))[0] as number) % groupCount;
    groups.set(text, (groups.get(text) ?? 0) | (1 << group));
  }
  const byHash = new Map(
    [...groups].map(([text, bits]) => [hmac(key, 'text', text).subarray(0, hashBytes).toString('hex'), { text, bits }]),
  );
  const { rows } = await sql<{ hash: string; groups: number; isNew: boolean }>`
    insert into search_log_groups as g (month, text_hash, groups)
    select ${month}::date, decode(given.hash, 'hex'), given.bits
    from unnest(${[...byHash.keys()]}::text[], ${[...byHash.values()].map(({ bits }) => bits)}::integer[]) as given (hash, bits)
    where ${hashes}::integer < ${maxHashesPerMonth}::integer
      or exists (select from search_log_groups known where known.month = ${month}::date and known.text_hash = decode(given.hash, 'hex'))
    on conflict (month, text_hash) do update set groups = g.groups | excluded.groups
    returning encode(text_hash, 'hex') as hash, bit_count(groups::bit(16))::integer as groups, xmax = 0 as "isNew"`.execute(
    tx,
  );
  const added = rows.filter(({ isNew }) => isNew).length;
  await sql`update search_log_months set hashes = hashes + ${added} where month = ${month}::date`.execute(tx);
  const readable = rows.filter((row) => row.groups >= minSearchVisitors);
  if (readable.length === 0) return;
  await sql`insert into failed_searches (month, text, visitors)
    select ${month}::date, given.text, given.visitors
    from unnest(${readable.map(({ hash }) => byHash.get(hash)?.text ?? '')}::text[],
      ${readable.map((row) => row.groups)}::integer[]) as given (text, visitors)
    where (select count(*) from failed_searches where month = ${month}::date) < ${maxTextsPerMonth}::integer
    on conflict (month, text) do update set visitors = excluded.visitors`.execute(tx);
};
