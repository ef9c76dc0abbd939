import { domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import { limits, tooLong } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';

/** The number of permutations grows factorially. */
const maxPermutedParameters = 4;

const permutationsOf = (parts: readonly string[]): string[][] =>
  parts.length < 2
    ? [[...parts]]
    : parts.flatMap((part, at) => permutationsOf(parts.toSpliced(at, 1)).map((rest) => [part, ...rest]));

const decoded = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

/** As given, decoded (as browsers show it) and encoded (as they copy it). */
const encodingsOf = (text: string) => new Set([text, decoded(text), encodeURI(decoded(text))]);

/** Strips quotes and brackets, as around a URL in an email or document, and adds a missing scheme. */
const withScheme = (text: string): string => {
  const bare = text.trim().replace(/^[<"'“‘(]+|[>"'”’)]+$/g, '');
  if (/^https?:/i.test(bare)) return bare;
  return bare.startsWith('//') ? `https:${bare}` : `https://${bare}`;
};

const isPath = (text: string) => /^\/(?!\/)/.test(text);

/** Variants of a URL that `link_key()` in the database doesn't unify: host names, encoding, order of parameters. */
export const linkForms = (text: string): string[] => {
  if (isPath(text)) return [];
  const link = withScheme(text);
  if (!URL.canParse(link)) return [link];
  const { hostname, port, pathname, search } = new URL(link);
  const hosts = new Set([hostname, domainToUnicode(hostname)]);
  const parameters = search.slice(1).split('&').filter(Boolean);
  const orders = parameters.length <= maxPermutedParameters ? permutationsOf(parameters) : [parameters];
  const paths = orders.flatMap((order) => [...encodingsOf(pathname + (order.length > 0 ? `?${order.join('&')}` : ''))]);
  const forms = [...hosts].flatMap((host) => paths.map((path) => `https://${host}${port && `:${port}`}${path}`));
  return [...new Set([link, ...forms])];
};

/** Must match `link_key()` in the database. */
const isTracking = (parameter: string) =>
  /^(utm_\w+|fbclid|gclid|msclkid|yclid|igshid|mc_[ce]id|ref)(=|$)/i.test(parameter);

/** A key that is equal for URLs that `link_key()` and `linkForms()` together treat as the same link. */
export const linkKeyOf = (link: string): string => {
  if (!URL.canParse(link)) return link;
  const { hostname, port, pathname, search } = new URL(link);
  const parameters = decoded(search.slice(1)).split('&');
  const significant = parameters.filter((each) => each !== '' && !isTracking(each)).sort();
  const ownPort = ['', '80', '443'].includes(port) ? '' : `:${port}`;
  const query = significant.length > 0 ? `?${significant.join('&')}` : '';
  const path = decoded(pathname).replace(/\/$/, '') + query;
  return hostname.replace(/^(www|m|mobile)\./, '') + ownPort + path.replace(/(?<![/?&])[/?&]+$/, '');
};

/** Variants of a picture's URL: with either scheme, and as a path on this site. */
export const imageForms = (text: string): string[] => {
  const link = withScheme(text);
  if (isPath(text) || !URL.canParse(link)) return [text];
  const { host, pathname, search } = new URL(link);
  const rest = host + pathname + search;
  return [...new Set([text, link, `https://${rest}`, `http://${rest}`, pathname + search])];
};

/** The external links of a video. */
export interface Links {
  /** The link of the play button: the first one that isn't dead. */
  link: string;
  /** All links in the operator's order, the preferred one first. Empty if there is only one. */
  links: readonly string[];
  deadLinks: readonly string[];
}

/** All links in the operator's order. */
export const allLinks = ({ link, links }: Pick<Links, 'link' | 'links'>): string[] => {
  if (links.length > 0) return [...links];
  return link === '' ? [] : [link];
};

/** The links offered besides the play button. */
export const otherLivingLinks = (video: Links): string[] =>
  video.links.filter((link) => link !== video.link && !video.deadLinks.includes(link));

/** Keeps the first spelling of each link. */
export const distinctLinks = (links: readonly string[]): string[] => {
  if (links.length < 2) return [...links];
  const keys = new Set<string>();
  return links.filter((link) => {
    const key = linkKeyOf(link);
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
};

/** Chooses the link of the play button: the first living one, or the first if all are dead. */
export const playColumns = (links: readonly string[], dead: readonly string[]) => ({
  link: links.find((link) => !dead.includes(link)) ?? links[0] ?? '',
  dead_links: links.filter((link) => dead.includes(link)),
});

/** The link columns of a video, without blanks and duplicates. */
export const linkColumns = (all: readonly string[], dead: readonly string[]) => {
  const links = distinctLinks(all.filter((link) => link !== ''));
  return { ...playColumns(links, dead), links: links.length > 1 ? links : [] };
};

interface VideosWithLink {
  /** Ids of videos in any state, newest first. */
  ids: number[];
  deleted: DeletedWithLink[];
}

interface DeletedWithLink {
  id: number;
  title: string;
  version: number;
  deletedAt: Date;
}

interface Row extends Omit<DeletedWithLink, 'deletedAt'> {
  deletedAt: Date | null;
}

/** Whether a video has this link, in any spelling. */
export const hasLink = (link: string) => {
  const keys = sql`array(select link_key(form) from unnest(${linkForms(link)}::text[]) as form)`;
  return sql<boolean>`(link_key(link) = any(${keys}) or (links <> '{}' and link_keys(links) && ${keys}))`;
};

/** Videos that have this link in any spelling: up to `limit` current ones, and as many deleted ones. */
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
