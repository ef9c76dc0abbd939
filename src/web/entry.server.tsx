import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { siteContext } from './site-context.ts';

const start = `{
  const { streamController } = window.__reactRouterContext;
  streamController.enqueue(document.getElementById('handoff').textContent);
  streamController.close();
}`;

/** The router's hydration data, apart from the script that reads it: the script is the same on every page, so its CSP hash is too. */
const handoffOf = async (stream: ReadableStream<Uint8Array>) => {
  const json = (await text(stream)).replaceAll('<', '\\u003c');
  return `<script id="handoff" type="application/json">${json}</script><script>${start}</script>`;
};

const end = '</body></html>';

/**
 * Renders the whole document to a string: it is cached, and its inline scripts are hashed for the content security
 * policy. Nothing in it suspends, so one pass is enough; the hydration data goes at the end. The document bypasses the
 * Response, which would only wrap it in a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set('content-type', 'text/html; charset=utf-8');
  const handoff = serverHandoffStream ? await handoffOf(serverHandoffStream) : '';
  const site = context.get(siteContext);
  // Rendering is the expensive step: let waiting pages take turns here.
  await site.waitForTurn();
  const document = renderToString(<ServerRouter context={routerContext} url={request.url} />);
  site.onDocument(`<!DOCTYPE html>${document.slice(0, -end.length)}${handoff}${end}`);
  return new Response(null, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error, new URL(request.url).pathname);
};
