import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { TestSite } from './site.ts';

/** Everything that a complete notice of any kind needs. */
export const completeNotice = {
  relation: 'self',
  description: 'The person beside the lighthouse.',
  work: 'A film about lighthouses.',
  rightsHolder: 'Harbour Films',
  goodFaith: true,
  perjury: true,
  name: 'Ida Example',
  email: 'ida@example.com',
};

/** Sends notices from an IP. */
export const reporterAt =
  ({ app }: Pick<TestSite, 'app'>, ip: string) =>
  (body: object) =>
    app.inject({ method: 'POST', url: '/api/reports', remoteAddress: ip, payload: body });

/** A solved challenge of the site, as a browser makes it. */
export const proofOf = async ({ app }: Pick<TestSite, 'app'>): Promise<string> => {
  const { challenge } = (await app.inject('/api/reports/challenge')).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
};
