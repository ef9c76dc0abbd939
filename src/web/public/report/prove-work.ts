import { reportClient } from './report-client.ts';

/** Stay well below the two hours for which the server accepts a challenge. */
const maxAgeMs = 100 * 60_000;

const solve = async (load: () => Promise<{ challenge: unknown }>): Promise<string> => {
  // crypto.subtle exists on secure origins only.
  if (!globalThis.crypto?.subtle) return '';
  const { challenge } = await load();
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

/** Called when the visitor starts typing, so that the proof is computed in the background while they fill in the form. */
export const startProof = () => {
  if (started && Date.now() - started.at < maxAgeMs) return started.proof;
  const proof = solve(() => reportClient.getReportChallenge()).catch(() => {
    // finishProof() tries again when the form is sent.
    started = undefined;
    return '';
  });
  started = { at: Date.now(), proof };
  return proof;
};

/** The proof, or '' if it fails or takes too long. */
export const finishProof = (maxWaitMs: number): Promise<string> =>
  Promise.race([startProof(), new Promise<string>((resolve) => setTimeout(() => resolve(''), maxWaitMs))]);

/** A proof is valid for a single notice. */
export const forgetProof = () => {
  started = undefined;
};

/** The proof that the confirmation of an email takes, or '' if it fails. */
export const proveConfirmation = (token: string): Promise<string> =>
  solve(() => reportClient.getConfirmationChallenge({ params: { token } })).catch(() => '');
