import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { numeral } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';
import type { ExpansionMeter } from './expansion-meter.ts';
import { isFeedName, isOfficeFile } from './zip-entries.ts';

/** What is pushed at once can become a thousand times as much at once. */
const sliceBytes = 16 * 1024;
const maxEntries = 10_000;

const stored = 0;
const deflated = 8;

const damaged = () => new ValidationError('The ZIP file is damaged or incomplete.');

/** Why an archive can be read only by who has all of it, or not at all. */
const problemOf = ({ name, compression, size }: UnzipFile): string | undefined => {
  if (isOfficeFile(name)) return 'This is an office document. Save the table as CSV and import that.';
  if (compression !== stored && compression !== deflated)
    return 'The ZIP file is encrypted or uses an unusual compression. Compress the feed with gzip, or with Deflate.';
  if (compression === stored && size === undefined)
    return 'The ZIP file does not say how long its files are, so it cannot be read as it arrives. Compress the feed with gzip.';
  return undefined;
};

/** A piece of the nth file. */
interface Piece {
  name: string;
  file: number;
  data: Uint8Array;
}

/** The feeds of a ZIP file in pieces, as they arrive. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, meter: ExpansionMeter): AsyncGenerator<Piece> {
  const pieces: Piece[] = [];
  let files = 0;
  const archive = new Unzip((entry) => {
    const problem = problemOf(entry);
    if (problem) throw new ValidationError(problem);
    const file = ++files;
    if (file > maxEntries) throw new ValidationError(`A ZIP file may contain at most ${numeral(maxEntries)} files.`);
    const { name } = entry;
    const isFeed = isFeedName(name);
    entry.ondata = (error, data) => {
      // What is thrown below comes back as an error of the data.
      if (error) throw error;
      meter.expand(data.length);
      if (isFeed) pieces.push({ name, file, data });
    };
    // Also the others, or the archive would keep their bytes for later.
    entry.start();
  });
  archive.register(UnzipInflate);
  const push = (slice: Uint8Array, isLast: boolean) => {
    try {
      archive.push(slice, isLast);
    } catch (error) {
      throw error instanceof ValidationError ? error : damaged();
    }
  };
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      push(chunk.subarray(at, at + sliceBytes), false);
      yield* pieces.splice(0);
    }
  push(new Uint8Array(), true);
  yield* pieces.splice(0);
}

/** A feed in a ZIP file. Its bytes are there until the next one is asked for. */
export interface ZippedFile {
  name: string;
  bytes: AsyncGenerator<Uint8Array>;
}

/** The feeds of a ZIP file, one after the other, as they arrive. */
export async function* unzip(bytes: AsyncIterable<Uint8Array>, meter: ExpansionMeter): AsyncGenerator<ZippedFile> {
  const pieces = piecesOf(bytes, meter);
  try {
    let next = await pieces.next();
    while (!next.done) {
      const { name, file } = next.value;
      const isWithin = () => !next.done && next.value.file === file;
      async function* content() {
        while (isWithin()) {
          const { data } = next.value as Piece;
          next = await pieces.next();
          yield data;
        }
      }
      yield { name, bytes: content() };
      while (isWithin()) next = await pieces.next();
    }
  } finally {
    await pieces.return(undefined);
  }
}
