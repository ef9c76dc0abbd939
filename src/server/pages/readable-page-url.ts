import { isReadablePath } from '#contract/values/readable-path.ts';

/** The not-found page's URL for a path that no route can match; Fastify would refuse some of these itself. */
export const readablePageUrl = (url: string) => {
  if (!url.includes('%') || url.startsWith('/api/')) return url;
  return isReadablePath(url.split('?', 1)[0] ?? '') ? url : '/404';
};
