import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { isWebUrl, isWebUrlOrPath } from '#contract/values/url.ts';

/** Of our own, beside the standard ones. */
export const urlFormats = { 'web-url': isWebUrl, 'web-url-or-path': isWebUrlOrPath };

// Never allErrors: a hostile body could then run patterns on megabytes that its maxLength refuses, and collect an error
// for each of a million entries.
const createAjv = (coerceTypes: boolean) => {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, removeAdditional: false, verbose: true });
  formats.default(ajv);
  ajv.addVocabulary(['label', 'invalid', 'invisible']);
  for (const [name, isValid] of Object.entries(urlFormats)) ajv.addFormat(name, isValid);
  return ajv;
};

/** URLs carry only text, so numbers are parsed from it; JSON bodies have types. */
const urlAjv = createAjv(true);
const bodyAjv = createAjv(false);

type Input = Record<string, unknown>;
interface Validator {
  (data: Input): boolean;
  errors: ErrorObject[] | null;
}

const propertiesOf = (schema: TSchema) => (schema as Partial<TObject>).properties ?? {};

/** Compiles a schema when it is first needed: a process uses few of those of all calls. Ajv remembers what it has compiled. */
const lazily = (ajv: Ajv, schema: TSchema): (() => ValidateFunction<Input>) => {
  let compiled: ValidateFunction<Input> | undefined;
  return () => {
    compiled ??= ajv.compile<Input>(schema);
    return compiled;
  };
};

/** Ajv parses text such as 1e999 to Infinity and accepts that as an integer. */
const urlValidator = (schema: TSchema): Validator => {
  const compiled = lazily(urlAjv, schema);
  const infinityError = (data: Input): ErrorObject[] | null => {
    const key = Object.keys(data).find((each) => typeof data[each] === 'number' && !Number.isFinite(data[each]));
    if (key === undefined) return null;
    const parentSchema = propertiesOf(schema)[key] as ErrorObject['parentSchema'];
    return [{ keyword: 'type', instancePath: `/${key}`, schemaPath: '', params: {}, parentSchema }];
  };
  const validator: Validator = Object.assign(
    (data: Input) => {
      const validate = compiled();
      validator.errors = validate(data) ? infinityError(data) : (validate.errors ?? []);
      return validator.errors === null;
    },
    { errors: null },
  );
  return validator;
};

/** One validator for each field of a body, so that each can report its own first error. */
const fieldValidators = (schema: TSchema): ValidateFunction[] => {
  const { required = [] } = schema as Partial<TObject>;
  return Object.entries(propertiesOf(schema)).map(([name, field]) =>
    bodyAjv.compile({
      type: 'object',
      properties: { [name]: field },
      required: (required as readonly string[]).filter((each) => each === name),
    }),
  );
};

/** Stops at the first error like ajv; only an invalid body is then checked field by field. */
const bodyValidator = (schema: TSchema): Validator => {
  const compiled = lazily(bodyAjv, schema);
  let fields: ValidateFunction[] | undefined;
  const validator: Validator = Object.assign(
    (data: Input) => {
      const validate = compiled();
      if (validate(data)) {
        validator.errors = null;
        return true;
      }
      const first = validate.errors ?? [];
      fields ??= fieldValidators(schema);
      const others = fields.flatMap((check) => (check(data) ? [] : (check.errors ?? [])));
      validator.errors = [...first, ...others];
      return false;
    },
    { errors: null },
  );
  return validator;
};

export type InputPart = 'params' | 'query' | 'body';

export const validatorOf = (schema: TSchema, part: InputPart): Validator =>
  part === 'body' ? bodyValidator(schema) : urlValidator(schema);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart === 'body' ? 'body' : 'query');
