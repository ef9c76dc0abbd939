import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ValidationError } from '#domain/errors.ts';

/** True if the compressed bytes are invalid, as opposed to an error of their source. */
export const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_/.test(error.code);

/** Decompresses a gzip file with one or more members. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const expanded = createGunzip({ chunkSize: 64 * 1024 });
  // Ignored here, because errors also surface while iterating.
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
