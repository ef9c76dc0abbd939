import { hash } from 'node:crypto';
import type { ImportSettings } from '#contract/values/imports.ts';

/** Of everything that decides what a row becomes: with other settings, all rows are read again. */
export const hashSettings = ({ format, mapping, rules, policies }: ImportSettings): Buffer => {
  const { dailyCap: _cap, publish: _publish, perHour: _perHour, ...ofRows } = rules;
  return hash('md5', JSON.stringify([format, mapping, ofRows, [...policies.updatedFields].sort()]), 'buffer');
};

const xor = (one: Buffer, other: Buffer): Buffer => one.map((byte, at) => byte ^ (other[at] as number)) as Buffer;

/** What all rows of a feed share that decides what they become: the settings, and the heading of the feed if it has one. */
export const saltOf = (settingsHash: Buffer, headingHash: Buffer | undefined): Buffer =>
  headingHash ? xor(settingsHash, headingHash) : settingsHash;

/** What is stored of a row, as a UUID. */
export const storedRowHash = (rowHash: string, salt: Buffer): string =>
  xor(Buffer.from(rowHash, 'hex'), salt).toString('hex');

/** What a source's item is known by, as a UUID; null for one whose link has to do. */
export const itemKey = (itemId: string): string | null => (itemId === '' ? null : hash('md5', `id ${itemId}`));
