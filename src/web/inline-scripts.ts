import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { type Site, siteContext } from './site-context.ts';

/** The layout without routes, and without data that anybody could put a script into. */
const layoutOnly = (build: ServerBuild): ServerBuild => {
  const { root } = build.routes;
  if (!root) throw new Error('There is no root route.');
  return {
    ...build,
    routes: { root: { ...root, module: { ...root.module, loader: undefined, default: () => null } } },
    assets: { ...build.assets, routes: { root: build.assets.routes.root } },
  };
};

/** Neither data blocks nor files. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/** The inline scripts that every page has: our own, and the one that React Router restores the scroll position with. */
export const inlineScriptsOf = async (build: ServerBuild, site: Omit<Site, 'onDocument'>) => {
  const context = new RouterContextProvider();
  let html = '';
  context.set(siteContext, {
    ...site,
    onDocument: (document) => {
      html = document.html;
    },
  });
  await createRequestHandler(layoutOnly(build), import.meta.env.MODE)(new Request(site.siteUrl), context);
  return Array.from(html.matchAll(inlineScript), ([, script = '']) => script);
};
