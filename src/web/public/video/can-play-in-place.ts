/**
 * Whether a player may be shown in a frame. Only https, and never this site itself: a frame of the same origin that may run
 * scripts can take off its own sandbox.
 */
export const canPlayInPlace = (embedUrl: string, siteUrl: string) => {
  if (!URL.canParse(embedUrl)) return false;
  const { protocol, host } = new URL(embedUrl);
  return protocol === 'https:' && host !== new URL(siteUrl).host;
};
