/** A path that a URL keeps as it is: no dot segments, nothing to escape. */
const plainPath = /^(?:\/[\w-]+(?:\.[\w-]+)*)+(?:\?[\w=&,:-]*)?$/;

/** The full URL of a path on the site or of any URL. Parsing takes its time, and a page has half a dozen of them. */
export const absoluteUrl = (siteUrl: string, url: string): string =>
  plainPath.test(url) ? siteUrl + url : new URL(url, siteUrl).href;
