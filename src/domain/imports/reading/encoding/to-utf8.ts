import { ValidationError } from '#domain/errors.ts';

/** The canonical label of an encoding in the Encoding Standard, or undefined if it's unknown. */
export const knownEncoding = (label: string): string | undefined => {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
};

/**
 * Converts text to UTF-8. Invalid bytes become replacement characters, those of UTF-8 itself only when they are
 * decoded.
 */
export async function* toUtf8(bytes: AsyncIterable<Uint8Array>, label: string): AsyncGenerator<Uint8Array> {
  const encoding = knownEncoding(label);
  if (!encoding) throw new ValidationError(`“${label.slice(0, 40)}” is not a known encoding.`);
  if (encoding === 'utf-8') return yield* bytes;
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
