import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { siteContext } from './site-context.ts';

/** What the browser's router starts from, in the form in which the framework would stream it. */
const handoffOf = async (stream: ReadableStream<Uint8Array>) => {
  const json = JSON.stringify(await text(stream)).replace(/[&<>\u2028\u2029]/g, (found) => {
    const code = found.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
  const controller = 'window.__reactRouterContext.streamController';
  return `<script>${controller}.enqueue(${json});</script><script>${controller}.close();</script>`;
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
  // Between its data and its markup, which are most of the work, a page lets others go first.
  await nextTurn();
  const document = renderToString(<ServerRouter context={routerContext} url={request.url} />);
  context.get(siteContext).onDocument(`<!DOCTYPE html>${document.slice(0, -end.length)}${handoff}${end}`);
  return new Response(null, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error, new URL(request.url).pathname);
};
