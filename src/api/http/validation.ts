import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { isWebUrl, isWebUrlOrPath } from '#contract/values/url.ts';

const ajvWith = (coerceTypes: boolean) => {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, removeAdditional: false, allErrors: false });
  formats.default(ajv);
  ajv.addVocabulary(['label', 'invalid']);
  ajv.addFormat('web-url', isWebUrl);
  ajv.addFormat('web-url-or-path', isWebUrlOrPath);
  return ajv;
};

/** Addresses carry text, so numbers are read from it there; a JSON body says what it means. */
const ajvOfAddress = ajvWith(true);
const ajvOfBody = ajvWith(false);

const notFinite: ErrorObject = {
  keyword: 'type',
  instancePath: '',
  schemaPath: '',
  params: {},
  message: 'must be integer',
};

/** Text such as 1e999 is read as infinity, which the rules for numbers then let pass. */
const compileForAddress = (schema: TSchema) => {
  const validate = ajvOfAddress.compile<Record<string, unknown>>(schema);
  const validateFinite = Object.assign(
    (data: Record<string, unknown>) => {
      const isValid = validate(data);
      const infinite = Object.keys(data).find((key) => typeof data[key] === 'number' && !Number.isFinite(data[key]));
      validateFinite.errors = validate.errors ?? (infinite ? [{ ...notFinite, instancePath: `/${infinite}` }] : null);
      return isValid && infinite === undefined;
    },
    { errors: null as ErrorObject[] | null },
  );
  return validateFinite;
};

export type InputPart = 'params' | 'query' | 'body';

export const validatorOf = (schema: TSchema, part: InputPart) =>
  part === 'body' ? ajvOfBody.compile<Record<string, unknown>>(schema) : compileForAddress(schema);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart === 'body' ? 'body' : 'query');

const placeNames: Record<string, string> = { querystring: 'query', params: 'path', body: 'body', headers: 'headers' };

const fieldOf = (error: Pick<ErrorObject, 'instancePath' | 'params' | 'keyword'>) => {
  if (error.keyword === 'required') return String(error.params.missingProperty);
  if (error.keyword === 'additionalProperties') return String(error.params.additionalProperty);
  return error.instancePath.split('/').slice(1).join('.');
};

/** One sentence that names the field and what it must be. */
export const messageOfInvalid = (errors: FastifySchemaValidationError[], context: string) => {
  const error = errors[0] as unknown as ErrorObject;
  const field = fieldOf(error);
  const place = placeNames[context] ?? context;
  if (error.keyword === 'required') return `${field} is required`;
  if (error.keyword === 'additionalProperties') return `${field} is not a known field`;
  return `${field === '' ? place : field} ${error.message ?? 'is not valid'}`;
};
