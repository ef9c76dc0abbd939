/** Reads at least `length` bytes, if available. `all` has the whole stream, including the head. */
export const peek = async (
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Uint8Array> }> => {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let total = 0;
  let isDone = false;
  while (total < length && !isDone) {
    const next = await iterator.next();
    if (next.done) isDone = true;
    else {
      chunks.push(next.value);
      total += next.value.length;
    }
  }
  const head = Buffer.concat(chunks);
  async function* all() {
    try {
      if (head.length > 0) yield head;
      while (!isDone) {
        const next = await iterator.next();
        if (next.done) isDone = true;
        else yield next.value;
      }
    } finally {
      if (!isDone) await iterator.return?.();
    }
  }
  return { head, all: all() };
};
