import type { MessagePort } from 'node:worker_threads';
import { ApiError } from '#contract/api-error.ts';
import type { Client } from '#contract/client.ts';
import type { FromWorker, SentProblem } from './messages.ts';

interface PendingCall {
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

/** Calls the API in the main thread. */
export const createPortClient = (port: Pick<MessagePort, 'postMessage'>, calls: readonly string[]) => {
  const pending = new Map<number, PendingCall>();
  let last = 0;
  const take = (call: number) => {
    const found = pending.get(call);
    pending.delete(call);
    return found;
  };
  const call = (name: string, input: unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++last;
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
