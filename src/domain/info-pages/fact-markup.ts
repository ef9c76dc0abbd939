import MarkdownIt from 'markdown-it';
import { isEmail } from '#contract/values/email.ts';
import type { Facts, Placeholder } from '#contract/values/operator-facts.ts';

const { escapeHtml: escaped } = new MarkdownIt().utils;

/** As it was entered, in its own direction, line by line. */
const lines = (text: string) =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => `<bdi>${escaped(line)}</bdi>`)
    .join('<br>');

const emailLink = (email: string) =>
  isEmail(email)
    ? `<a href="mailto:${escaped(encodeURI(email))}" rel="nofollow"><bdi>${escaped(email)}</bdi></a>`
    : lines(email);

const telephone = (number: string) => (number === '' ? '' : `Telephone: <bdi>${escaped(number)}</bdi>`);

interface Part {
  markup: string;
  /** What it is, for visitors, while it is not filled in. */
  what: string;
}

const inWords = (parts: string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** What is known, line by line, and a sentence about what is not. */
const entry = (whose: string, parts: Part[], more = '') => {
  const missing = parts.filter(({ markup }) => markup === '').map(({ what }) => what);
  const sentence =
    missing.length === 0
      ? ''
      : `The ${inWords(missing)} of ${whose} ${missing.length > 1 ? 'have' : 'has'} not been published yet.`;
  return [...parts.map(({ markup }) => markup), more, sentence].filter((line) => line !== '').join('<br>');
};

const filledOr = (text: string, instead: string) => (text.trim() === '' ? instead : lines(text));
const part = (text: string, what: string): Part => ({ markup: text.trim() === '' ? '' : lines(text), what });
const email = (text: string): Part => ({ markup: text.trim() === '' ? '' : emailLink(text.trim()), what: 'email' });

const markups: Record<Placeholder, (facts: Facts) => string> = {
  siteName: ({ siteName }) => lines(siteName),
  operator: ({ name, address }) =>
    entry('the operator of this site', [part(name, 'legal name'), part(address, 'postal address')]),
  operatorName: ({ name }) => filledOr(name, 'the operator of this site'),
  jurisdiction: ({ jurisdiction }) =>
    filledOr(jurisdiction, 'the country in which the operator of this site is established'),
  contactEmail: ({ contactEmail }) =>
    contactEmail.trim() === '' ? 'an email that has not been published yet' : emailLink(contactEmail.trim()),
  copyrightAgent: (facts) =>
    entry(
      'the copyright agent',
      [
        part(facts.copyrightAgentName, 'name'),
        part(facts.copyrightAgentAddress, 'postal address'),
        email(facts.copyrightAgentEmail),
      ],
      telephone(facts.copyrightAgentPhone.trim()),
    ),
  recordsCustodian: (facts) =>
    entry('the custodian of records', [
      part(facts.recordsCustodianName, 'name'),
      part(facts.recordsCustodianAddress, 'postal address'),
    ]),
};

/** What visitors read in place of {{name}}: what the operator has filled in, or honest words that it is missing. */
export const factMarkup = (placeholder: string, facts: Facts): string => markups[placeholder as Placeholder](facts);
