import { fold } from './text.ts';

const lettersOf = (text: string) =>
  // Fast path: most titles are plain ASCII.
  /^[ -~]*$/.test(text)
    ? text.replace(/[^a-z0-9-]/g, '')
    : // Removing characters may have made two others adjacent that compose.
      text.replace(/[^\p{L}\p{N}\p{M}-]/gu, '').normalize('NFC');

/** Makes a slug: folds accents, replaces white space by hyphens, and keeps letters and digits of any script. */
export const slugOf = (text: string) =>
  // Fast path: most inputs are already slugs.
  /^[a-z0-9-]*$/.test(text) ? text : lettersOf(fold(text).replace(/\s+/g, '-'));

/** The slug rule of older links: keeps only a-z, 0-9 and hyphens, and drops letters with accents. */
export const asciiSlugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '');

/** Whether a slug has a letter or digit. */
export const isNameSlug = (slug: string) => /[\p{L}\p{N}]/u.test(slug);

/** The letter under which directories list a name. Slugs have no accents, so É is listed under E. */
export const letterOf = (slug: string) => String.fromCodePoint(slug.codePointAt(0) ?? 0).toUpperCase();

export const titleSlugOf = (title: string) => slugOf(title.trim());

/** 'isla-torven' becomes 'Isla Torven'. */
export const nameOfSlug = (slug: string) =>
  slug
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** 'big-city' becomes 'big city'. */
export const wordsOfSlug = (slug: string) => slug.replaceAll('-', ' ').trim();

/** No language needs more marks on one letter. A stack of hundreds (“Zalgo text”) would cover the lines above it. */
const maxMarks = 8;
const excessMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');
const withFewMarks = (text: string) => text.replace(excessMarks, '$1');

/** Normalises a title for storing. */
export const tidyTitle = (text: string) => withFewMarks(text.trim().replace(/(?<!\s)\s*[\r\n]\s*/g, ' '));

const isEdge = (character: string | undefined) => character === '-' || character === ' ';

/** Trims hyphens, which are spaces when a slug is read as words. A pattern would be slow for many of them. */
const withoutEdges = (name: string) => {
  let [start, end] = [0, name.length];
  while (start < end && isEdge(name[start])) start++;
  while (end > start && isEdge(name[end - 1])) end--;
  return name.slice(start, end);
};

/** Normalises a name for storing, so that names that look the same are the same. */
export const tidyName = (text: string) => withoutEdges(withFewMarks(text.normalize('NFC')).replace(/\s+/g, ' ').trim());

/** The display name of a tag or performer. Names that were entered as slugs get spaces and capitals. */
export const displayNameOf = (kind: 'tag' | 'performer', { slug, name }: { slug: string; name: string }) => {
  if (name !== slug) return name;
  return kind === 'tag' ? wordsOfSlug(slug) : nameOfSlug(slug);
};

/** Names by slug, only where the name can't be derived from the slug. */
export type Spellings = Readonly<Record<string, string>>;

const spellingIn = (spellings: Spellings | undefined, slug: string) =>
  spellings !== undefined && Object.hasOwn(spellings, slug) ? spellings[slug] : undefined;

export const tagNameOf = (slug: string, spellings?: Spellings) => spellingIn(spellings, slug) ?? wordsOfSlug(slug);

export const performerNameOf = (slug: string, spellings?: Spellings) => spellingIn(spellings, slug) ?? nameOfSlug(slug);

export const nameKinds = ['tag', 'performer'] as const;
export type NameKind = (typeof nameKinds)[number];

/** The words for names on screens and in messages. */
export const nameWords = { tag: 'tag', performer: 'star' } as const satisfies Record<NameKind, string>;

export const nameActions = ['rename', 'merge', 'split', 'alias', 'delete', 'describe'] as const;
export type NameAction = (typeof nameActions)[number];

/** Fallback tags of pages for when the catalogue cannot be reached. */
export const builtInTags = (
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen ' +
  'mature amateur'
).split(' ');

/** The performers of a new site's footer, by slug. */
export const defaultFeaturedPerformers = (
  'isla-torven mara-quillane juno-valdane tess-ardwyn noor-selimar ava-brandolt lena-mossvik rhea-stormell ' +
  'cleo-farrowen iris-calverne vera-lindqual'
).split(' ');
