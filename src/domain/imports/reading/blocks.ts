/** Feeds are split in blocks of a fixed size, so that results don't depend on how the network cuts them up. */
export const blockBytes = 256 * 1024;

/** Regroups bytes into full blocks. Only the last one is shorter. Yields at least one, even for an empty feed. */
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
      // Don't reuse the block: rows are views of it.
      block = Buffer.allocUnsafeSlow(blockBytes);
      filled = 0;
    }
  }
  yield block.subarray(0, filled);
}
