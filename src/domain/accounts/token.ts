import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a cookie; the database stores only the hash. */
export const randomToken = () => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest();
