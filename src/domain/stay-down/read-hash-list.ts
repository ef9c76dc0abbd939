import { limits } from '#contract/values/limits.ts';
import { numeral } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';

/** A line of a list that is no hash. */
export interface BadLine {
  line: number;
  text: string;
}

export interface HashListFile {
  /** Eight bytes each, sorted, each once. */
  hashes: Buffer;
  size: number;
  bad: number;
  /** The first ones. */
  badLines: BadLine[];
}

const { bytes: maxBytes, lines: maxLines, badLines: maxBadLines, lineLength } = limits.hashLists;

const tooLarge = `The file may be at most ${maxBytes / 1024 / 1024} MB. Split it into several.`;
const tooLong = `A hash list may have at most ${numeral(maxLines)} lines. Split it into several.`;

/** Lines as they arrive, without what ends them. A line without end is not collected. */
async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ValidationError(tooLarge, { file: tooLarge });
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n/);
    rest = (lines.pop() ?? '').slice(0, 2 * lineLength);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The bit of the DC term says how bright a picture is, which does not count. */
const withoutDcBit = 0x7fffffffffffffffn;

/** Reads 16 hexadecimal digits per line. What follows a # is a comment; blank lines are left out. */
export const readHashList = async (file: AsyncIterable<Uint8Array>): Promise<HashListFile> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const found: bigint[] = [];
  const badLines: BadLine[] = [];
  let [line, bad] = [0, 0];
  for await (const text of linesOf(file)) {
    if (++line > maxLines) throw new ValidationError(tooLong, { file: tooLong });
    if (line % 1000 === 0) await yieldToEventLoop();
    const hash = text.replace(/#.*/s, '').trim();
    if (hash === '') continue;
    if (/^(0x)?[0-9a-f]{16}$/i.test(hash)) found.push(BigInt(`0x${hash.slice(-16)}`) & withoutDcBit);
    else if (++bad <= maxBadLines) badLines.push({ line, text: hash.slice(0, lineLength) });
  }
  const sorted = BigUint64Array.from(found).sort();
  const distinct = sorted.filter((hash, at) => at === 0 || hash !== sorted[at - 1]);
  const hashes = Buffer.alloc(8 * distinct.length);
  for (const [at, hash] of distinct.entries()) hashes.writeBigUInt64BE(hash, 8 * at);
  return { hashes, size: distinct.length, bad, badLines };
};
