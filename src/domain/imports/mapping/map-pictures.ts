import { limits } from '#contract/values/limits.ts';
import { isClip } from '#contract/values/previews.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import type { Cells } from './cells.ts';
import { pictureProblem, type UrlOrigin } from './checks.ts';
import { pictureIn } from './values/html.ts';
import { tidyUrl } from './values/urls.ts';

/** The URL in a cell; of HTML, that of its first picture. */
const pictureOf = (cell: string) => tidyUrl(cell.includes('<') ? (pictureIn(cell) ?? '') : cell);

/** As many as a post may have: pictures or, if there is one, a clip alone. What cannot be shown is left out. */
const previewsOf = (urls: readonly string[], origin: UrlOrigin): string[] => {
  const previews = [...new Set(urls)].filter((url) => pictureProblem('preview URL', url, origin) === undefined);
  const clip = previews.find(isClip);
  return clip === undefined ? previews.slice(0, limits.video.previews) : [clip];
};

/** The picture of a row and its previews. Of several pictures without a first one, the first is the picture. */
export const picturesOf = (columns: FeedColumns, cells: Cells, isOwnExport: boolean, origin: UrlOrigin) => {
  const [main = '', ...others] = cells.firstUrls(columns, 'imageUrl');
  const urls = cells.urls(columns, 'previewUrls');
  if (isOwnExport) return { imageUrl: main, previewUrls: previewsOf(urls, origin) };
  const more = [...urls, ...others.filter((url) => !url.includes('<'))].map(tidyUrl);
  const imageUrl = pictureOf(main) || (more.find((url) => !isClip(url)) ?? '');
  return { imageUrl, previewUrls: previewsOf(more, origin).filter((url) => url !== imageUrl) };
};
