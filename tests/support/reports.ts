import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { type CaseKeys, deriveCaseKeys } from '#domain/cases/case-keys.ts';
import { newChallenge } from '#domain/cases/flood-limits.ts';
import { maxWork } from '#domain/cases/notice-room.ts';
import { loadSecretKey } from '#server/secret-key.ts';
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

const solve = async (challenge: Challenge): Promise<string> =>
  JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });

/** A solved challenge of the site, as a browser makes it. It takes half a second of the processor's time. */
export const proofOf = async ({ app }: Pick<TestSite, 'app'>): Promise<string> =>
  solve((await app.inject('/api/reports/challenge')).json().challenge);

/** One that is solved soon: a challenge says itself, and signs, how much work it asks for. */
export const quickProof = async (keys: CaseKeys, work: number = maxWork): Promise<string> =>
  solve(await newChallenge(keys, work, { algorithm: 'PBKDF2/SHA-256', cost: 1, tries: { min: 1, max: 2 } }));

export const caseKeysOf = ({ config }: Pick<TestSite, 'config'>): CaseKeys => deriveCaseKeys(loadSecretKey(config));
