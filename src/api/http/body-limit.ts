import type { TSchema } from 'typebox';

/** A character outside the Basic Multilingual Plane as two escapes: \\ud83c\\udfac. */
const maxBytesPerCharacter = 12;
const numberBytes = 32;
/** Texts that only a pattern bounds, such as colours and usernames, are short. */
const patternLength = 100;
/** Line break and indentation, comma, colon. */
const separatorBytes = 32;
/** What clients may send besides, such as fields that are ignored. */
const extraBytes = 2048;
/** The limit for calls with long lists. */
const maxBytes = 1024 * 1024;

interface JsonSchema {
  type?: string;
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  contentEncoding?: string;
}

const stringBytes = (length: number) => length * maxBytesPerCharacter + 2;

const bytesOf = (schema: JsonSchema): number => {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(bytesOf));
  if (schema.const !== undefined) return stringBytes(String(schema.const).length);
  // Nobody escapes plain letters and digits.
  if (schema.contentEncoding) return (schema.maxLength ?? Number.POSITIVE_INFINITY) + 2;
  if (schema.type === 'string')
    return stringBytes(schema.maxLength ?? (schema.pattern ? patternLength : Number.POSITIVE_INFINITY));
  if (schema.type === 'array')
    return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (bytesOf(schema.items ?? {}) + separatorBytes);
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).reduce(
      (sum, [name, field]) => sum + stringBytes(name.length) + bytesOf(field) + separatorBytes,
      separatorBytes,
    );
  return numberBytes;
};

/** The size that a valid JSON body may have, however it is escaped and indented. */
export const bodyLimitOf = (schema: TSchema): number => Math.min(bytesOf(schema as JsonSchema) + extraBytes, maxBytes);
