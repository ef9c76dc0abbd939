import { type PostField, type PostValues, postFields } from './post-values.ts';

const bytesPerField = 4;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join('\n');
  return value instanceof Date ? String(value.getTime()) : String(value);
};

/** FNV-1a. It only tells whether a text is still what an import wrote; nobody gains from a text with the same hash. */
export const hashValue = (value: unknown): number => {
  const text = textOf(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** Hashes of all fields, as they are stored with an item. */
export const hashFields = (values: PostValues): Buffer => {
  const hashes = Buffer.alloc(bytesPerField * postFields.length);
  for (const [at, field] of postFields.entries()) hashes.writeUInt32LE(hashValue(values[field]), bytesPerField * at);
  return hashes;
};

const offsetOf = Object.fromEntries(postFields.map((field, at) => [field, bytesPerField * at])) as Record<
  PostField,
  number
>;

/** Fields that a later version has added are unknown. */
export const hashOf = (hashes: Buffer, field: PostField): number | undefined => {
  const offset = offsetOf[field];
  return offset + bytesPerField <= hashes.length ? hashes.readUInt32LE(offset) : undefined;
};

/** The hashes with those of some fields replaced. */
export const replaceHashes = (hashes: Buffer, values: PostValues, fields: readonly PostField[]): Buffer => {
  const replaced = Buffer.alloc(bytesPerField * postFields.length);
  hashes.copy(replaced);
  for (const field of fields) replaced.writeUInt32LE(hashValue(values[field]), offsetOf[field]);
  return replaced;
};
