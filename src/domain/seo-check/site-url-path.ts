/** The path of a link, with its query and without its fragment. Undefined if it leaves the site. */
export const sitePath = (href: string, from: string, siteUrl: string): string | undefined => {
  if (!URL.canParse(href, siteUrl + from)) return undefined;
  const url = new URL(href, siteUrl + from);
  return url.origin === new URL(siteUrl).origin ? url.pathname + url.search : undefined;
};
