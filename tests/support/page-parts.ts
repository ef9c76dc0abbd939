import type { CheerioAPI } from 'cheerio';

/** What each element says that a selector finds in a page's HTML. */
export const textsIn = ($: CheerioAPI, selector: string) =>
  $(selector)
    .toArray()
    .map((part) => $(part).text());

/** Where each link leads that a selector finds in a page's HTML. */
export const hrefsIn = ($: CheerioAPI, selector: string) =>
  $(selector)
    .toArray()
    .map((link) => $(link).attr('href') ?? '');
