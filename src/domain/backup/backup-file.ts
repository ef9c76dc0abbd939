import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { ValidationError } from '#domain/errors.ts';

/**
 * A backup is a line of text that identifies the file, followed by a Zstandard stream of parts. A part is a kind (one
 * character), a length (32 bits) and the content. The last part is the checksum of all others.
 */
const firstLine = 'Marquee backup, format 1\n';

export interface BackupHeader {
  /** The version of Marquee that made the backup. */
  version: string;
  createdAt: string;
  /** Identify the schema. */
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
}

export interface SequenceState {
  name: string;
  next: number;
}

/** Rows are in COPY's binary format, and belong to the preceding table. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'sequences'; sequences: SequenceState[] };

const letters = { header: 'H', table: 'T', rows: 'R', sequences: 'S' } as const;
const endLetter = 'E';
const prefixBytes = 5;

const contentOf = (part: BackupPart): Buffer => {
  if (part.kind === 'rows') return part.bytes;
  if (part.kind === 'table') return Buffer.from(part.name);
  return Buffer.from(JSON.stringify(part.kind === 'header' ? part.header : part.sequences));
};

const prefixOf = (letter: string, length: number): Buffer => {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(letter, 'latin1');
  prefix.writeUInt32BE(length, 1);
  return prefix;
};

const encodePart = (part: BackupPart): Buffer[] => {
  const content = contentOf(part);
  return [prefixOf(letters[part.kind], content.length), content];
};

const encodeEnd = (checksum: Buffer): Buffer[] => [prefixOf(endLetter, checksum.length), checksum];

/** Returns undefined for an unknown kind. */
const decodePart = (letter: string, content: Buffer): BackupPart | undefined => {
  if (letter === letters.rows) return { kind: 'rows', bytes: content };
  if (letter === letters.table) return { kind: 'table', name: content.toString() };
  if (letter === letters.header) return { kind: 'header', header: JSON.parse(content.toString()) as BackupHeader };
  if (letter === letters.sequences)
    return { kind: 'sequences', sequences: JSON.parse(content.toString()) as SequenceState[] };
  return undefined;
};

async function* encode(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const part of parts)
    for (const bytes of encodePart(part)) {
      hash.update(bytes);
      yield bytes;
    }
  yield* encodeEnd(hash.digest());
}

async function* withFirstLine(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(firstLine);
  yield* compressed;
}

/** Encodes and compresses a backup, and passes its bytes to `write`. */
export const writeParts = (
  parts: AsyncIterable<BackupPart>,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> =>
  pipeline(
    Readable.from(encode(parts)),
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => write(withFirstLine(compressed)),
    { signal },
  );

type Step = { read: number } | { skip: number };

const runLength = 1;

const isEmpty = (step: Step) => 'skip' in step && step.skip === 0;

/** Parses a Zstandard frame (RFC 8878) to find its end. */
function* stepsOfFrame(): Generator<Step, void, Buffer> {
  const descriptor = (yield { read: 5 })[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  yield { skip: windowBytes + dictionaryBytes + sizeBytes };
  for (let isLast = false; !isLast; ) {
    const header = (yield { read: 3 }).readUIntLE(0, 3);
    isLast = (header & 1) === 1;
    yield { skip: ((header >> 1) & 3) === runLength ? 1 : header >> 3 };
  }
  const hasChecksum = (descriptor & 4) !== 0;
  yield { skip: hasChecksum ? 4 : 0 };
}

export interface FrameLength {
  push: (chunk: Buffer) => void;
  /** Returns undefined until the end of the frame. */
  get: () => number | undefined;
}

/** Node's compressor adds an empty frame when its output ends with a full buffer. */
const emptyFrame = Buffer.from('28b52ffd2000010000', 'hex');

/** Measures a frame, because Node's decompressor accepts truncated frames and ignores trailing bytes. */
const measureFrame = (): FrameLength => {
  const steps = stepsOfFrame();
  let step = steps.next();
  let held = Buffer.alloc(0);
  let skipped = 0;
  let length = 0;

  const take = (chunk: Buffer, { value }: IteratorYieldResult<Step>): number => {
    if ('skip' in value) {
      const taken = Math.min(chunk.length, value.skip - skipped);
      skipped += taken;
      if (skipped === value.skip) {
        skipped = 0;
        step = steps.next(held);
      }
      return taken;
    }
    const taken = Math.min(chunk.length, value.read - held.length);
    held = Buffer.concat([held, chunk.subarray(0, taken)]);
    if (held.length === value.read) {
      const read = held;
      held = Buffer.alloc(0);
      step = steps.next(read);
    }
    return taken;
  };

  return {
    push: (chunk) => {
      let at = 0;
      while (!step.done && (at < chunk.length || isEmpty(step.value))) at += take(chunk.subarray(at), step);
      length += at;
    },
    get: () => (step.done ? length : undefined),
  };
};

/** Far more than needed: each part of rows is a chunk of at most 64 KB. */
const maxPartBytes = 64 * 1024 * 1024;

const damaged = (path: string) => new ValidationError(`${path} is damaged or incomplete: use another backup.`);

const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new ValidationError(
    error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
  );
};

const readFirstLine = async (path: string) => {
  const file = await open(path).catch(unreadable(path));
  try {
    const start = file.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0);
    const { buffer, bytesRead } = await start.catch(unreadable(path));
    const line = buffer.toString('latin1', 0, bytesRead);
    if (line === firstLine) return;
    throw new ValidationError(
      line.startsWith('Marquee backup')
        ? `${path} was made by a newer version of Marquee: restore it with that version.`
        : `${path} is not a backup of Marquee.`,
    );
  } finally {
    await file.close();
  }
};

