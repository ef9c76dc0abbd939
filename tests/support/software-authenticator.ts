import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number) => Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

interface Asked {
  challenge: string;
  origin: string;
  rpId: string;
}

/** What a test may get wrong. */
interface Flaws {
  count?: number;
  withoutVerification?: boolean;
}

/** A passkey in memory: what a browser and an authenticator do together, for one ES256 key. */
export const createAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;

  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, count: number, ...rest: Buffer[]) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(count), ...rest]);
  // COSE: an EC2 key for ES256 on P-256.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    /** navigator.credentials.create() */
    create: (asked: Asked, { withoutVerification = false }: Flaws = {}) => {
      const flags = userPresent | hasCredential | (withoutVerification ? 0 : userVerified);
      const credential = [Buffer.alloc(16), uint16(credentialId.length), credentialId, coseKey];
      const data = authenticatorData(asked.rpId, flags, 0, ...credential);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), Buffer.from([0x59]), uint16(data.length), data],
      ]);
      return {
        id,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      };
    },
    /** navigator.credentials.get() */
    get: (asked: Asked, { count = ++uses, withoutVerification = false }: Flaws = {}) => {
      const client = clientData('webauthn.get', asked);
      const flags = userPresent | (withoutVerification ? 0 : userVerified);
      const data = authenticatorData(asked.rpId, flags, count);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
};

export type Authenticator = ReturnType<typeof createAuthenticator>;
