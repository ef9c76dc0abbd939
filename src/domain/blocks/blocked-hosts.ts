import { domainToUnicode } from 'node:url';
import type { Db } from '#db/database.ts';
import { bareHost, type MirrorGroups, readMirrors } from '#domain/stay-down/kept-links.ts';

export const withMirrors = (host: string, mirrors: MirrorGroups): string[] => [
  ...new Set([host, ...mirrors.filter((group) => group.includes(host)).flat()]),
];

/** Extracts the host from a pasted host name or URL; undefined if there is none. */
export const hostIn = (text: string): string | undefined => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(url)) return undefined;
  const host = bareHost(new URL(url).hostname.replace(/\.+$/, ''));
  return /^[^.]+(\.[^.]+)+$/.test(host) ? host : undefined;
};

/** The forms that link_host() in the database may return: as Punycode or Unicode, with or without a trailing dot. */
export const storedForms = (host: string): string[] => {
  const names = [...new Set([host, domainToUnicode(host)])];
  return names.flatMap((name) => [name, `${name}.`]);
};

/** Maps blocked hosts and their mirrors to the names of their blocks. */
export const readBlockedHosts = async (db: Db): Promise<Map<string, string>> => {
  const blocks = await db
    .selectFrom('blocks')
    .select('name')
    .where('kind', '=', 'host')
    .where('lifted_at', 'is', null)
    .execute();
  if (blocks.length === 0) return new Map();
  const mirrors = await readMirrors(db);
  return new Map(blocks.flatMap(({ name }) => withMirrors(name, mirrors).map((host) => [host, name] as const)));
};

export const hostAndParents = (host: string): string[] => {
  const labels = host.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
};
