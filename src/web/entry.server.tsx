import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router';
import { siteContext } from './site-context.ts';

/** The whole document at once: it is kept and sent again, and its inline scripts are hashed. */
const renderDocument = (routerContext: EntryContext, url: string) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={url} />, {
      // No boundary is ever sent ahead of its place in the document, so that it reads whole without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    });
  });

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(await renderDocument(routerContext, request.url), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(siteContext).report(error, new URL(request.url).pathname);
};
