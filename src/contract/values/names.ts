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
