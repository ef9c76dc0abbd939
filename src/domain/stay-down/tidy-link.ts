/** Parameters that say where somebody came from, besides those that link_key() in the database leaves out. */
const tracking =
  /^(_g[al]|[gw]braid|dclid|twclid|ttclid|pk_\w+|piwik_\w+|mtm_\w+|hsa_\w+|aff|aff_?id|affiliate|aff_sub\d*|campaign(_?id)?|click_?id|sub_?id\d*|partner(_?id)?|promo|ref_(src|url)|referr?er|source|spm|share|si|feature|tracking|trk)$/i;

const nameOf = (parameter: string) => parameter.split('=')[0] ?? '';

/** A link without what can be added to it while it leads to the same place. */
export const tidyLink = (link: string): string => {
  if (!URL.canParse(link)) return link;
  const url = new URL(link);
  url.hostname = url.hostname.replace(/\.+$/, '');
  url.pathname = url.pathname.replace(/\/{2,}/g, '/');
  url.hash = '';
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !tracking.test(nameOf(parameter)))
    .join('&');
  return url.href;
};
