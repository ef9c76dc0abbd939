import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readMirrors } from '#domain/stay-down/kept-links.ts';
import type { BlockTarget } from './block-target.ts';
import { storedForms, withMirrors } from './blocked-hosts.ts';

type Matches = RawBuilder<{ id: number }>;

/** As reverse() in the database does it. */
const reversed = (text: string) => [...text].reverse().join('');

/** Of a host and its subdomains: read backwards, their names begin alike. '/' follows '.' in the order of bytes. */
const withHost = (column: 'link' | 'iframe_url') => {
  const url = sql.ref(column);
  const host = sql`reverse(link_host(${url})) collate "C"`;
  return sql`
    select id from videos where ${url} <> '' and ${host} = wanted.name
    union all
    select id from videos where ${url} <> '' and ${host} >= wanted.name || '.' and ${host} < wanted.name || '/'`;
};

const withLinks = (hosts: readonly string[]) =>
  sql`select id from videos where links <> '{}' and link_hosts(links) && ${sql.val(hosts)}::text[]`;

const ofHosts = (hosts: readonly string[]): Matches => sql`
  select distinct found.id from unnest(${sql.val(hosts.map(reversed))}::text[]) as wanted(name)
  cross join lateral (${withHost('link')} union all ${withHost('iframe_url')}) as found
  union ${withLinks(hosts)}`;

/** Selects the ids of all posts of a host, performer or partner, whatever their state, also deleted ones. */
export const matchingPosts = async (db: Db, target: BlockTarget): Promise<Matches> => {
  if (target.kind === 'performer')
    return sql`select video_id as id from video_performers where performer_id = ${target.performerId}`;
  if (target.kind === 'partner') return sql`select id from videos where partner_id = ${target.partnerId}`;
  const hosts = withMirrors(target.name, await readMirrors(db));
  return ofHosts(hosts.flatMap(storedForms));
};

export const countPosts = async (db: Db, target: BlockTarget): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${await matchingPosts(db, target)}) as matching
    join videos using (id) where deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};
