import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { urlFormats } from './validation.ts';

type Serialize = (data: unknown) => string;

/** Responses are not validated, but their compiler complains about formats that it does not know. */
const formats = Object.fromEntries(Object.keys(urlFormats).map((name) => [name, true as const]));

const serializers = new WeakMap<TSchema, Serialize>();

/**
 * Each schema is compiled once per process, when the first response needs it. Compiling those of all calls, of which every one
 * has the two schemas of errors, took half of a site's start.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const known = serializers.get(schema);
  if (known) return known;
  let compiled: Serialize | undefined;
  const serialize: Serialize = (data) => {
    compiled ??= fastJson(schema as object, { ajv: { formats } }) as Serialize;
    return compiled(data);
  };
  serializers.set(schema, serialize);
  return serialize;
};
