import type { ErrorObject } from 'ajv';
import { hasInvisible } from '#contract/values/invisible.ts';
import { choose, enter, numeral, tooLong, unknownField } from '#contract/values/sentences.ts';

/** The parts of a schema that a sentence is made of; the first three are ours, see contract/fields.ts. */
interface FieldSchema {
  label?: string;
  invalid?: string;
  /** The sentence for a text with characters that nobody sees. */
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

/** "The title"; fields without a label use the parameter's own name. */
const subjectOf = ({ label }: FieldSchema, name: string) => (label ? `The ${label}` : name || 'The body');

const missing = ({ label, enum: choices }: FieldSchema, name: string) => {
  if (!label) return `${name} is required.`;
  return choices ? choose(label) : enter(label);
};

const choicesOf = (schema: FieldSchema): unknown[] =>
  schema.enum ?? ('const' in schema ? [schema.const] : (schema.anyOf ?? []).flatMap(choicesOf));

/** A form sends an empty text for a text or a choice that is missing. */
const isBlank = (data: unknown, { type, enum: choices }: FieldSchema) =>
  typeof data === 'string' && data.trim() === '' && (type === 'string' || choices !== undefined);

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
  if (place === 'body' && isBlank(error.data, schema)) return missing(schema, name);
  if (schema.invisible && typeof error.data === 'string' && hasInvisible(error.data)) return schema.invisible;
  if (schema.invalid && (error.keyword !== 'type' || schema.type === 'object')) return schema.invalid;
  const choices = choicesOf(schema).filter((choice) => choice !== '');
  if (choices.length > 0) return `${subject} must be one of ${choices.join(', ')}.`;
  return `${subject} must be ${typeNames[schema.type ?? ''] ?? 'valid'}${rangeOf(schema)}.`;
};

/** Dotted, such as `sponsoredLink.url`. An entry of a list counts as the list: `tags`, not `tags.3`. */
const fieldOf = (error: ErrorObject) => {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
  if (/^\d+$/.test(path.at(-1) ?? '')) path.pop();
  return path.join('.');
};

/** A text of the right type, which an alternative with a label explains better than the union does. */
const isAboutText = ({ keyword, parentSchema }: ErrorObject) =>
  (keyword === 'maxLength' || keyword === 'pattern') && (parentSchema as FieldSchema | undefined)?.label !== undefined;

/**
 * A union reports the errors of each alternative and then its own. Its own is the better one if the contract gave it a
 * sentence; a union without one, such as "an object or null", is explained by what is wrong with the object.
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

/** One sentence for each wrong field, by the field's name; '' is the input as a whole. */
export const sentencesOf = (errors: ErrorObject[], place: Place): Record<string, string> => {
  const sentences: Record<string, string> = {};
  for (const error of errors.filter((each) => !isNoise(each, errors))) {
    const field = fieldOf(error);
    sentences[field] ??= sentenceOf(error, field, place);
  }
  return sentences;
};
