/** A worker that answers with the key, and dies of some keys. */
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '#server/render-workers/messages.ts';

let held: (() => void)[] = [];

parentPort?.on('message', (message: ToWorker) => {
  if (message.type !== 'render') return;
  const { id, key, encoding } = message;
  const answer = () => {
    const body = new TextEncoder().encode(key);
    const page = { status: 200, headers: {}, hash: key, encoding, body, tags: ['a'], isComplete: true };
    parentPort?.postMessage({ type: 'rendered', id, page } satisfies FromWorker);
  };
  if (key === '/exit') process.exit(1);
  if (key === '/throw') throw new Error('broken');
  if (key === '/hold') held.push(answer);
  else answer();
  if (key !== '/release') return;
  for (const release of held) release();
  held = [];
});
