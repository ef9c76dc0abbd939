import { createHash, createHmac } from 'node:crypto';
import { ipBlock, ipNetwork } from '#domain/ip.ts';
import { deriveKey } from '#domain/secrets.ts';
import { isMailProvider, normalizeMailbox } from './mailboxes.ts';

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

const pseudonym = ({ senders }: Pick<CaseKeys, 'senders'>, text: string) =>
  createHmac('sha256', senders).update(text).digest('hex').slice(0, 32);

/** Pseudonymous id of the IP that a notice came from, by which admins see who sends many. */
export const senderOf = (keys: Pick<CaseKeys, 'senders'>, ip: string): string => pseudonym(keys, ipNetwork(ip));

/** Pseudonymous id of the /24 or /48 that a notice came from, for limits. */
export const networkOf = (keys: Pick<CaseKeys, 'senders'>, ip: string): string =>
  pseudonym(keys, `block ${ipBlock(ip)}`);

/** A confirmed mailbox, under pseudonyms. */
export interface Mailbox {
  email: string;
  id: string;
  /** Null for large mail providers. */
  domain: string | null;
}

export const mailboxOf = (keys: Pick<CaseKeys, 'senders'>, email: string): Mailbox => {
  const mailbox = normalizeMailbox(email);
  const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1);
  return {
    email,
    id: pseudonym(keys, `mailbox ${mailbox}`),
    domain: isMailProvider(domain) ? null : pseudonym(keys, `mail domain ${domain}`),
  };
};

/** The code in the email that asks to confirm a mailbox. Nothing is stored: a changed email makes another code. */
export const confirmationCode = ({ tokens }: Pick<CaseKeys, 'tokens'>, caseId: number, email: string): string =>
  createHmac('sha256', tokens).update(`confirm ${caseId} ${email.toLowerCase()}`).digest('base64url');
