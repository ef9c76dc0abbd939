import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Canonical JSON (RFC 8785), so that the signature does not depend on how a program formats JSON. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

/** Identifies the file format of exported cases. An incompatible format needs a new name. */
export const caseFileFormat = 'marquee-case/1';

interface Signature {
  algorithm: 'Ed25519';
  /** Base64 signature of the canonical JSON of `case` and `format`. */
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

/** The format is signed too, so that a signature is not valid for another format. */
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
 * Checks that the file has exactly what was exported. The signature covers only the case, so it wouldn't detect additional members, or
 * duplicate names, which JSON parsers treat differently. Only whitespace and the order of members may vary.
 */
const isComplete = (text: string, parsed: SignedCase, key: KeyObject) => {
  const minified = text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
  const { value, publicKey } = parsed.signature;
  const signature: Signature = { algorithm: 'Ed25519', value, publicKey };
  return (
    minified === JSON.stringify(parsed) &&
    membersOf(parsed) === membersOf({ format: '', case: '', signature: '' }) &&
    canonicalJson(parsed.signature) === canonicalJson(signature) &&
    Buffer.from(value, 'base64').toString('base64') === value &&
    key.export({ format: 'pem', type: 'spki' }) === publicKey
  );
};

export type Verdict = 'valid' | 'changed' | 'other key' | 'no case';

/** Checks that a file is unchanged since its export. Without a trusted key, the key in the file is trusted. */
export const verifyCase = (text: string, trustedKey?: string): Verdict => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'no case';
  }
  if (!isSignedCase(parsed)) return 'no case';
  try {
    const own = createPublicKey(parsed.signature.publicKey);
    if (own.asymmetricKeyType !== 'ed25519') return 'changed';
    if (trustedKey !== undefined && !createPublicKey(trustedKey).equals(own)) return 'other key';
    const isSigned = verify(null, signedBytes(parsed.case), own, Buffer.from(parsed.signature.value, 'base64'));
    return isSigned && isComplete(text, parsed, own) ? 'valid' : 'changed';
  } catch {
    return 'changed';
  }
};
