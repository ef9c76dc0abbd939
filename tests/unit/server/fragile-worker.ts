/** A worker that answers with the key, and dies of some keys. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Encoding } from '#server/page-cache/cached-page.ts';
import type { FromWorker, ToWorker } from '#server/render-workers/messages.ts';

/** A start that takes until the test opens this gate. */
const { gate } = workerData as { gate?: Int32Array };
if (gate) Atomics.wait(gate, 0, 0);

let held: (() => void)[] = [];

const answerWith = ({ id, encoding }: { id: number; encoding: Encoding }, text: string) => {
  const body = new TextEncoder().encode(text);
  const page = { status: 200, headers: {}, hash: text, encoding, body, tags: ['a'], isComplete: true };
  parentPort?.postMessage({ type: 'rendered', id, page } satisfies FromWorker);
};

let asking: { id: number; encoding: Encoding } | undefined;

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'refused' && asking) answerWith(asking, `refused ${message.problem.status}`);
  if (message.type !== 'render') return;
  const { id, key, encoding } = message;
  const answer = () => answerWith({ id, encoding }, key);
  if (key === '/call') {
    asking = { id, encoding };
    parentPort?.postMessage({ type: 'call', call: 1, name: 'getTags', input: {} } satisfies FromWorker);
    return;
  }
  if (key === '/loop') for (;;);
  if (key === '/exit') process.exit(1);
  if (key === '/throw') throw new Error('broken');
  if (key === '/hold') held.push(answer);
  else answer();
  if (key !== '/release') return;
  for (const release of held) release();
  held = [];
});
parentPort?.postMessage({ type: 'ready' } satisfies FromWorker);
