import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Additional data: a secret that is copied into the row of another admin cannot be opened. */
const ownerOf = (adminId: number) => Buffer.from(`admin ${adminId}`);

/** As it is stored: nonce, ciphertext, tag. */
export const sealTotpSecret = (key: KeyObject, adminId: number, secret: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(ownerOf(adminId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** Undefined if it was sealed with another key, for another admin, or has been changed. */
export const openTotpSecret = (key: KeyObject, adminId: number, sealed: Buffer): Buffer | undefined => {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(ownerOf(adminId));
  try {
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
};
