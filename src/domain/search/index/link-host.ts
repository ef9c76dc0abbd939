/** The host of a link as people name it, like the SQL function link_host(); empty for what is no web link. */
export const linkHostOf = (link: string): string => {
  const host = /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
  return host.replace(/^(www|m|mobile)\./, '');
};
