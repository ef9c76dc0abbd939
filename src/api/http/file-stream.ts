import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** The parts of a file as a stream: nothing is made ahead of what is read. */
export const fileStream = (parts: AsyncIterable<string>, { isCompressed }: { isCompressed: boolean }): Readable => {
  const file = Readable.from(parts, { objectMode: false });
  if (!isCompressed) return file;
  const gzip = createGzip();
  // An error of one of them reaches whoever reads the other; a reader that goes away ends both.
  pipeline(file, gzip, () => {});
  return gzip;
};
