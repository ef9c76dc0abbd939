import { ValidationError } from '#domain/errors.ts';

const refuse = (message: string) => new ValidationError(message, { iframeUrl: message });

const srcOf = (html: string) => {
  const tag = /<iframe\s[^>]*>/i.exec(html)?.[0] ?? '';
  const [, double, single, bare] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
  return (double ?? single ?? bare)?.trim().replaceAll('&amp;', '&');
};

/** The address to embed: as given or, from pasted iframe HTML, its https `src` alone. */
export const embedUrlOf = (text: string): string => {
  const given = text.trim();
  if (given === '') return '';
  const isHtml = given.includes('<');
  const address = isHtml ? (srcOf(given) ?? '') : given;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (isHtml && url?.protocol !== 'https:') throw refuse('iframeUrl has no iframe with an https src');
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw refuse('iframeUrl must be a URL that starts with http:// or https://, or iframe HTML');
  if (address.length > 2000) throw refuse('iframeUrl may have at most 2000 characters');
  return url.href;
};
