import { domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import { limits, tooLong } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';

/** With more parameters there would be too many orders to try. */
const maxOrderedParameters = 4;

const ordersOf = (parts: readonly string[]): string[][] =>
  parts.length < 2
    ? [[...parts]]
    : parts.flatMap((part, at) => ordersOf(parts.toSpliced(at, 1)).map((rest) => [part, ...rest]));

const decoded = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

/** As browsers show it, as they copy it, and as it is given. */
const encodingsOf = (text: string) => new Set([text, decoded(text), encodeURI(decoded(text))]);

/** Without what surrounds it in a mail or a document, and with its scheme. */
const withScheme = (text: string): string => {
  const bare = text.trim().replace(/^[<"'“‘(]+|[>"'”’)]+$/g, '');
  if (/^https?:/i.test(bare)) return bare;
  return bare.startsWith('//') ? `https:${bare}` : `https://${bare}`;
};

/** Whether it is a path on this site. */
const isPath = (text: string) => /^\/(?!\/)/.test(text);

/** The ways to write an address that `link_key()` in the database tells apart: names of hosts, encoding, order of parameters. */
export const linkForms = (text: string): string[] => {
  if (isPath(text)) return [];
  const link = withScheme(text);
  if (!URL.canParse(link)) return [link];
  const { hostname, port, pathname, search } = new URL(link);
  const hosts = new Set([hostname, domainToUnicode(hostname)]);
  const parameters = search.slice(1).split('&').filter(Boolean);
  const orders = parameters.length <= maxOrderedParameters ? ordersOf(parameters) : [parameters];
  const paths = orders.flatMap((order) => [...encodingsOf(pathname + (order.length > 0 ? `?${order.join('&')}` : ''))]);
  const forms = [...hosts].flatMap((host) => paths.map((path) => `https://${host}${port && `:${port}`}${path}`));
  return [...new Set([link, ...forms])];
};

/** As `link_key()` in the database leaves them out. */
const isTracking = (parameter: string) =>
  /^(utm_\w+|fbclid|gclid|msclkid|yclid|igshid|mc_[ce]id|ref)(=|$)/i.test(parameter);

/** The same text for all ways to write an address that `link_key()` and `linkForms()` take for one. */
export const linkKeyOf = (link: string): string => {
  if (!URL.canParse(link)) return link;
  const { hostname, port, pathname, search } = new URL(link);
  const parameters = decoded(search.slice(1)).split('&');
  const kept = parameters.filter((each) => each !== '' && !isTracking(each)).sort();
  const ownPort = ['', '80', '443'].includes(port) ? '' : `:${port}`;
  const path = [decoded(pathname).replace(/\/$/, ''), ...(kept.length > 0 ? [kept.join('&')] : [])].join('?');
  return hostname.replace(/^(www|m|mobile)\./, '') + ownPort + path.replace(/(?<![/?&])[/?&]+$/, '');
};

/** The ways to write the address of a picture: with either scheme, or as a path if it is one of this site. */
export const imageForms = (text: string): string[] => {
  const link = withScheme(text);
  if (isPath(text) || !URL.canParse(link)) return [text];
  const { host, pathname, search } = new URL(link);
  const rest = host + pathname + search;
  return [...new Set([text, link, `https://${rest}`, `http://${rest}`, pathname + search])];
};

/** Where a video can be watched. */
export interface Links {
  /** Where play leads: the first that is not dead. */
  link: string;
  /** All of them in the operator's order, the preferred one first; empty when there is only one. */
  links: readonly string[];
  /** Those that were found dead. */
  deadLinks: readonly string[];
}

/** In the operator's order. */
export const allLinks = ({ link, links }: Pick<Links, 'link' | 'links'>): string[] => {
  if (links.length > 0) return [...links];
  return link === '' ? [] : [link];
};

/** What is offered besides the link that play leads to. */
export const otherLivingLinks = (video: Links): string[] =>
  video.links.filter((link) => link !== video.link && !video.deadLinks.includes(link));

/** Each place once, in its first spelling. */
export const distinctLinks = (links: readonly string[]): string[] => {
  if (links.length < 2) return [...links];
  const places = new Set<string>();
  return links.filter((link) => {
    const key = linkKeyOf(link);
    const isNew = !places.has(key);
    places.add(key);
    return isNew;
  });
};

/** Where play leads with these links, some of which may be known to be dead. Without a living one, it leads to the first. */
export const playColumns = (links: readonly string[], dead: readonly string[]) => ({
  link: links.find((link) => !dead.includes(link)) ?? links[0] ?? '',
  dead_links: links.filter((link) => dead.includes(link)),
});

/** The columns of a video that is saved with these links. */
export const linkColumns = (all: readonly string[], dead: readonly string[]) => {
  const links = distinctLinks(all.filter((link) => link !== ''));
  return { ...playColumns(links, dead), links: links.length > 1 ? links : [] };
};

export interface VideosWithLink {
  /** Ids of videos in any state, newest first. */
  ids: number[];
  deleted: DeletedWithLink[];
}

export interface DeletedWithLink {
  id: number;
  title: string;
  version: number;
  deletedAt: Date;
}

interface Row extends Omit<DeletedWithLink, 'deletedAt'> {
  deletedAt: Date | null;
}

/** Whether a video leads to the same place, however the link is written. */
export const hasLink = (link: string) => {
  const keys = sql`array(select link_key(form) from unnest(${linkForms(link)}::text[]) as form)`;
  return sql<boolean>`(link_key(link) = any(${keys}) or (links <> '{}' and link_keys(links) && ${keys}))`;
};

/** Videos that lead to the same place, however the link is written: up to `limit` current and as many deleted ones. */
export const videosWithLink = async (db: Db, link: string, limit: number): Promise<VideosWithLink> => {
  const withLink = sql`
    select id, title, version, deleted_at as "deletedAt" from videos where ${hasLink(link)}`;
  const { rows } = await sql<Row>`
    (${withLink} and deleted_at is null order by id desc limit ${limit})
    union all (${withLink} and deleted_at is not null order by id desc limit ${limit})`.execute(db);
  return {
    ids: rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : id)),
    deleted: rows.flatMap((row) => (row.deletedAt ? { ...row, deletedAt: row.deletedAt } : [])),
  };
};

const refuse = (message: string) => new ValidationError(message, { iframeUrl: message });

const srcOf = (html: string) => {
  const tag = /<iframe\s[^>]*>/i.exec(html)?.[0] ?? '';
  const [, double, single, bare] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
  return (double ?? single ?? bare)?.trim().replaceAll('&amp;', '&');
};

/** The URL to embed: the given one or, for pasted iframe HTML, its https `src`. */
export const embedUrlOf = (text: string): string => {
  const given = text.trim();
  if (given === '') return '';
  const isHtml = given.includes('<');
  const candidate = isHtml ? (srcOf(given) ?? '') : given;
  const url = URL.canParse(candidate) ? new URL(candidate) : undefined;
  if (isHtml && url?.protocol !== 'https:') throw refuse('The embed code must contain an iframe with an https src.');
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw refuse('The embed code must be iframe HTML, or a URL that starts with http:// or https://.');
  if (candidate.length > limits.url) throw refuse(tooLong('The embed URL', limits.url));
  return url.href;
};
