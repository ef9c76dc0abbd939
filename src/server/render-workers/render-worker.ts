import { inspect } from 'node:util';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '#contract/calls/api-error.ts';
import type { Client } from '#contract/calls/client.ts';
import { type Encoding, toCachedPage } from '../page-cache/cached-page.ts';
import { contentSecurityPolicy, loadPageBuild } from '../pages/page-build.ts';
import { pageRenderer } from '../pages/render-page.ts';
import type { FromWorker, SentPage, SentProblem, ToWorker, WorkerSettings } from './messages.ts';

interface PendingCall {
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

/** Calls the API in the main thread. */
const createPortClient = (port: Pick<MessagePort, 'postMessage'>, calls: readonly string[]) => {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  const take = (id: number) => {
    const call = pending.get(id);
    pending.delete(id);
    return call;
  };
  const call = (name: string, input: unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++lastId;
    pending.set(id, { resolve, reject });
    port.postMessage({ type: 'call', call: id, name, input } satisfies FromWorker);
    return promise;
  };
  return {
    client: Object.fromEntries(calls.map((name) => [name, (input: unknown) => call(name, input)])) as unknown as Client,
    returned: (id: number, output: unknown) => take(id)?.resolve(output),
    refused: (id: number, { status, statusText, body }: SentProblem) =>
      take(id)?.reject(new ApiError(status, statusText, body)),
  };
};

const port = parentPort;
if (!port) throw new Error('This file is the program of a worker.');
const { buildDir, calls, ...site } = workerData as WorkerSettings;

const send = (message: FromWorker, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
/** Copies an error without its cause and other properties, which may not be cloneable. */
const plainError = (error: unknown): Error =>
  error instanceof Error
    ? Object.assign(new Error(error.message), { stack: error.stack ?? '' })
    : new Error(inspect(error));
const { client, returned, refused } = createPortClient(port, calls);
const renderPage = pageRenderer({
  ...site,
  build: await loadPageBuild(buildDir),
  client,
  contentSecurityPolicy,
  report: (error, path) => send({ type: 'report', error: plainError(error), path }),
});

const render = async (key: string, encoding: Encoding): Promise<SentPage> => {
  // Nothing else needs this thread's event loop, so there is no need to wait for a turn.
  const rendered = await renderPage(key, async () => {});
  const { status, headers, hash, bodies, tags } = toCachedPage(rendered, encoding);
  // Copied to its exact length, because the compressor's buffer is larger.
  const body = new Uint8Array(bodies[encoding] as Buffer);
  return { status, headers, hash, encoding, body, tags: [...tags], isComplete: rendered.recorded.isComplete };
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'returned') returned(message.call, message.output);
  else if (message.type === 'refused') refused(message.call, message.problem);
  else
    render(message.key, message.encoding).then(
      (page) => send({ type: 'rendered', id: message.id, page }, [page.body.buffer]),
      (error: unknown) => send({ type: 'failed', id: message.id, error: plainError(error) }),
    );
});
send({ type: 'ready' });
