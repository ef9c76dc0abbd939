import { isWebUrl } from '#contract/values/url.ts';
import { allLinks, type Links, linkColumns } from '#domain/catalogue/links.ts';
import { ValidationError } from '#domain/errors.ts';
import { linkHostOf } from '#domain/search/catalogue-index.ts';

/** How the links of a host are written, and how they are to be: `*` stands for anything, and is kept. */
export interface AddressForm {
  from: string;
  to: string;
}

/** Matching takes the length of a link to the power of their number. */
const maxStars = 2;
const maxUrlLength = 2000;

const starsIn = (text: string) => text.split('*').length - 1;
const hasScheme = (text: string) => /^https?:\/\//i.test(text);
const withScheme = (text: string) => (hasScheme(text) ? text : `https://${text}`);

const refuse = (field: 'from' | 'to', message: string) => new ValidationError(message, { [field]: message });

/** Throws a sentence about what is wrong with it. */
export const readAddressForm = ({ from, to }: AddressForm): AddressForm => {
  const form = { from: from.trim(), to: to.trim() };
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(withScheme(form.from)) ?? [];
  if (!/^[^\s*]+\.[^\s*]+$/.test(host)) throw refuse('from', 'Begin with the host, like: old.example/watch/*');
  if (starsIn(form.from) > maxStars) throw refuse('from', `Use at most ${maxStars} asterisks.`);
  if (!hasScheme(form.to) || !isWebUrl(form.to.replaceAll('*', 'a')) || /^https?:\/\/[^/]*\*/i.test(form.to))
    throw refuse('to', 'Enter a URL that begins with https:// and a host, like: https://new.example/v/*');
  if (starsIn(form.to) > starsIn(form.from)) throw refuse('to', 'Use no more asterisks than in the old form.');
  return form;
};

export const hostOfForm = ({ from }: AddressForm): string => linkHostOf(withScheme(from));

/** Understood by PostgreSQL and by JavaScript alike. Without a scheme, both of them are meant, and "www." too. */
export const patternOf = ({ from }: AddressForm): string => {
  const literal = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '(.*)');
  return `^${hasScheme(from) ? '' : 'https?://(?:www\\.)?'}${literal}$`;
};

/** Undefined for a link that has another form, or whose new one would be none. */
export const replaceForm = (form: AddressForm, link: string): string | undefined => {
  const found = new RegExp(patternOf(form), 'i').exec(link);
  if (!found) return undefined;
  const kept = found.slice(1);
  let at = 0;
  const replaced = form.to.replaceAll('*', () => kept[at++] ?? '');
  return replaced.length <= maxUrlLength && isWebUrl(replaced) ? replaced : undefined;
};

/** The columns of a video whose links have the new form. What was dead at the old address may live at the new one. */
export const replacedColumns = (form: AddressForm, video: Links) => {
  const links = allLinks(video).map((link) => replaceForm(form, link) ?? link);
  return linkColumns(
    links,
    video.deadLinks.filter((link) => replaceForm(form, link) === undefined),
  );
};
