import type { CaseKind } from '#contract/values/cases.ts';
import { infoPages } from '#contract/values/public-pages.ts';

interface ReportTarget {
  /** Undefined for the list of kinds. */
  kind?: CaseKind;
  /** The id of the reported video, or ''. */
  video?: string;
}

/**
 * URL of the form for a kind, or of the list of kinds. The video is in the fragment, which browsers do not send: to
 * crawlers and caches the form is one page, however many videos link to it.
 */
export const reportHref = ({ kind, video = '' }: ReportTarget) =>
  `${infoPages.report.path}${kind ? `?kind=${kind}` : ''}${video === '' ? '' : `#video=${video}`}`;

/** Thanks for a report of a dead link, which has no status page. */
export const sentPath = '/report?sent=yes';

/** The id in a URL of `reportHref`, or ''. Older links have it in the query. */
export const reportedVideo = ({ hash, search }: Pick<Location, 'hash' | 'search'>): string => {
  const video = new URLSearchParams(hash.slice(1)).get('video') ?? new URLSearchParams(search).get('video') ?? '';
  return /^\d{1,15}$/.test(video) ? video : '';
};
