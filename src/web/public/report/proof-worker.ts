import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** In milliseconds. No phone needs this long, not even to confirm an email while many of its domain are confirmed. */
const timeout = 900_000;

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge, deriveKey, timeout });
  postMessage(solution && JSON.stringify({ challenge, solution }));
});
