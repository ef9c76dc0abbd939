import { reportLimits } from '#contract/values/report-form.ts';
import type { ReportedUrl } from './reported-urls.ts';

/** Lines of plain text beside the URLs. */
const maxPieces = 2 * reportLimits.urls;

const isNamed = ({ videoId, link, path }: ReportedUrl) =>
  videoId !== undefined || link !== undefined || path !== undefined;

/** As many of a notice's URLs as are looked at one by one; the others stay with the case as text, for a person to read. */
export const takeUrls = (urls: readonly ReportedUrl[]): { taken: ReportedUrl[]; more: string[] } => {
  const taken: ReportedUrl[] = [];
  const more: string[] = [];
  let named = 0;
  for (const url of urls) {
    const fits = taken.length < maxPieces && (!isNamed(url) || named < reportLimits.urls);
    if (!fits) more.push(url.text);
    else taken.push(url);
    if (fits && isNamed(url)) named++;
  }
  return { taken, more };
};

/** What the reporter reads about the others. */
export const moreUrlsSentence = (taken: number, more: number) =>
  `You sent ${taken + more} URLs. We look at the first ${taken} one by one. The other ${more} are kept with your report, and a person reads them; to have them looked at one by one as well, send them in another report.`;
