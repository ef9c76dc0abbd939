import { encodePicture, type Output } from './encode.ts';

/** Messages between the site and this process. */
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
// Exit with the site, even if it was killed with SIGKILL.
process.on('disconnect', () => process.exit());
