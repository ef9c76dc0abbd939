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

/** Compared as lists: an expectation for each of ten thousands costs more than what it is about. */
const postsOf = (rows: readonly string[], by = salt, posts = known) => rows.map((hash) => posts.postOf(hash, by));
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const none = (count: number) => Array(count).fill(undefined);

it('finds the post of each row', () => {
  expect(postsOf(hashes.slice(0, 3000))).toEqual(idsFrom(1, 3000));
  expect(postsOf(hashes.slice(3000, 4000))).toEqual(idsFrom(2 ** 40, 1000));
});

it('finds no others, and none at all for a source without posts', () => {
  expect(postsOf(hashes.slice(4000))).toStrictEqual(none(1000));
  expect(postsOf(hashes, salt, new KnownRows([]))).toStrictEqual(none(5000));
});

it('finds none once the settings or the heading of the feed are others', () => {
  for (const other of [saltOf(randomBytes(16), undefined), saltOf(settings, randomBytes(16))])
    expect(postsOf(hashes, other)).toStrictEqual(none(5000));
});
