import { text } from 'node:stream/consumers';
import { preloadModule } from 'react-dom';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { defaultSettings } from '#contract/values/default-settings.ts';
import { isAdminPath } from './admin/is-admin-path.ts';
import { hydrationMarkup, preloadedModules } from './hydration-markup.ts';
import { pageStyle } from './page-style.ts';
import { AgeGate } from './public/age-gate/age-gate.tsx';
import type { loader } from './root.tsx';
import { siteContext } from './site-context.ts';

type RootData = Awaited<ReturnType<typeof loader>>;

const end = '</body></html>';
const bodyStart = '<body>';

/** Preloads are called for while rendering; a sibling element for each would change what useId() returns. */
function Page({ context, url }: { context: EntryContext; url: string }) {
  for (const href of preloadedModules(context)) preloadModule(href);
  return <ServerRouter context={context} url={url} />;
}

const rootDataOf = ({ staticHandlerContext }: EntryContext): RootData | undefined =>
  staticHandlerContext.loaderData.root;

const inlineStylesOf = (context: EntryContext) => {
  const root = rootDataOf(context);
  return root ? [pageStyle(root.settings.accent)] : [];
};

/** Goes into the document beside React's tree: see age-gate.tsx. */
const ageGateOf = (context: EntryContext, url: string) => {
  if (isAdminPath(new URL(url).pathname)) return '';
  const { siteName, leaveUrl } = rootDataOf(context)?.settings ?? defaultSettings;
  return renderToStaticMarkup(<AgeGate siteName={siteName} leaveUrl={leaveUrl} />);
};

/**
 * Renders the whole document to a string, because it is cached. Nothing in it suspends, so one pass is enough; the
 * hydration data goes at the end. The document bypasses the Response, which would only wrap it in a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set('content-type', 'text/html; charset=utf-8');
  const loaderData = serverHandoffStream ? await text(serverHandoffStream) : '';
  const site = context.get(siteContext);
  // Rendering is the expensive step: let waiting pages take turns here.
  await site.waitForTurn();
  const document = renderToString(<Page context={routerContext} url={request.url} />);
  const body = document.indexOf(bodyStart) + bodyStart.length;
  site.onDocument({
    html: [
      `<!DOCTYPE html>${document.slice(0, body)}`,
      ageGateOf(routerContext, request.url),
      document.slice(body, -end.length),
      hydrationMarkup(routerContext, loaderData),
      end,
    ].join(''),
    inlineStyles: inlineStylesOf(routerContext),
    hasFrames: !isAdminPath(new URL(request.url).pathname) && rootDataOf(routerContext)?.settings.playInPlace === true,
  });
  return new Response(null, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error, new URL(request.url).pathname);
};
