/** Of what a feed can be; a file without an extension may be one, too. */
const feedName =
  /(^|\/)([^./][^/]*\.(csv|tsv|tab|psv|txt|dat|dump|json|jsonl|ndjson|xml|rss|atom|mrss|gz|zip)|[^./][^./]*)$/i;
const notAFeed =
  /(^|\/)(__MACOSX\/|(read_?me|licen[cs]e|changelog|manifest|copying|terms|about|info|deleted|removed|expired)(\.\w+)*$)/i;

/** Whether a file of an archive can be a feed, by its name. What was deleted, or is about the feed, is none. */
export const isFeedName = (name: string): boolean => feedName.test(name) && !notAFeed.test(name);

/** Office documents are ZIP files as well. */
export const isOfficeFile = (name: string) => name === '[Content_Types].xml' || name === 'mimetype';
