/** Rows are cut out of blocks of one size, so that it does not matter in which pieces a feed arrives. */
export const blockBytes = 256 * 1024;

/** Blocks of exactly that size; only the last one is shorter. There is at least one. */
export async function* inBlocks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafeSlow(blockBytes);
  let filled = 0;
  for await (const chunk of bytes) {
    let taken = 0;
    while (taken < chunk.length) {
      const part = chunk.subarray(taken, taken + blockBytes - filled);
      block.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < blockBytes) continue;
      yield block;
      // Rows are views of it, so it cannot be filled again.
      block = Buffer.allocUnsafeSlow(blockBytes);
      filled = 0;
    }
  }
  yield block.subarray(0, filled);
}
