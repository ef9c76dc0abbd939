import { sql } from 'kysely';
import { limits } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';

/** A URL as the reporter wrote it, and what it may refer to. */
export interface ReportedUrl {
  text: string;
  /** The id of a video, if the text contains one. */
  videoId?: number;
  /** A link to another site, or to a picture. */
  link?: string;
  /** The path of another resource on this site, such as a picture. */
  path?: string;
}

const id = /^#?0*([1-9]\d{0,14})$/;
/** Numbers count as video ids only on a line without other text: in a sentence, a number may be an age, a year or a street. */
const lineOfIds = /^#?\d{1,15}(?:[\s,;]+#?\d{1,15})*[\s,;.]*$/;
const hostAndMore = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u;
/** Matches hosts without a dot too, as in local networks. */
const ownPage = /^([^\s/]+\/)?video\/\d/i;
const looksLikeUrl = (piece: string) =>
  /^(https?:\/|\/)/i.test(piece) || hostAndMore.test(piece) || ownPage.test(piece) || /^#\d{1,15}$/.test(piece);

/** Removes invisible formatting characters, which copied text may contain, and normalizes full-width forms. */
const normalized = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** URLs may be separated without a space. A comma counts only before the start of a URL, because URLs may contain commas. */
const separator = /[,;|]+(?=(?:https?:\/|www\.|\/|video\/|#?\d))/i;

/** Drops text before the scheme ("see:https://…", "[text](https://…") and punctuation around the URL. */
const trimmed = (piece: string) =>
  piece.slice(Math.max(0, piece.search(/https?:\/|www\./i))).replace(/^[<("'“‘[*]+|[>)"'”’\],;:!*….]+$/g, '');

/** Splits a line into its URLs. If it has other text, the whole line is added too, for the admin who reads the case. */
const piecesOf = (line: string): string[] => {
  const text = normalized(line).trim();
  if (lineOfIds.test(text)) return text.match(/#?\d+/g) ?? [];
  const words = text.split(/\s+/).flatMap((word) => word.split(separator));
  const urls = words.map(trimmed).filter(looksLikeUrl);
  const saysMore = words.some((word) => /\p{L}/u.test(word) && !looksLikeUrl(trimmed(word)));
  return urls.length === 0 || saysMore ? [...urls, line.trim()] : urls;
};

const withoutWww = (host: string) => host.replace(/^www\./, '');

const absolute = (text: string, siteUrl: string) => {
  if (text.startsWith('/')) return URL.parse(text, siteUrl);
  if (/^video\//i.test(text)) return URL.parse(`/${text}`, siteUrl);
  return URL.parse(/^https?:\//i.test(text) ? text : `https://${text}`);
};

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** A URL copied from the age gate has the page's path in `to`. */
const pagePath = ({ pathname, searchParams }: URL) =>
  pathname === '/age' ? (searchParams.get('to') ?? pathname) : pathname;

const recognise = (text: string, siteUrl: string): ReportedUrl => {
  const named = id.exec(text)?.[1];
  if (named !== undefined) return { text, videoId: Number(named) };
  const url = looksLikeUrl(text) ? absolute(text, siteUrl) : null;
  if (!url) return { text };
  if (withoutWww(url.hostname) !== withoutWww(new URL(siteUrl).hostname))
    // Links of posts are never longer, so don't search for it.
    return text.length > limits.url ? { text } : { text, link: url.href };
  const path = decoded(pagePath(url));
  const videoId = /^\/+video\/+0*([1-9]\d{0,14})(?:\D|$)/i.exec(path)?.[1];
  return videoId === undefined ? { text, path } : { text, videoId: Number(videoId) };
};

/** Returns the distinct URLs of a text, in order. */
export const reportedUrlsIn = (text: string, siteUrl: string): ReportedUrl[] => {
  const pieces = new Set(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap(piecesOf),
  );
  return [...pieces].map((piece) => recognise(piece, siteUrl));
};

/** A reported URL and a video that it refers to, or null if there is none. */
export interface ReportedVideo {
  url: string;
  video: { id: number; title: string; link: string } | null;
}

interface Row {
  position: number;
  id: number;
  title: string;
  link: string;
}

/** Limit for one link or picture, which several videos may share. */
const maxVideosOfUrl = 20;

const columns = sql`v.id, v.title, v.link`;

const byId = (db: Db, urls: readonly ReportedUrl[]) =>
  sql<Row>`
    select u.position::int, ${columns}
    from unnest(${sql.val(urls.map(({ videoId = null }) => videoId))}::bigint[]) with ordinality u(id, position)
    join videos v on v.id = u.id`.execute(db);

const byLink = (db: Db, urls: readonly ReportedUrl[]) =>
  sql<Row>`
    select u.position::int, v.* from unnest(${sql.val(urls.map(({ link = null }) => link))}::text[]) with ordinality u(link, position)
    join lateral (
      select ${columns} from videos v where link_key(v.link) = link_key(u.link)
      union select ${columns} from videos v where v.links <> '{}' and link_keys(v.links) @> array[link_key(u.link)]
      union select ${columns} from videos v where v.image_url = u.link
      limit ${maxVideosOfUrl}
    ) v on true where u.link is not null`.execute(db);

const byPicture = (db: Db, urls: readonly ReportedUrl[]) =>
  sql<Row>`
    select u.position::int, v.* from unnest(${sql.val(urls.map(({ path = null }) => path))}::text[]) with ordinality u(path, position)
    join lateral (select ${columns} from videos v where v.image_url = u.path limit ${maxVideosOfUrl}) v on true
    where u.path is not null`.execute(db);

/** Finds the reported videos, including deleted ones, in the order of the notice's URLs. */
export const findReportedVideos = async (db: Db, urls: readonly ReportedUrl[]): Promise<ReportedVideo[]> => {
  if (urls.length === 0) return [];
  const results = [await byId(db, urls), await byLink(db, urls), await byPicture(db, urls)];
  const found = Map.groupBy(
    results.flatMap(({ rows }) => rows),
    ({ position }) => position,
  );
  const seen = new Set<number>();
  return urls.flatMap(({ text: url }, at): ReportedVideo[] => {
    const matches = found.get(at + 1);
    if (!matches) return [{ url, video: null }];
    const videos = matches.filter(({ id }) => !seen.has(id));
    for (const { id } of videos) seen.add(id);
    return videos.map(({ id, title, link }) => ({ url, video: { id, title, link } }));
  });
};
