import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { siteContext } from './site-context.ts';

const start = `{
  const { streamController } = window.__reactRouterContext;
  streamController.enqueue(document.getElementById('handoff').textContent);
  streamController.close();
}`;

/** What the browser's router starts from. As data beside a script, the script is the same on every page. */
const handoffOf = async (stream: ReadableStream<Uint8Array>) => {
  const json = (await text(stream)).replaceAll('<', '\\u003c');
  return `<script id="handoff" type="application/json">${json}</script><script>${start}</script>`;
};

const end = '</body></html>';

/**
 * The whole document at once: it is kept and sent again, and its inline scripts are hashed. Nothing in it waits for
 * anything, so that one pass makes it; the data that the framework would send behind the page stands at its end. It is
 * handed over beside the response, which would only turn it into a stream that has to be read again.
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
  // Its data and its markup are most of the work of a page.
  await site.waitForTurn();
  const document = renderToString(<ServerRouter context={routerContext} url={request.url} />);
  site.onDocument(`<!DOCTYPE html>${document.slice(0, -end.length)}${handoff}${end}`);
  return new Response(null, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error, new URL(request.url).pathname);
};
