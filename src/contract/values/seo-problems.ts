/** What an SEO check looks for, in the order of its report. */
export const seoProblemKinds = [
  'failing-page',
  'broken-link',
  'redirected-link',
  'not-indexable',
  'orphan',
  'too-deep',
  'missing-text',
  'description-length',
  'duplicate-title',
  'duplicate-description',
  'duplicate-text',
] as const;
export type SeoProblemKind = (typeof seoProblemKinds)[number];

/** How many clicks from the home page a page in the sitemap may be. */
export const maxClicks = 6;

/** In characters: what search engines show without cutting it. */
export const descriptionLength = { min: 70, max: 155 };

/** As headings of a report. */
export const seoProblemLabels: Readonly<Record<SeoProblemKind, string>> = {
  'failing-page': 'Pages that answer with an error',
  'broken-link': 'Links to pages that do not exist',
  'redirected-link': 'Links that lead through a redirect',
  'not-indexable': 'In the sitemap, but closed to search engines',
  orphan: 'In the sitemap, but linked from nowhere',
  'too-deep': `More than ${maxClicks} clicks from the home page`,
  'missing-text': 'Without title, description or heading',
  'description-length': `Descriptions that do not have ${descriptionLength.min} to ${descriptionLength.max} characters`,
  'duplicate-title': 'Pages with the same title',
  'duplicate-description': 'Pages with the same description',
  'duplicate-text': 'Pages with the same text',
};

/** States of a check. One that its process could not finish is interrupted. */
export const seoCheckStates = ['running', 'finished', 'cancelled', 'interrupted'] as const;
export type SeoCheckState = (typeof seoCheckStates)[number];
