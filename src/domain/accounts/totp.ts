import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The length that RFC 4226 recommends. */
export const totpSecretBytes = 20;
const period = 30;
const digits = 6;
/** Accepts the code before and after too, for clocks that are wrong. */
const maxDrift = 1;

export const newTotpSecret = (): Buffer => randomBytes(totpSecretBytes);

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The secret for typing into an app that cannot scan. */
export const totpSecretText = (secret: Buffer): string => secretOf(secret).base32;

/** The otpauth: URL of the QR code. */
export const totpUrl = (secret: Buffer, { siteName, email }: { siteName: string; email: string }): string =>
  new TOTP({ issuer: siteName, label: email, secret: secretOf(secret), period, digits }).toString();

/** The step (30 seconds, counted from 1970) whose code this is, or undefined if the code is wrong. */
export const totpStepOf = (secret: Buffer, code: string, now = Date.now()): number | undefined => {
  const token = code.replaceAll(/\s/g, '');
  // The library throws for other characters.
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const drift = TOTP.validate({ token, secret: secretOf(secret), period, digits, timestamp: now, window: maxDrift });
  return drift === null ? undefined : Math.floor(now / 1000 / period) + drift;
};
