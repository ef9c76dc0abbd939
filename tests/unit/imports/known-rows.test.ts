/** Which rows of a feed are as they were. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { saltOf, storedRowHash } from '#domain/imports/pass/find-items.ts';
import { KnownRows } from '#domain/imports/pass/prepare-rows.ts';

const settings = randomBytes(16);
const hashes = Array.from({ length: 5000 }, () => randomBytes(16).toString('hex'));
const salt = saltOf(settings, undefined);

const pageOf = (rows: readonly string[], firstId: number) =>
  Buffer.concat(
    rows.map((hash, at) => {
      const id = Buffer.alloc(8);
      id.writeBigInt64BE(BigInt(firstId + at));
      return Buffer.concat([Buffer.from(storedRowHash(hash, salt), 'hex'), id]);
    }),
  );
const known = new KnownRows([pageOf(hashes.slice(0, 3000), 1), pageOf(hashes.slice(3000, 4000), 2 ** 40)]);

it('finds the post of each row', () => {
  for (const [at, hash] of hashes.slice(0, 3000).entries()) expect(known.postOf(hash, salt)).toBe(at + 1);
  for (const [at, hash] of hashes.slice(3000, 4000).entries()) expect(known.postOf(hash, salt)).toBe(2 ** 40 + at);
});

it('finds no others, and none at all for a source without posts', () => {
  for (const hash of hashes.slice(4000)) expect(known.postOf(hash, salt)).toBeUndefined();
  for (const hash of hashes) expect(new KnownRows([]).postOf(hash, salt)).toBeUndefined();
});

it('finds none once the settings or the heading of the feed are others', () => {
  for (const other of [saltOf(randomBytes(16), undefined), saltOf(settings, randomBytes(16))])
    for (const hash of hashes) expect(known.postOf(hash, other)).toBeUndefined();
});
