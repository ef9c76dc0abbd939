import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Duration } from '#contract/values/lists.ts';
import { otherSearchedTexts } from '#contract/values/post-fields.ts';
import { createYieldToEventLoop, type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import { assembleCatalogue, type Catalogue, type Cursor, type IndexState } from './catalogue.ts';
import { type Columns, ordinalsOf, termsAt } from './columns.ts';
import { recordSql } from './database-rows.ts';
import { type OnWriteError, openRecordFile, type RecordFileInfo } from './record-file.ts';
import {
  addUnnamedTerm,
  categoryTerm,
  durationTerm,
  type NameAlias,
  newTerms,
  putName,
  type Terms,
  type Trait,
  textTerm,
  titleLengthTerm,
  traitTerm,
  wordTerm,
} from './terms.ts';

/** The file is incomplete, damaged or has another format. */
class UnusableSnapshotError extends Error {
  override name = 'UnusableSnapshotError';
}

const pieceBytes = 4 * 1024 * 1024;

const pieces = function* (part: ArrayBufferView) {
  for (let at = 0; at < part.byteLength; at += pieceBytes) {
    yield new Uint8Array(part.buffer, part.byteOffset + at, Math.min(pieceBytes, part.byteLength - at));
  }
};

/** Writes a draft and renames it, so that a crash leaves either the old or the new file intact. */
const writeSnapshotFile = async (
  path: string,
  header: unknown,
  parts: ArrayBufferView[],
  yieldToEventLoop: YieldToEventLoop,
) => {
  const headerBytes = Buffer.from(JSON.stringify(header));
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    let checksum = 0;
    for (const part of [Uint32Array.of(headerBytes.length), headerBytes, ...parts]) {
      for (const piece of pieces(part)) {
        checksum = crc32(piece, checksum);
        await file.writeFile(piece);
        await yieldToEventLoop();
      }
    }
    await file.writeFile(new Uint8Array(Uint32Array.of(checksum).buffer));
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
};

const readFully = async (file: FileHandle, into: Uint8Array) => {
  for (let got = 0; got < into.length; ) {
    const { bytesRead } = await file.read(into, got, into.length - got);
    if (bytesRead === 0) throw new UnusableSnapshotError('The snapshot is incomplete');
    got += bytesRead;
  }
};

const checksumBytes = 4;

/** `layOut` allocates the parts that follow the header, after checking the number of remaining bytes. */
const readSnapshotFile = async <Parts extends Record<string, ArrayBufferView>>(
  path: string,
  layOut: (header: unknown, bytes: number) => Parts,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Parts> => {
  const file = await open(path, 'r');
  try {
    let left = (await file.stat()).size - checksumBytes;
    let checksum = 0;
    const fill = async (part: ArrayBufferView) => {
      left -= part.byteLength;
      if (left < 0) throw new UnusableSnapshotError('The snapshot is incomplete');
      for (const piece of pieces(part)) {
        await readFully(file, piece);
        checksum = crc32(piece, checksum);
        await yieldToEventLoop();
      }
    };
    const headerLength = Uint32Array.of(0);
    await fill(headerLength);
    if ((headerLength[0] as number) > left) throw new UnusableSnapshotError('The snapshot is damaged');
    const headerBytes = Buffer.alloc(headerLength[0] as number);
    await fill(headerBytes);
    const parts = layOut(JSON.parse(headerBytes.toString()), left);
    for (const part of Object.values(parts)) await fill(part);
    const expected = Uint32Array.of(0);
    await readFully(file, new Uint8Array(expected.buffer));
    if (left !== 0 || expected[0] !== checksum) throw new UnusableSnapshotError('The snapshot is damaged');
    return parts;
  } finally {
    await file.close();
  }
};

/** Increment the number whenever the layout or the definition of a word changes. */
const layout = 10;
/** Described fields change the columns of the record file and the searched words. */
const format = [layout, recordSql, ...otherSearchedTexts].join(' ');

type Label =
  | ['word', string]
  | ['text', string]
  | ['category', string]
  | ['duration', Duration]
  | ['titleLength', number]
  | ['trait', Trait]
  | ['tag' | 'performer', number, string, string, readonly NameAlias[]]
  | ['gone'];

interface Header {
  format: string;
  cursor: Cursor;
  viewsAt: number;
  size: number;
  links: number;
  /** The record file to which the positions refer. */
  records: RecordFileInfo;
  labels: Label[];
}

const labelsOf = (terms: Terms): Label[] =>
  terms.all.map((term): Label => {
    if (term.kind === 'word' || term.kind === 'text') return [term.kind, term.word];
    if (term.kind === 'category') return ['category', term.category];
    if (term.kind === 'duration') return ['duration', term.duration];
    if (term.kind === 'titleLength') return ['titleLength', term.length];
    if (term.kind === 'trait') return ['trait', term.trait];
    const present = terms[term.kind].byKey.get(term.key) === term;
    return present ? [term.kind, term.key, term.slug, term.name, term.aliases] : ['gone'];
  });

/** Restores each term with its old id. Restores names afterwards, because they refer to words. */
const termsFrom = async (labels: Label[], yieldToEventLoop: YieldToEventLoop): Promise<Terms> => {
  const terms = newTerms();
  for (const [at, [kind, label]] of labels.entries()) {
    if (kind === 'word') wordTerm(terms, label);
    else if (kind === 'text') textTerm(terms, label);
    else if (kind === 'category') categoryTerm(terms, label);
    else if (kind === 'duration') durationTerm(terms, label);
    else if (kind === 'titleLength') titleLengthTerm(terms, label);
    else if (kind === 'trait') traitTerm(terms, label);
    else if (kind === 'gone') addUnnamedTerm(terms, 'tag', Number.NaN);
    else terms[kind].byKey.set(label, addUnnamedTerm(terms, kind, label));
    if (at % 1_000 === 0) await yieldToEventLoop();
  }
  for (const [kind, key, slug, name, aliases] of labels) {
    if (kind === 'tag' || kind === 'performer') putName(terms, kind, { key, slug, name, aliases });
  }
  if (terms.all.length !== labels.length) throw new UnusableSnapshotError('The snapshot is inconsistent');
  return terms;
};

const allocate = (size: number, links: number) => ({
  ids: new Float64Array(size),
  publishedAt: new Float64Array(size),
  views: new Float64Array(size),
  starts: new Uint32Array(size),
  lengths: new Uint32Array(size),
  records: new Uint32Array(size),
  updatedAt: new Uint32Array(size),
  links: new Uint32Array(links),
  minutes: new Uint16Array(size),
});

/** Copies the columns without holes and unused links. Trims the copies if videos are withheld meanwhile. */
const compact = async ({ columns, live }: Catalogue, yieldToEventLoop: YieldToEventLoop) => {
  const parts = allocate(live.size, columns.linksUsed - columns.linksWasted);
  let at = 0;
  let start = 0;
  for (let ordinal = 0; ordinal < columns.size; ordinal++) {
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
    if (!live.has(ordinal)) continue;
    const terms = termsAt(columns, ordinal);
    parts.ids[at] = columns.ids[ordinal] as number;
    parts.publishedAt[at] = columns.publishedAt[ordinal] as number;
    parts.views[at] = columns.views[ordinal] as number;
    parts.minutes[at] = columns.minutes[ordinal] as number;
    parts.updatedAt[at] = columns.updatedAt[ordinal] as number;
    parts.records[at] = columns.records[ordinal] as number;
    parts.starts[at] = start;
    parts.lengths[at++] = terms.length;
    parts.links.set(terms, start);
    start += terms.length;
  }
  const trimmed = Object.entries(parts).map(([name, part]) => part.subarray(0, name === 'links' ? start : at));
  return { size: at, links: start, parts: trimmed };
};

export const writeSnapshot = async (path: string, { catalogue, cursor, viewsAt }: IndexState): Promise<void> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const { size, links, parts } = await compact(catalogue, yieldToEventLoop);
  const labels = labelsOf(catalogue.terms);
  const { name, bytes, builtBytes } = catalogue.records;
  // After a power failure, the snapshot must not refer to records that never reached the disk.
  await catalogue.records.sync();
  const header: Header = { format, cursor, viewsAt, size, links, records: { name, bytes, builtBytes }, labels };
  await writeSnapshotFile(path, header, parts, yieldToEventLoop);
};

const layOut = ({ size, links }: Header, bytes: number) => {
  if (bytes !== size * 42 + links * 4) throw new UnusableSnapshotError('The snapshot is damaged');
  return allocate(size, links);
};

/** Throws if the file or its record file is missing, damaged or of another format. */
export const readSnapshot = async (
  path: string,
  onWriteError: OnWriteError,
  signal: AbortSignal,
): Promise<IndexState> => {
  const yieldToEventLoop = createYieldToEventLoop(signal);
  let header: Header | undefined;
  const parts = await readSnapshotFile(
    path,
    (read, bytes) => {
      header = read as Header;
      if (header.format !== format) throw new UnusableSnapshotError('The snapshot has another format');
      return layOut(header, bytes);
    },
    yieldToEventLoop,
  );
  const { labels, cursor, viewsAt, size, links, records: recordFile } = header as Header;
  const terms = await termsFrom(labels, yieldToEventLoop);
  const counts = { tagCounts: new Uint16Array(size), performerCounts: new Uint16Array(size) };
  const columns: Columns = { size, ...parts, ...counts, linksUsed: links, linksWasted: 0 };
  const ordinals = await ordinalsOf(columns, yieldToEventLoop);
  const records = await openRecordFile(path, recordFile, onWriteError);
  try {
    const catalogue = await assembleCatalogue(columns, ordinals, terms, records, yieldToEventLoop);
    return { catalogue, cursor, viewsAt };
  } catch (error) {
    await records.close();
    throw error;
  }
};
