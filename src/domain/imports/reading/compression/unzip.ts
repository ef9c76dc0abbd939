import { numeral } from '#contract/values/fields.ts';
import { ValidationError } from '#domain/errors.ts';
import { createByteReader } from './byte-reader.ts';
import type { ExpansionMeter } from './expansion-meter.ts';
import { contentOf } from './zip-content.ts';
import { readEntry } from './zip-entry.ts';
import { isFeedName } from './zip-names.ts';

const maxEntries = 10_000;
const restBytes = 64 * 1024;

/** A piece of the nth file. */
interface Piece {
  name: string;
  file: number;
  data: Uint8Array;
}

/** The feeds of a ZIP file in pieces, as they arrive. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, meter: ExpansionMeter): AsyncGenerator<Piece> {
  const reader = createByteReader(bytes);
  try {
    let file = 0;
    for (let entry = await readEntry(reader); entry; entry = await readEntry(reader)) {
      if (++file > maxEntries)
        throw new ValidationError(`A ZIP file may contain at most ${numeral(maxEntries)} files.`);
      const { name } = entry;
      const isFeed = isFeedName(name);
      // An empty file is one, too.
      if (isFeed) yield { name, file, data: Buffer.alloc(0) };
      for await (const data of contentOf(reader, entry)) {
        meter.expand(data.length);
        if (isFeed) yield { name, file, data };
      }
    }
    // Whatever the archive is in tells at its end whether it is whole.
    for (let rest = await reader.next(restBytes); rest; ) rest = await reader.next(restBytes);
  } finally {
    await reader.close();
  }
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
