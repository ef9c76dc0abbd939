import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * A JSON value in its one canonical form (RFC 8785): no blanks, and members in the order of their names. What is signed must
 * not depend on how a program writes JSON.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

/** What the file of an exported case is. Another form needs another name. */
export const caseFileFormat = 'marquee-case/1';

interface Signature {
  algorithm: 'Ed25519';
  /** Of the canonical form of `case`, in base64. */
  value: string;
  publicKey: string;
}

export interface SignedCase {
  format: typeof caseFileFormat;
  case: unknown;
  signature: Signature;
}

export const publicKeyPem = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();

/** What is signed: the format, so that a signature fits one form of file alone, and everything about the case. */
const signedBytes = (content: unknown) => Buffer.from(canonicalJson({ case: content, format: caseFileFormat }));

export const signCase = (content: unknown, key: KeyObject): SignedCase => ({
  format: caseFileFormat,
  case: content,
  signature: {
    algorithm: 'Ed25519',
    value: sign(null, signedBytes(content), key).toString('base64'),
    publicKey: publicKeyPem(key),
  },
});

const isSignedCase = (value: unknown): value is SignedCase => {
  const { format, signature } = (value ?? {}) as Partial<SignedCase>;
  return format === caseFileFormat && typeof signature?.value === 'string' && typeof signature.publicKey === 'string';
};

const membersOf = (value: unknown) => JSON.stringify(Object.keys(value as object).sort());

/**
 * Whether the file has what was exported and nothing else. The signature covers the case alone: members beside it, or a second one of
 * the same name, which readers of JSON disagree about, would not be noticed otherwise. Only blanks and the order are free.
 */
const isWhole = (text: string, parsed: SignedCase, key: KeyObject) => {
  const withoutBlanks = text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
  const { value, publicKey } = parsed.signature;
  const signature: Signature = { algorithm: 'Ed25519', value, publicKey };
  return (
    withoutBlanks === JSON.stringify(parsed) &&
    membersOf(parsed) === membersOf({ format: '', case: '', signature: '' }) &&
    canonicalJson(parsed.signature) === canonicalJson(signature) &&
    Buffer.from(value, 'base64').toString('base64') === value &&
    key.export({ format: 'pem', type: 'spki' }) === publicKey
  );
};

export type Verdict = 'valid' | 'changed' | 'other key' | 'no case';

/** Whether a file is as it was exported. Without a key of the site, the key in the file is believed. */
export const verifyCase = (text: string, trustedKey?: string): Verdict => {
  const parsed: unknown = (() => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  if (!isSignedCase(parsed)) return 'no case';
  try {
    const own = createPublicKey(parsed.signature.publicKey);
    if (own.asymmetricKeyType !== 'ed25519') return 'changed';
    if (trustedKey !== undefined && !createPublicKey(trustedKey).equals(own)) return 'other key';
    const isSigned = verify(null, signedBytes(parsed.case), own, Buffer.from(parsed.signature.value, 'base64'));
    return isSigned && isWhole(text, parsed, own) ? 'valid' : 'changed';
  } catch {
    return 'changed';
  }
};
