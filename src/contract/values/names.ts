import { fold } from './text.ts';

const lettersOf = (text: string) =>
  // Fast path: titles are plain ASCII mostly.
  /^[ -~]*$/.test(text)
    ? text.replace(/[^a-z0-9-]/g, '')
    : // What was removed may have stood between two characters that compose.
      text.replace(/[^\p{L}\p{N}\p{M}-]/gu, '').normalize('NFC');

/** The site's slug rule: accents folded, runs of white space to one hyphen, then only letters and digits of any script. */
export const slugOf = (text: string) =>
  // Fast path: most inputs are slugs already.
  /^[a-z0-9-]*$/.test(text) ? text : lettersOf(fold(text).replace(/\s+/g, '-'));

/** The stricter rule of earlier links: only a-z, 0-9 and hyphens, letters with accents are left out. */
export const asciiSlugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '');

/** Whether a slug can stand for a name. */
export const isNameSlug = (slug: string) => /[\p{L}\p{N}]/u.test(slug);

/** The letter under which directories list a name: that of its slug, in which É is an E. */
export const letterOf = (slug: string) => String.fromCodePoint(slug.codePointAt(0) ?? 0).toUpperCase();

/** Slug of a video's title: trimmed first, otherwise the same rule. */
export const titleSlugOf = (title: string) => slugOf(title.trim());

/** 'isla-torven' as 'Isla Torven'. */
export const nameOfSlug = (slug: string) =>
  slug
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** 'big-city' as 'big city'. */
export const wordsOfSlug = (slug: string) => slug.replaceAll('-', ' ').trim();

/** No language needs more on one letter. A stack of hundreds would be drawn over everything above it. */
const maxMarks = 8;
const excessMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');
const withFewMarks = (text: string) => text.replace(excessMarks, '$1');

/** A title as it is stored. */
export const tidyTitle = (text: string) => withFewMarks(text.trim().replace(/(?<!\s)\s*[\r\n]\s*/g, ' '));

const isEdge = (character: string | undefined) => character === '-' || character === ' ';

/** Without hyphens at its ends, which are blanks where a slug is read as words. Not by a pattern, which is slow for many of them. */
const withoutEdges = (name: string) => {
  let [start, end] = [0, name.length];
  while (start < end && isEdge(name[start])) start++;
  while (end > start && isEdge(name[end - 1])) end--;
  return name.slice(start, end);
};

/** A name as it is stored: one spelling for what looks the same. */
export const tidyName = (text: string) => withoutEdges(withFewMarks(text.normalize('NFC')).replace(/\s+/g, ' ').trim());

/** A stored name as people read it. One that was entered as a slug has no spelling of its own. */
export const displayNameOf = (kind: 'tag' | 'performer', { slug, name }: { slug: string; name: string }) => {
  if (name !== slug) return name;
  return kind === 'tag' ? wordsOfSlug(slug) : nameOfSlug(slug);
};

/** Names by slug, only those that their slug does not tell: most are missing here. */
export type Spellings = Readonly<Record<string, string>>;

const spellingIn = (spellings: Spellings | undefined, slug: string) =>
  spellings !== undefined && Object.hasOwn(spellings, slug) ? spellings[slug] : undefined;

/** A tag as people read it. */
export const tagNameOf = (slug: string, spellings?: Spellings) => spellingIn(spellings, slug) ?? wordsOfSlug(slug);

/** A performer as people read it. */
export const performerNameOf = (slug: string, spellings?: Spellings) => spellingIn(spellings, slug) ?? nameOfSlug(slug);

/** What is a name: the API says performer where its URLs take both. */
export const nameKinds = ['tag', 'performer'] as const;
export type NameKind = (typeof nameKinds)[number];

/** What screens and messages call one. */
export const nameWords = { tag: 'tag', performer: 'star' } as const satisfies Record<NameKind, string>;

export const nameActions = ['rename', 'merge', 'split', 'alias', 'delete', 'describe'] as const;
export type NameAction = (typeof nameActions)[number];

/** Tags that pages show when the catalogue cannot be reached. */
export const builtInTags = (
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen ' +
  'mature amateur'
).split(' ');
