import { fold } from './fold.ts';

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
