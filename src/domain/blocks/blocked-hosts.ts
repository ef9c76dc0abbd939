import { domainToUnicode } from 'node:url';
import type { Db } from '#db/database.ts';
import { bareHost, type MirrorGroups, readMirrors } from '#domain/stay-down/kept-links.ts';

/** The host and those that show the same. */
export const withMirrors = (host: string, mirrors: MirrorGroups): string[] => [
  ...new Set([host, ...mirrors.filter((group) => group.includes(host)).flat()]),
];

/** A host as people paste it, also within a URL; undefined if it is none. */
export const hostIn = (text: string): string | undefined => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(url)) return undefined;
  const host = bareHost(new URL(url).hostname.replace(/\.+$/, ''));
  return /^[^.]+(\.[^.]+)+$/.test(host) ? host : undefined;
};

/** As link_host() in the database may have it: in either alphabet, and with the dot that ends a full name. */
export const storedForms = (host: string): string[] => {
  const names = [...new Set([host, domainToUnicode(host)])];
  return names.flatMap((name) => [name, `${name}.`]);
};

/** Hosts that are blocked, with their mirrors, and the name of the block. */
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

/** The host itself and those it is a subdomain of. */
export const hostAndParents = (host: string): string[] => {
  const labels = host.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
};