/** Splits a stream into parts. `bytes` include the prefix. */
async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ letter: string; bytes: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= prefixBytes) {
      const length = rest.readUInt32BE(at + 1);
      if (length > maxPartBytes) throw new Error('too long');
      const end = at + prefixBytes + length;
      if (end > rest.length) break;
      yield { letter: rest.toString('latin1', at, at + 1), bytes: rest.subarray(at, end) };
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('cut off');
}

/** Rejects a truncated frame, and trailing bytes, which no checksum covers. */
const assertEnd = async (path: string, frameLength: number | undefined) => {
  if (frameLength === undefined) throw damaged(path);
  const end = firstLine.length + frameLength;
  const file = await open(path).catch(unreadable(path));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(emptyFrame.length + 1), 0, emptyFrame.length + 1, end);
    const rest = buffer.subarray(0, bytesRead);
    if (rest.length === 0 || rest.equals(emptyFrame)) return;
    // A truncated empty frame.
    if (emptyFrame.subarray(0, rest.length).equals(rest)) throw damaged(path);
    const { size } = await file.stat();
    throw new ValidationError(`${path} has ${size - end} extra bytes after the end of the backup: use another backup.`);
  } finally {
    await file.close();
  }
};

/**
 * Reads the parts of a backup. Damage may only be detected after the last part, so don't keep anything before this
 * returns.
 */
export async function* readParts(path: string, onRead: (bytes: number) => void = () => {}): AsyncGenerator<BackupPart> {
  await readFirstLine(path);
  const hash = createHash('sha256');
  const file = createReadStream(path, { start: firstLine.length });
  const frame = measureFrame();
  file.on('data', (chunk) => {
    frame.push(chunk as Buffer);
    onRead(chunk.length);
  });
  const chunks = file.pipe(createZstdDecompress());
  file.on('error', (error) => chunks.destroy(error));
  // Trailing bytes may cause an error after reading has ended.
  chunks.on('error', () => {});
  let isComplete = false;
  try {
    for await (const { letter, bytes } of split(chunks)) {
      const content = bytes.subarray(prefixBytes);
      if (letter === endLetter) {
        isComplete = hash.copy().digest().equals(content);
        continue;
      }
      hash.update(bytes);
      const part = decodePart(letter, content);
      if (!part || isComplete) throw new Error('unknown');
      yield part;
    }
  } catch {
    throw damaged(path);
  } finally {
    file.destroy();
  }
  if (!isComplete) throw damaged(path);
  await assertEnd(path, frame.get());
}
