import { numeral } from '#contract/values/fields.ts';
import { ValidationError } from '#domain/errors.ts';
import { createByteReader } from './byte-reader.ts';
import type { ExpansionMeter } from './expansion-meter.ts';
import { contentOf } from './zip-content.ts';
import { isFeedName, readEntry } from './zip-entry.ts';

const maxEntries = 10_000;
const restBytes = 64 * 1024;

interface Piece {
  name: string;
  /** Number of the file within the archive. */
  file: number;
  data: Uint8Array;
}

/** Streams the feeds of a ZIP file in pieces. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, meter: ExpansionMeter): AsyncGenerator<Piece> {
  const reader = createByteReader(bytes);
  try {
    let file = 0;
    for (let entry = await readEntry(reader); entry; entry = await readEntry(reader)) {
      if (++file > maxEntries)
        throw new ValidationError(`A ZIP file may contain at most ${numeral(maxEntries)} files.`);
      const { name } = entry;
      const isFeed = isFeedName(name);
      // Make sure that empty files are reported too.
      if (isFeed) yield { name, file, data: Buffer.alloc(0) };
      for await (const data of contentOf(reader, entry)) {
        meter.expand(data.length);
        if (isFeed) yield { name, file, data };
      }
    }
    // Read to the end, where an outer gzip layer verifies its checksum.
    for (let rest = await reader.next(restBytes); rest; ) rest = await reader.next(restBytes);
  } finally {
    await reader.close();
  }
}

/** A feed in a ZIP file. Its bytes must be read before requesting the next one. */
export interface ZippedFile {
  name: string;
  bytes: AsyncGenerator<Uint8Array>;
}

/** Streams the feeds of a ZIP file one by one. */
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
