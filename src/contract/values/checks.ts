/** The state of a part of the system, from best to worst. */
export const checkStates = ['ok', 'warning', 'failure'] as const;
export type CheckState = (typeof checkStates)[number];

/** States of links. Ignored links are not judged. */
export const linkStates = ['living', 'dead', 'suspicious', 'unknown', 'unchecked', 'ignored'] as const;
export type LinkState = (typeof linkStates)[number];

/** The reason for the outcome of a probe. The database stores these words. */
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

/** A link is dead once this many probes found it gone, over at least this many days. */
export const deadAfter = { probes: 3, days: 3 };

/** Reserved for documentation (RFC 2606) and used by the demo, so links to them are not checked. */
export const uncheckedHosts = ['example.com', 'example.net', 'example.org'];

/** The problems that an SEO check finds, in the order of its report. */
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

/** The maximum distance from the home page of a page in the sitemap. */
export const maxClicks = 6;

/** Characters that search engines show without truncating. */
export const descriptionLength = { min: 70, max: 155 };

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

/** A check is interrupted if its process ended before it finished. */
export const seoCheckStates = ['running', 'finished', 'cancelled', 'interrupted'] as const;
export type SeoCheckState = (typeof seoCheckStates)[number];

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** For example 1.2 GB. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
};
