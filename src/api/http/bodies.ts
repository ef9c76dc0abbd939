import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { ValidationError } from '#domain/errors.ts';

/** A character outside the Basic Multilingual Plane may be written as two escapes: \\ud83c\\udfac. */
const maxBytesPerCharacter = 12;
const numberBytes = 32;
/** Texts that are limited only by a pattern, such as colours and usernames, are short. */
const patternLength = 100;
/** Line break and indentation, comma, colon. */
const separatorBytes = 32;
/** Allowance for other content, such as ignored fields. */
const extraBytes = 2048;
/** Caps calls with long lists. */
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
  // Encoded data has only letters and digits, which are never escaped.
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

/** The maximum size of a valid JSON body, however it is escaped and indented. */
export const bodyLimitOf = (schema: TSchema): number => Math.min(bytesOf(schema as JsonSchema) + extraBytes, maxBytes);

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index after the string that starts at `start`. */
const endOfString = (json: string, start: number) => {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at + 1;
  }
  return json.length;
};

/** Whether JSON nests deeper than `max`. Parsing a megabyte of brackets would take a hundred times longer. */
export const isDeeperThan = (max: number, json: string): boolean => {
  let depth = 0;
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
      continue;
    }
    if (code === openBracket || code === openBrace) depth++;
    else if (code === closeBracket || code === closeBrace) depth--;
    if (depth > max) return true;
    at++;
  }
  return false;
};

/** More than any call needs. */
const maxDepth = 10;

/**
 * Ignores bodies of any type: many clients send `{}` with every POST. Node discards the bytes after the response without
 * parsing them.
 */
export const ignoreBodies = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

/** Parses JSON and refuses other types. Many clients send a content type even without a body. */
export const parseJsonBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else if (isDeeperThan(maxDepth, body as string)) done(new ValidationError('The body is nested too deeply.'));
    else parse(request, body as string, done);
  });
};
