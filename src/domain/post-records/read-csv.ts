import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ValidationError } from '#domain/errors.ts';

/** More than any valid row needs. */
const maxRowLength = 20_000;
/** Within so many characters, the heading has ended. */
const maxHeadLength = 2000;

const delimiters = [',', ';', '\t'] as const;

/** Spreadsheets write whichever of them the language of the machine suggests. */
const delimiterOf = (head: string) => {
  const line = head.split(/[\r\n]/, 1)[0] ?? '';
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
};

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new ValidationError('The file must be a CSV file in UTF-8.');
    throw error;
  }
}

async function* withHead(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** The rows of a CSV file with their cells, read as they are asked for. */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const texts = decode(bytes);
  let head = '';
  while (head.length < maxHeadLength && !/[\r\n]/.test(head)) {
    const { value, done } = await texts.next();
    if (done) break;
    head += value;
  }
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    max_record_size: maxRowLength,
    trim: true,
  });
  // An error of one of them reaches whoever reads the parser.
  pipeline(Readable.from(withHead(head, texts)), parser, () => {});
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ValidationError(`The file could not be read as CSV: ${error.message}`);
  }
}
