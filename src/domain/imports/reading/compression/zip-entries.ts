/** Of what a feed can be; a file without an extension may be one, too. */
const feedName =
  /(^|\/)([^./][^/]*\.(csv|tsv|tab|psv|txt|dat|dump|json|jsonl|ndjson|xml|rss|atom|mrss|gz|zip)|[^./][^./]*)$/i;
const notAFeed = /(^|\/)(__MACOSX\/|(read_?me|licen[cs]e|changelog|manifest|copying)(\.\w+)?$)/i;

const withoutDigits = (name: string) => name.replace(/\d+/g, '#');

/** Decides which files of an archive are read: the first feed, and those that only a number tells from it, such as part-2.csv. */
export const createEntryFilter = () => {
  let pattern: string | undefined;
  return (name: string): boolean => {
    if (!feedName.test(name) || notAFeed.test(name)) return false;
    pattern ??= withoutDigits(name);
    return withoutDigits(name) === pattern;
  };
};

/** Office documents are ZIP files as well. */
export const isOfficeFile = (name: string) => name === '[Content_Types].xml' || name === 'mimetype';
