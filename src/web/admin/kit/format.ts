import type { PostPart } from '#contract/values/posts.ts';
import { plural } from '../../components/format.ts';

const abbreviated = (count: number, digits: (value: number) => string) => {
  if (count >= 1_000_000) return `${digits(count / 1_000_000)}M`;
  if (count >= 1000) return `${digits(count / 1000)}K`;
  return String(count);
};

/** The dashboard's counts: 999, 1K, 1.5K, 2M. */
export const shortCount = (count: number) => abbreviated(count, (value) => value.toFixed(1).replace(/\.0$/, ''));

/** Abbreviated with one decimal, always: 1.0K. */
export const subscriberCount = (count: number) =>
  plural(
    count,
    'subscriber',
    'subscribers',
    abbreviated(count, (value) => value.toFixed(1)),
  );

/** A heading with the number of records, unless loading them failed. */
export const countedTitle = (title: string, count: number, problem: string | undefined) =>
  problem === undefined ? `${title} (${count})` : title;

export const fullCount = (count: number) => count.toLocaleString('en-US');

/** Formats a share from 0 to 1: 25%, 0.5%, and <0.1% for tiny shares. */
export const percent = (share: number) => {
  if (share === 0) return '0%';
  return share < 0.001 ? '<0.1%' : `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
};

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

export const dayLabel = (iso: string | null | undefined, missing = 'N/A') =>
  iso ? day.format(new Date(iso)) : missing;

export const momentLabel = (iso: string | null | undefined, missing = 'N/A') =>
  iso ? moment.format(new Date(iso)) : missing;

/** 40 ms, 3.2 s or 5 min. */
export const durationLabel = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms / 60_000)} min`;
};

/** 'big-city' as 'Big city'. */
export const tagName = (name: string) => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const names: Partial<Record<PostPart, string>> = {
  livingLink: 'working link',
  records: 'complete records',
  rightsHolder: 'rights holder or records custodian',
  consent: 'consent statement',
  recordDate: 'date of the records',
};

/** A part that a post can lack, as it reads after “without”. */
export const partName = (part: PostPart): string => names[part] ?? part;

/** Bidirectional controls and zero-width characters, which can make text look like something else. */
const invisible = /[\p{Bidi_Control}\u200b\u2060\ufeff]|(?![\n\t\r])\p{Cc}/gu;

/** Makes invisible characters of untrusted text visible, such as '[U+202E]'. */
export const visibleText = (text: string) =>
  text.replace(
    invisible,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/** The site that a link leads to: 'example.com' for https://www.example.com/a. Blank for an invalid URL. */
export const siteOf = (link: string) => (URL.canParse(link) ? new URL(link).host.replace(/^(www|m|mobile)\./, '') : '');
