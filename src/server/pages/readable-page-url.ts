/** The not-found page's URL for a path with malformed percent-encoding, which Fastify would refuse before any route. */
export const readablePageUrl = (url: string) => {
  if (!url.includes('%') || url.startsWith('/api/')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return '/404';
  }
};
