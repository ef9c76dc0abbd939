import { reportClient } from './report-client.ts';

/** A challenge is valid for two hours. */
const maxAgeMs = 100 * 60_000;

const solve = async (): Promise<string> => {
  // Browsers offer hashes on secure origins only.
  if (!globalThis.crypto?.subtle) return '';
  const { challenge } = await reportClient.getReportChallenge();
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data ?? '');
      worker.onerror = reject;
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
};

let started: { at: number; proof: Promise<string> } | undefined;

/** Works in the background while the form is filled in. */
export const startProof = () => {
  if (started && Date.now() - started.at < maxAgeMs) return started.proof;
  const proof = solve().catch(() => {
    // It is tried again when the form is sent.
    started = undefined;
    return '';
  });
  started = { at: Date.now(), proof };
  return proof;
};

/** The proof, or nothing if it takes too long or cannot be made. */
export const finishProof = (maxWaitMs: number): Promise<string> =>
  Promise.race([startProof(), new Promise<string>((resolve) => setTimeout(() => resolve(''), maxWaitMs))]);

/** A proof is good for one notice. */
export const forgetProof = () => {
  started = undefined;
};
