import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readSettings } from '#domain/settings.ts';
import { everyForm, type MirrorGroups, parseMirrors } from './mirrors.ts';

/** An address that a case removed. */
export interface KeptLink {
  id: number;
  caseId: number;
  caseNumber: string;
  url: string;
}

/** The hosts that the operator has declared to be mirrors of each other. */
export const readMirrors = async (db: Db): Promise<MirrorGroups> => {
  const { hostMirrors } = await readSettings(db);
  return typeof hostMirrors === 'string' ? parseMirrors(hostMirrors) : [];
};

/** For each link, the removed one that leads to the same place or to the same video of its source. */
export const findKeptLinks = async (db: Db, links: readonly string[]): Promise<(KeptLink | undefined)[]> => {
  if (links.length === 0) return [];
  // The forms of thousands of links take seconds, for nothing on a site without removals.
  const first = await db.selectFrom('kept_links').select('id').limit(1).executeTakeFirst();
  if (!first) return links.map(() => undefined);
  const mirrors = await readMirrors(db);
  const forms = links.flatMap((link, n) => everyForm(link, mirrors).map((form) => ({ n, form })));
  const { rows } = await sql<KeptLink & { n: number }>`
    with form as materialized (
      select n, link_key(form) as key, link_source(form) as source
      from unnest(${sql.val(forms.map(({ n }) => n))}::integer[], ${sql.val(forms.map(({ form }) => form))}::text[]) as form(n, form)
    ), found as (
      select n, k.id from form join kept_links k on k.link_key = form.key
      union select n, k.id from form join kept_links k on k.source_key = form.source
    )
    select distinct on (n) n, id, case_id as "caseId", case_number as "caseNumber", url
    from found join kept_links k using (id) order by n, id`.execute(db);
  const found = new Map(rows.map((row) => [row.n, row]));
  return links.map((_, n) => found.get(n));
};
