/** How a part of the system is: it works, somebody should look at it, or it does not work. From best to worst. */
export const checkStates = ['ok', 'warning', 'failure'] as const;
export type CheckState = (typeof checkStates)[number];

/** What is known of a link. Nothing is concluded about an ignored one. */
export const linkStates = ['living', 'dead', 'suspicious', 'unknown', 'unchecked', 'ignored'] as const;
export type LinkState = (typeof linkStates)[number];

/** Why a probe ended as it did. Stored rows hold these words. */
export const linkReasons = [
  'answered',
  'notFound',
  'removedText',
  'home',
  'refused',
  'robots',
  'busy',
  'failed',
  'unreachable',
  'blocked',
] as const;
export type LinkReason = (typeof linkReasons)[number];

export const probeOutcomes = ['living', 'gone', 'unknown'] as const;
export type ProbeOutcome = (typeof probeOutcomes)[number];

/** A link is dead when it was found gone at least this often, over at least so many days. */
export const deadAfter = { probes: 3, days: 3 };

/** Reserved for documents and used by the demo: nobody answers for links to them, so they are not checked. */
export const uncheckedHosts = ['example.com', 'example.net', 'example.org'];

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

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Such as 1.2 GB. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
};
