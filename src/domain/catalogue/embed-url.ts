import { limits } from '#contract/values/limits.ts';
import { tooLong } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';

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
