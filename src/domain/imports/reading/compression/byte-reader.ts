/** Reads a stream in pieces of any length. */
export interface ByteReader {
  /** Number of bytes read. */
  position(): number;
  /** Returns the next bytes without consuming them. Returns fewer only at the end. */
  peek(length: number): Promise<Buffer>;
  /** Reads exactly `length` bytes. Returns undefined if there are fewer. */
  read(length: number): Promise<Buffer | undefined>;
  /** Reads what is available, up to `maxLength`. Returns undefined at the end. */
  next(maxLength: number): Promise<Buffer | undefined>;
  /** Returns bytes that were read last. */
  putBack(bytes: Buffer): void;
  close(): Promise<void>;
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

export const createByteReader = (bytes: AsyncIterable<Uint8Array>): ByteReader => {
  const iterator = bytes[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);
  let received = 0;
  let isDone = false;

  const fill = async (length: number) => {
    while (buffer.length < length && !isDone) {
      const next = await iterator.next();
      if (next.done) isDone = true;
      else {
        received += next.value.length;
        buffer = buffer.length === 0 ? asBuffer(next.value) : Buffer.concat([buffer, next.value]);
      }
    }
  };
  const take = (length: number) => {
    const taken = buffer.subarray(0, length);
    buffer = buffer.subarray(length);
    return taken;
  };

  return {
    position: () => received - buffer.length,
    peek: async (length) => {
      await fill(length);
      return buffer.subarray(0, length);
    },
    read: async (length) => {
      await fill(length);
      return buffer.length < length ? undefined : take(length);
    },
    next: async (maxLength) => {
      await fill(1);
      return buffer.length === 0 ? undefined : take(maxLength);
    },
    putBack: (unneeded) => {
      buffer = Buffer.concat([unneeded, buffer]);
    },
    close: async () => {
      if (!isDone) await iterator.return?.();
    },
  };
};
