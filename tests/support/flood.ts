import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface FloodResult {
  made: number;
  refused: number;
  other: number;
}

/** Asks for many pages at once, from a thread of its own: one that serves cannot overwhelm itself. */
export const flood = async (urls: string[]): Promise<FloodResult> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: urls });
  const [result] = (await once(worker, 'message')) as [FloodResult];
  return result;
};

const askAll = async (urls: string[]): Promise<FloodResult> => {
  const result = { made: 0, refused: 0, other: 0 };
  await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.status === 200) result.made++;
      else if (response.status === 503 && Number(response.headers.get('retry-after')) > 0) result.refused++;
      else result.other++;
    }),
  );
  return result;
};

if (parentPort && Array.isArray(workerData)) parentPort.postMessage(await askAll(workerData));
