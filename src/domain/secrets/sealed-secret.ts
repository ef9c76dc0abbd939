import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * As it is stored: nonce, ciphertext, tag. The owner, such as “admin 1”, is additional data: a secret that is copied into the row
 * of another owner cannot be opened.
 */
export const sealSecret = (key: KeyObject, owner: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** Undefined if it was sealed with another key, for another owner, or has been changed. */
export const openSecret = (key: KeyObject, owner: string, sealed: Buffer): Buffer | undefined => {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
  try {
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
};
