import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { menuEntries } from './public/bar/menu-entries.ts';
import { categoryPages } from './public/categories.ts';
import { type Site, siteContext } from './site-context.ts';

const handle = createRequestHandler(build, 'production');

/** Answers one page request, or the data request of a page that is reached within the browser. */
export const answerPage = (request: Request, site: Site) => {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  return handle(request, context);
};

/** The pages that are always there, for the sitemap. */
export const fixedPaths = [
  ...menuEntries.map(({ to }) => to.toLowerCase()),
  ...categoryPages.map(({ slug }) => `/category/${slug}`),
];
