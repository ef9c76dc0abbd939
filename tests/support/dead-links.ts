import { sql } from 'kysely';
import { markLink } from '#domain/links/posts-of-link.ts';
import type { TestSite } from './site.ts';

/** As if a link had been found dead, and its posts with it. */
export const killLink = async ({ database: { db }, index }: TestSite, url: string) => {
  await sql`insert into link_checks (url, host, state, next_check_at, first_gone_at, checked_at, probes)
    values (${url}, link_host(${url}), 'dead', '2100-01-01', '2026-03-01', '2026-03-04',
      '[{"at": "2026-03-04T00:00:00.000Z", "outcome": "gone", "status": 404, "reason": "notFound"}]')
    on conflict (md5(url)) do update set state = 'dead', next_check_at = '2100-01-01', probes = excluded.probes`.execute(
    db,
  );
  await sql`insert into probed_hosts (host) values (link_host(${url})) on conflict do nothing`.execute(db);
  await db.transaction().execute((tx) => markLink(tx, url, true));
  await index.waitUntilIndexed();
};
