/** Folders, and files that systems hide. */
const hidden = /(^|\/)(\.[^/]*|__MACOSX\/.*)$|\/$/i;
/** What is about the feed, or was deleted from it. */
const besideFeeds =
  /(^|\/)(read_?me|licen[cs]e|changelog|manifest|copying|terms|about|info|deleted|removed|expired)(\.\w+)*$/i;
/** Kinds of files that are never one. Others are opened: what is in them must not count as gone because of an unusual name. */
const otherKinds =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|mp4|m4v|webm|mov|avi|mkv|mp3|pdf|html?|css|js|md|rtf|log|ini|cfg|exe|sh|bat|sig|asc|md5|sha1|sha256|sfv)$/i;

/** Whether a file of an archive can be a feed, by its name. */
export const isFeedName = (name: string): boolean =>
  !hidden.test(name) && !besideFeeds.test(name) && !otherKinds.test(name);

/** Office documents are ZIP files as well. */
export const isOfficeFile = (name: string) => name === '[Content_Types].xml' || name === 'mimetype';
