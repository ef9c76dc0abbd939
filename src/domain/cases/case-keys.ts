import { createHash, createHmac } from 'node:crypto';
import { ipNetwork } from '#domain/ip.ts';
import { deriveKey } from '#domain/secrets.ts';

/** Keys derived from the site's secret key, never stored in the database. */
export interface CaseKeys {
  /** Derives the token of a case's status page from its id, so that emails can contain it although only its hash is stored. */
  tokens: Buffer;
  senders: Buffer;
  proofs: Buffer;
}

export const deriveCaseKeys = (secretKey: Buffer): CaseKeys => ({
  tokens: deriveKey(secretKey, 'case tokens'),
  senders: deriveKey(secretKey, 'case senders'),
  proofs: deriveKey(secretKey, 'case proofs'),
});

/** Token of the reporter's status page: 256 bits that cannot be guessed without the site's secret key. */
export const caseToken = ({ tokens }: Pick<CaseKeys, 'tokens'>, caseId: number): string =>
  createHmac('sha256', tokens).update(`case ${caseId}`).digest('base64url');

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Pseudonymous id of the network that a notice came from. */
export const senderOf = ({ senders }: Pick<CaseKeys, 'senders'>, ip: string): string =>
  createHmac('sha256', senders).update(ipNetwork(ip)).digest('hex').slice(0, 32);
