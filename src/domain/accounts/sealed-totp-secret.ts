import type { KeyObject } from 'node:crypto';
import { openSecret, sealSecret } from '#domain/secrets/sealed-secret.ts';

const ownerOf = (adminId: number) => `admin ${adminId}`;

export const sealTotpSecret = (key: KeyObject, adminId: number, secret: Buffer): Buffer =>
  sealSecret(key, ownerOf(adminId), secret);

/** Undefined if it was sealed with another key, for another admin, or has been changed. */
export const openTotpSecret = (key: KeyObject, adminId: number, sealed: Buffer): Buffer | undefined =>
  openSecret(key, ownerOf(adminId), sealed);
