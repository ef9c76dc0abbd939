const sampleBytes = 32 * 1024;
const maxCellBytes = 1024;

const pipe = 0x7c;

/** Tabs, line breaks, quotes, commas, semicolons and the brackets of tags: none of them is the second half of a character. */
const isEnd = (byte: number) =>
  (byte < 0x20 && byte !== 0x1b) || byte === 0x22 || byte === 0x2c || byte === 0x3b || byte === 0x3c || byte === 0x3e;

/** A pipe can be the second half of a character, within others. */
const isPipe = (bytes: Buffer, at: number) =>
  bytes[at] === pipe && ((bytes[at - 1] ?? 0) < 0x80 || (bytes[at + 1] ?? 0) < 0x80);

/** The cells with letters beyond ASCII, which the links and numbers around them would drown. */
export const sampleForeignText = (head: Buffer): Buffer => {
  const cells: Buffer[] = [];
  let [start, length, isForeign] = [0, 0, false];
  for (let at = 0; at <= head.length && length < sampleBytes; at++) {
    const byte = head[at];
    if (byte !== undefined && !isEnd(byte) && !isPipe(head, at)) {
      if (byte >= 0x80) isForeign = true;
      continue;
    }
    if (isForeign) {
      const cell = head.subarray(start, Math.min(at, start + maxCellBytes));
      cells.push(cell, Buffer.from('\n'));
      length += cell.length + 1;
    }
    [start, isForeign] = [at + 1, false];
  }
  return Buffer.concat(cells);
};
