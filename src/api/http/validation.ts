import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { choose, enter, numeral, tooLong, unknownField } from '#contract/values/fields.ts';
import { hasInvisible, isBlank, plainTextPattern } from '#contract/values/text.ts';
import { isWebUrl, isWebUrlOrPath } from '#contract/values/urls.ts';

/** Custom formats, besides the standard ones. */
export const urlFormats = { 'web-url': isWebUrl, 'web-url-or-path': isWebUrlOrPath };

// Don't use allErrors: hostile bodies could then run patterns on megabytes that maxLength refuses, and collect an error
// for each of a million entries.
const createAjv = (coerceTypes: boolean) => {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, removeAdditional: false, verbose: true });
  formats.default(ajv);
  ajv.addVocabulary(['label', 'invalid', 'invisible']);
  for (const [name, isValid] of Object.entries(urlFormats)) ajv.addFormat(name, isValid);
  return ajv;
};

/** Parameters in URLs are text, so they are coerced to numbers and booleans. JSON bodies are not. */
const urlAjv = createAjv(true);
const bodyAjv = createAjv(false);

type Input = Record<string, unknown>;
interface Validator {
  (data: Input): boolean;
  errors: ErrorObject[] | null;
}

const propertiesOf = (schema: TSchema) => (schema as Partial<TObject>).properties ?? {};

/** Compiles a schema on first use, since a process uses only some of them. Ajv caches compiled schemas. */
const lazily = (ajv: Ajv, schema: TSchema): (() => ValidateFunction<Input>) => {
  let compiled: ValidateFunction<Input> | undefined;
  return () => {
    compiled ??= ajv.compile<Input>(schema);
    return compiled;
  };
};

/** Refuses numbers such as 1e999, which Ajv coerces to Infinity and accepts as an integer. */
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

/** Only an invalid body is checked field by field, to report all fields at once. */
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

/** One validator per schema, however many sites a process starts: Ajv never forgets what it has compiled. */
const once = (create: (schema: TSchema) => Validator) => {
  const created = new WeakMap<TSchema, Validator>();
  return (schema: TSchema): Validator => {
    const validator = created.get(schema) ?? create(schema);
    created.set(schema, validator);
    return validator;
  };
};
const bodyValidatorOf = once(bodyValidator);
const urlValidatorOf = once(urlValidator);

export const validatorOf = (schema: TSchema, part: InputPart): Validator =>
  part === 'body' ? bodyValidatorOf(schema) : urlValidatorOf(schema);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart === 'body' ? 'body' : 'query');

/** The keywords that messages are built from. The first three are custom, see contract/calls/route.ts. */
interface FieldSchema {
  label?: string;
  invalid?: string;
  /** The message for text with invisible characters. */
  invisible?: string;
  type?: string;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
}

type Place = 'body' | 'url';

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** "The title", or the name of a parameter without a label. */
const subjectOf = ({ label }: FieldSchema, name: string) => (label ? `The ${label}` : name || 'The body');

const missing = ({ label, enum: choices }: FieldSchema, name: string) => {
  if (!label) return `${name} is required.`;
  return choices ? choose(label) : enter(label);
};

const choicesOf = (schema: FieldSchema): unknown[] =>
  schema.enum ?? ('const' in schema ? [schema.const] : (schema.anyOf ?? []).flatMap(choicesOf));

/** Forms send an empty text for missing texts and choices. */
const plainText = new RegExp(plainTextPattern, 'u');

/** Nothing that people see: they are asked for it, unless they have to be told which characters are wrong. */
const isEmptyText = (text: string) => text.trim() === '' || (isBlank(text) && plainText.test(text));

const isEmpty = (data: unknown, { type, enum: choices }: FieldSchema) =>
  typeof data === 'string' && isEmptyText(data) && (type === 'string' || choices !== undefined);

const rangeOf = ({ minimum, maximum }: FieldSchema) =>
  minimum === undefined || maximum === undefined ? '' : ` from ${numeral(minimum)} to ${numeral(maximum)}`;

const sentenceOf = (error: ErrorObject, name: string, place: Place): string => {
  const schema = (error.parentSchema ?? {}) as FieldSchema;
  const subject = subjectOf(schema, name);
  if (error.keyword === 'required')
    return missing(schema.properties?.[String(error.params.missingProperty)] ?? {}, name);
  if (error.keyword === 'additionalProperties') return unknownField(name);
  if (error.keyword === 'minProperties') return 'Send at least one field to change.';
  if (error.keyword === 'maxItems') return `${subject} may have at most ${numeral(error.params.limit)} entries.`;
  if (error.keyword === 'minItems') return `${subject} must not be empty.`;
  if (error.keyword === 'uniqueItems') return `${subject} must not have the same entry twice.`;
  if (error.keyword === 'maxLength') return tooLong(subject, error.params.limit);
  if (place === 'body' && isEmpty(error.data, schema)) return missing(schema, name);
  if (schema.invisible && typeof error.data === 'string' && hasInvisible(error.data)) return schema.invisible;
  if (schema.invalid && (error.keyword !== 'type' || schema.type === 'object')) return schema.invalid;
  const choices = choicesOf(schema).filter((choice) => choice !== '');
  if (choices.length > 0) return `${subject} must be one of ${choices.join(', ')}.`;
  return `${subject} must be ${typeNames[schema.type ?? ''] ?? 'valid'}${rangeOf(schema)}.`;
};

/** The dotted path of a field, such as `sponsoredLink.url`. For list entries, the list: `tags`, not `tags.3`. */
const fieldOf = (error: ErrorObject) => {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
  if (/^\d+$/.test(path.at(-1) ?? '')) path.pop();
  return path.join('.');
};

/** Whether a labelled alternative explains the error of a text better than its union does. */
const isAboutText = ({ keyword, parentSchema }: ErrorObject) =>
  (keyword === 'maxLength' || keyword === 'pattern') && (parentSchema as FieldSchema | undefined)?.label !== undefined;

/**
 * A union reports the errors of each alternative and then its own. Prefer its own if the contract gives it a message.
 * Otherwise, as for "an object or null", prefer the errors of the object.
 */
const isNoise = (error: ErrorObject, errors: ErrorObject[]) => {
  if (error.keyword === 'anyOf') return !hasSentence(error) && errors.length > 1;
  if (isAboutText(error)) return false;
  const union = errors.find(
    (other) => other.keyword === 'anyOf' && hasSentence(other) && error.instancePath.startsWith(other.instancePath),
  );
  return union !== undefined || error.schemaPath.includes('/anyOf/1/type');
};

const hasSentence = ({ parentSchema }: ErrorObject) => {
  const schema = (parentSchema ?? {}) as FieldSchema;
  return schema.invalid !== undefined || choicesOf(schema).length > 0;
};

/** One message per invalid field. The key '' means the whole input. */
export const sentencesOf = (errors: ErrorObject[], place: Place): Record<string, string> => {
  const sentences: Record<string, string> = {};
  for (const error of errors.filter((each) => !isNoise(each, errors))) {
    const field = fieldOf(error);
    sentences[field] ??= sentenceOf(error, field, place);
  }
  return sentences;
};
