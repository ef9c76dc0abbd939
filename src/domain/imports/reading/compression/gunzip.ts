import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ValidationError } from '#domain/errors.ts';
import { isZlibError } from './is-zlib-error.ts';

/** All members of a gzip file, one after the other. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const expanded = createGunzip({ chunkSize: 64 * 1024 });
  // Errors of the source arrive below as well.
  const isClosed = pipeline(bytes, expanded).catch(() => undefined);
  try {
    yield* expanded;
  } catch (error) {
    if (isZlibError(error)) throw new ValidationError('The gzip file is damaged or incomplete.');
    throw error;
  } finally {
    expanded.destroy();
    await isClosed;
  }
}
