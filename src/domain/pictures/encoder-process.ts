import { encodePicture, type Output } from './encode.ts';

/** What the site sends to this process, and what it answers. */
export interface EncodeJob {
  id: number;
  file: Uint8Array;
  outputs: Output[];
}
export type EncodeAnswer = { id: number; encoded: Uint8Array[] } | { id: number; problem: string };

const answer = (message: EncodeAnswer) => {
  if (process.connected) process.send?.(message);
};

process.on('message', async ({ id, file, outputs }: EncodeJob) => {
  try {
    answer({ id, encoded: await encodePicture(Buffer.from(file.buffer, file.byteOffset, file.byteLength), outputs) });
  } catch (error) {
    answer({ id, problem: (error as Error).message });
  }
});
// The site is gone, be it by kill -9.
process.on('disconnect', () => process.exit());
