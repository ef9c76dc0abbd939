import { hash } from 'node:crypto';
import type { ImportSettings } from '#contract/values/imports.ts';

/** Of everything that decides what a row becomes: with other settings, all rows are read again. */
export const hashSettings = ({ format, mapping, rules, policies }: ImportSettings): Buffer => {
  const { dailyCap: _cap, publish: _publish, perHour: _perHour, ...ofRows } = rules;
  return hash('md5', JSON.stringify([format, mapping, ofRows, [...policies.updatedFields].sort()]), 'buffer');
};

/** What is stored of a row, as a UUID. */
export const storedRowHash = (rowHash: Buffer, settingsHash: Buffer): string => {
  const joined = Buffer.allocUnsafe(16);
  for (let at = 0; at < 16; at += 4) joined.writeInt32LE(rowHash.readInt32LE(at) ^ settingsHash.readInt32LE(at), at);
  return joined.toString('hex');
};

/** What a source's item is known by, as a UUID; null for one whose link has to do. */
export const itemKey = (itemId: string): string | null => (itemId === '' ? null : hash('md5', `id ${itemId}`));
