import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits, unknownField } from '#contract/values/fields.ts';
import { DomainError, ValidationError } from '#domain/errors.ts';

const refuse = (field: string, message: string) => new ValidationError(message, { [field]: message });

interface FormFields {
  /** The field of the picture. */
  picture: string;
  tooLarge: string;
  texts?: readonly string[];
}

interface Form {
  texts: Record<string, string>;
  picture: Buffer | undefined;
}

const pictureOf = async (part: MultipartFile, tooLarge: string) => {
  const picture = await part.toBuffer().catch(() => undefined);
  if (!picture || part.file.truncated) throw refuse(part.fieldname, tooLarge);
  return picture;
};

const textOf = (part: MultipartValue) => {
  if (typeof part.value !== 'string' || part.fieldnameTruncated || part.valueTruncated)
    throw refuse(part.fieldname, `${part.fieldname} is too long.`);
  return part.value.trim();
};

const formLimits = { fileSize: limits.uploadedImage.bytes, files: 1, fields: 20, fieldSize: 20_000, parts: 25 };

const readParts = async (request: FastifyRequest, { picture, tooLarge, texts = [] }: FormFields): Promise<Form> => {
  if (!request.isMultipart()) throw new ValidationError('Send the form as multipart/form-data.');
  const form: Form = { texts: {}, picture: undefined };
  for await (const part of request.parts({ limits: formLimits })) {
    if (part.type === 'file' && part.fieldname === picture) {
      form.picture = await pictureOf(part, tooLarge);
      continue;
    }
    if (part.type === 'file') await part.toBuffer();
    if (part.type === 'file' || !texts.includes(part.fieldname))
      throw refuse(part.fieldname, unknownField(part.fieldname));
    form.texts[part.fieldname] = textOf(part as MultipartValue);
  }
  return form;
};

/** Maps errors of the multipart parser to 400 responses. */
const refuseUnreadable = (error: Error & { statusCode?: number; code?: string }): never => {
  if (error.code === 'FST_FILES_LIMIT') throw new ValidationError('Send one file at a time.');
  if (error.code === 'FST_PARTS_LIMIT' || error.code === 'FST_FIELDS_LIMIT')
    throw new ValidationError('The form has too many fields.');
  if (error instanceof DomainError || error.statusCode !== undefined) throw error;
  throw new ValidationError(`The form could not be read: ${error.message}.`);
};

/** Reads a form with texts and one picture, which is kept in memory. */
export const readPictureForm = (request: FastifyRequest, fields: FormFields): Promise<Form> =>
  readParts(request, fields).catch(refuseUnreadable);

interface FileField {
  field: string;
  bytes: number;
  missing: string;
  tooLarge: string;
}

/** Fails at the size limit, so that a truncated file is never taken for the whole. */
async function* wholeFile({ file, fieldname }: MultipartFile, tooLarge: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) yield chunk as Uint8Array;
  if (file.truncated) throw refuse(fieldname, tooLarge);
}

const useFile = async <Result>(
  request: FastifyRequest,
  { field, bytes, missing, tooLarge }: FileField,
  use: (file: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> => {
  if (!request.isMultipart()) throw new ValidationError('Send the form as multipart/form-data.');
  for await (const part of request.parts({ limits: { ...formLimits, fileSize: bytes } })) {
    if (part.type !== 'file' || part.fieldname !== field) {
      if (part.type === 'file') part.file.resume();
      throw refuse(part.fieldname, unknownField(part.fieldname));
    }
    return use(wholeFile(part, tooLarge));
  }
  throw refuse(field, missing);
};

/** Reads a form with one file, streaming it to `use`. */
export const readFileForm = <Result>(
  request: FastifyRequest,
  file: FileField,
  use: (file: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> => useFile(request, file, use).catch(refuseUnreadable);
