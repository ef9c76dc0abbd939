import { limits } from '#contract/values/limits.ts';
import { reportLimits } from '#contract/values/report-form.ts';
import { ValidationError } from '#domain/errors.ts';

/** One of the URLs that a notice names, as the reporter wrote it, and what it may stand for. */
export interface ReportedUrl {
  text: string;
  /** The video that it names by its id. */
  videoId?: number;
  /** A link to another site, or to a picture. */
  link?: string;
  /** The path of something else on this site, such as a picture. */
  path?: string;
}

const id = /^#?0*([1-9]\d{0,14})$/;
const hostAndMore = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u;
/** A host may have no dot in a network of one's own. */
const ownPage = /^[^\s/]+\/video\/\d/i;
const looksLikeUrl = (piece: string) =>
  /^(https?:\/\/|\/)/i.test(piece) || hostAndMore.test(piece) || ownPage.test(piece) || id.test(piece);

/** People put URLs into brackets and quotes, and commas between them. */
const trimmed = (piece: string) => piece.replace(/^[<("'“‘[]+|[>)"'”’\],;]+$/g, '');

/** Several in a line count one by one; a line without any is kept as it is, for whoever reads the case. */
const piecesOf = (line: string) => {
  const urls = line.split(/\s+/).map(trimmed).filter(looksLikeUrl);
  return urls.length > 0 ? urls : [line.trim()];
};

const withoutWww = (host: string) => host.replace(/^www\./, '');

const absolute = (text: string, siteUrl: string) => {
  if (text.startsWith('/')) return URL.parse(text, siteUrl);
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
};

const recognise = (text: string, siteUrl: string): ReportedUrl => {
  const named = id.exec(text)?.[1];
  if (named !== undefined) return { text, videoId: Number(named) };
  const url = looksLikeUrl(text) ? absolute(text, siteUrl) : null;
  if (!url) return { text };
  if (withoutWww(url.hostname) !== withoutWww(new URL(siteUrl).hostname)) return { text, link: url.href };
  const videoId = /^\/+video\/+0*([1-9]\d{0,14})(?:[-./]|$)/i.exec(url.pathname)?.[1];
  return videoId === undefined ? { text, path: url.pathname } : { text, videoId: Number(videoId) };
};

const tooMany = (count: number) =>
  `You entered ${count} URLs, and one notice takes ${reportLimits.urls}. Keep the first ${reportLimits.urls} here and send them, then report the other ${count - reportLimits.urls} in the same way.`;

const refuse = (message: string) => new ValidationError(message, { urls: message });

/** The URLs in a text, each once, in their order. */
export const reportedUrlsIn = (text: string, siteUrl: string): ReportedUrl[] => {
  const pieces = new Set(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap(piecesOf),
  );
  if (pieces.size > reportLimits.urls) throw refuse(tooMany(pieces.size));
  const long = [...pieces].find((piece) => piece.length > limits.url);
  if (long !== undefined) throw refuse(`Shorten this URL to ${limits.url} characters: ${long.slice(0, 60)}…`);
  return [...pieces].map((piece) => recognise(piece, siteUrl));
};
