/** 'isla-torven' as 'Isla Torven'. */
export const nameOfSlug = (slug: string) =>
  slug
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** 'big-city' as 'big city'. */
export const wordsOfSlug = (slug: string) => slug.replaceAll('-', ' ');

/** No language needs more on one letter. A stack of hundreds would be drawn over everything above it. */
const maxMarks = 8;
const excessMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');
const withFewMarks = (text: string) => text.replace(excessMarks, '$1');

/** A title as it is stored. */
export const tidyTitle = (text: string) => withFewMarks(text.trim().replace(/\s*[\r\n]\s*/g, ' '));

/** A name as it is stored: one spelling for what looks the same. */
export const tidyName = (text: string) => withFewMarks(text.normalize('NFC')).replace(/\s+/g, ' ').trim();

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
