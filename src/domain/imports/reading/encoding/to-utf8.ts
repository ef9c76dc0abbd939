import { ValidationError } from '#domain/errors.ts';
import { knownEncoding } from './known-encoding.ts';

/** The same text in UTF-8, so that everything else reads one encoding. Bad bytes become replacement characters, at the latest when they are read. */
export async function* toUtf8(bytes: AsyncIterable<Uint8Array>, label: string): AsyncGenerator<Uint8Array> {
  const encoding = knownEncoding(label);
  if (!encoding) throw new ValidationError(`“${label.slice(0, 40)}” is not a known encoding.`);
  if (encoding === 'utf-8') return yield* bytes;
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
