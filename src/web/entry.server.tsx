import { text } from 'node:stream/consumers';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { withoutReportToken } from '#contract/values/reports.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { isAdminPath } from '#contract/values/urls.ts';
import { pageStyle } from './document-head.tsx';
import { hydrationMarkup } from './hydration-markup.ts';
import { AgeGate } from './public/age-gate/age-gate.tsx';
import { isUngatedId } from './public/age-gate/ungated.ts';
import type { loader } from './root.tsx';
import { siteContext } from './site-context.ts';

type RootData = Awaited<ReturnType<typeof loader>>;

const end = '</body></html>';
const headEnd = '</head><body>';

const rootDataOf = ({ staticHandlerContext }: EntryContext): RootData | undefined =>
  staticHandlerContext.loaderData.root;

const ageGates = new Map<string, string>();

/** Goes into the document next to React's tree: see age-gate.tsx. */
const ageGateOf = (context: EntryContext, url: string) => {
  if (isAdminPath(new URL(url).pathname)) return '';
  if (context.staticHandlerContext.matches.some(({ route }) => isUngatedId(route.id))) return '';
  const { siteName, leaveUrl } = rootDataOf(context)?.settings ?? defaultSettings;
  const key = `${siteName} ${leaveUrl}`;
  const ageGate = ageGates.get(key) ?? renderToStaticMarkup(<AgeGate siteName={siteName} leaveUrl={leaveUrl} />);
  // Settings change rarely, so cache a single entry.
  if (!ageGates.has(key)) ageGates.clear();
  ageGates.set(key, ageGate);
  return ageGate;
};

/** Puts back the loader data that page-handler.ts kept from React Router's encoding. */
const withLoaderData = (context: EntryContext, collected: Record<string, unknown> | undefined): EntryContext => {
  const { staticHandlerContext } = context;
  const loaderData: Record<string, unknown> = { ...staticHandlerContext.loaderData };
  for (const id in collected) if (id in loaderData) loaderData[id] = collected[id];
  return { ...context, staticHandlerContext: { ...staticHandlerContext, loaderData } };
};

/**
 * Renders the document to a string, because it is cached. Nothing in it suspends, so one pass is enough; hydration data
 * goes at the end. The document is passed to `onDocument`, because a Response would only wrap it in a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set('content-type', 'text/html; charset=utf-8');
  const state = serverHandoffStream ? await text(serverHandoffStream) : '';
  const site = context.get(siteContext);
  // Rendering is the expensive step: let other requests go first.
  await site.waitForTurn();
  const entryContext = withLoaderData(routerContext, site.loaderData);
  const hydration = hydrationMarkup(entryContext, state, site.loaderData);
  const document = renderToString(
    <ServerRouter context={{ ...entryContext, manifest: hydration.manifest }} url={request.url} />,
  );
  const isPublic = !isAdminPath(new URL(request.url).pathname);
  const settings = rootDataOf(entryContext)?.settings;
  const body = document.indexOf(headEnd);
  site.onDocument({
    html:
      `<!DOCTYPE html>${document.slice(0, body)}${hydration.head}${headEnd}` +
      ageGateOf(entryContext, request.url) +
      document.slice(body + headEnd.length, -end.length) +
      hydration.end +
      end,
    inlineStyles: settings ? [pageStyle(settings.accent)] : [],
    hasFrames: isPublic && settings?.playInPlace === true,
    hasOwnPicturesOnly: isPublic && settings?.imageProxy === true,
  });
  return new Response(null, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted)
    context.get(siteContext).report(error, withoutReportToken(new URL(request.url).pathname));
};
