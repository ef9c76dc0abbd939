import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { linkForms } from '#domain/catalogue/links.ts';
import { ValidationError } from '#domain/errors.ts';
import { readSettings } from '#domain/settings.ts';

/** Tracking parameters, besides those that link_key() in the database removes. */
const tracking =
  /^(_g[al]|[gw]braid|dclid|twclid|ttclid|pk_\w+|piwik_\w+|mtm_\w+|hsa_\w+|aff|aff_?id|affiliate|aff_sub\d*|campaign(_?id)?|click_?id|sub_?id\d*|partner(_?id)?|promo|ref_(src|url)|referr?er|source|spm|share|si|feature|tracking|trk)$/i;

const nameOf = (parameter: string) => parameter.split('=')[0] ?? '';

/** Removes everything from a link that doesn't change where it leads: tracking parameters, fragments, duplicate slashes. */
export const tidyLink = (link: string): string => {
  if (!URL.canParse(link)) return link;
  const url = new URL(link);
  url.hostname = url.hostname.replace(/\.+$/, '');
  url.pathname = url.pathname.replace(/\/{2,}/g, '/');
  url.hash = '';
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !tracking.test(nameOf(parameter)))
    .join('&');
  return url.href;
};

/** Groups of hosts that show the same videos. */
export type MirrorGroups = readonly (readonly string[])[];

/** Normalizes a host like link_host() in the database. */
export const bareHost = (host: string) => domainToASCII(host.toLowerCase()).replace(/^(www|m|mobile)\./, '');

/** Parses one group per line, with hosts separated by spaces, commas or semicolons. */
const parseMirrors = (text: string): MirrorGroups =>
  text
    .split('\n')
    .map((line) => [...new Set(line.split(/[\s,;]+/).map(bareHost))].filter((host) => host !== ''))
    .filter((group) => group.length > 1);

/** All forms of a link on the mirrors of its host. */
export const mirrorForms = (link: string, groups: MirrorGroups): string[] => {
  const tidy = tidyLink(link);
  if (!URL.canParse(tidy)) return [];
  const host = bareHost(new URL(tidy).hostname);
  const mirrors = new Set(groups.filter((group) => group.includes(host)).flat());
  mirrors.delete(host);
  const forms = linkForms(tidy);
  return [...mirrors].flatMap((mirror) => forms.map((form) => form.replace(/^(https?:\/\/)[^/?#:]*/i, `$1${mirror}`)));
};

/** All forms of a link on its host and on the host's mirrors. */
export const everyForm = (link: string, groups: MirrorGroups): string[] => [
  ...new Set([...linkForms(tidyLink(link)), ...mirrorForms(link, groups)]),
];

const refusal = (message: string) => new ValidationError(message, { hostMirrors: message });

const hostName = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]+$/;

/** Throws unless each line has at least two host names. */
export const assertMirrors = (text: string | undefined): void => {
  for (const line of (text ?? '').split('\n')) {
    const hosts = line.split(/[\s,;]+/).filter((host) => host !== '');
    for (const host of hosts)
      if (!hostName.test(bareHost(host)))
        throw refusal(`“${host}” is not a host name. Write mirrors like example.com, one group per line.`);
    if (hosts.length > 0 && new Set(hosts.map(bareHost)).size < 2)
      throw refusal(`“${hosts.join(' ')}” is only one host. Write the hosts that mirror each other on one line.`);
  }
};

export interface KeptLink {
  id: number;
  caseId: number;
  caseNumber: string;
  url: string;
}

export const readMirrors = async (db: Db): Promise<MirrorGroups> => {
  const { hostMirrors } = await readSettings(db);
  return typeof hostMirrors === 'string' ? parseMirrors(hostMirrors) : [];
};

/** Finds for each link a removed link to the same place or to the same video of its source. */
export const findKeptLinks = async (db: Db, links: readonly string[]): Promise<(KeptLink | undefined)[]> => {
  if (links.length === 0) return [];
  // Computing the forms of thousands of links takes seconds: skip it on a site without removals.
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

/** Ids of the posts whose links or embed code match one of these forms, or lead to the same video of its source. */
export const videosWithLink = async (db: Db, forms: readonly string[], limit?: number): Promise<number[]> => {
  if (forms.length === 0) return [];
  const keys = sql`array(select link_key(form) from unnest(${sql.val(forms)}::text[]) as form)`;
  const sources = sql`array(select link_source(form) from unnest(${sql.val(forms)}::text[]) as form)`;
  const { rows } = await sql<{ id: number }>`
    select id from videos where link_key(link) = any(${keys})
    union select id from videos where link_source(link) = any(${sources})
    union select id from videos where link_key(iframe_url) = any(${keys})
    union select id from videos where link_source(iframe_url) = any(${sources})
    union select id from videos where links <> '{}' and link_keys(links) && ${keys}
    union select id from videos where links <> '{}' and link_sources(links) && ${sources}
    order by id limit ${limit ?? null}::integer`.execute(db);
  return rows.map(({ id }) => id);
};
