import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type Site, siteContext } from './site-context.ts';

const handle = createRequestHandler(build, 'production');

/** Answers one page request, or the data request of a page that is reached within the browser. */
export const answerPage = (request: Request, site: Site) => {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  return handle(request, context);
};
