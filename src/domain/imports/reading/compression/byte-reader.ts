/** Gives out bytes in the amounts that are asked for, in whatever pieces they arrive. */
export interface ByteReader {
  /** How many bytes have been taken. */
  position(): number;
  /** The next bytes without taking them; fewer only at the end. */
  peek(length: number): Promise<Buffer>;
  /** Takes exactly as many; undefined if there are fewer. */
  read(length: number): Promise<Buffer | undefined>;
  /** Takes what is there, at most as many; undefined at the end. */
  next(maxLength: number): Promise<Buffer | undefined>;
  /** What was taken last and is not needed. */
  putBack(bytes: Buffer): void;
  close(): Promise<void>;
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

export const createByteReader = (bytes: AsyncIterable<Uint8Array>): ByteReader => {
  const iterator = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let received = 0;
  let isDone = false;

  const fill = async (length: number) => {
    while (held.length < length && !isDone) {
      const next = await iterator.next();
      if (next.done) isDone = true;
      else {
        received += next.value.length;
        held = held.length === 0 ? asBuffer(next.value) : Buffer.concat([held, next.value]);
      }
    }
  };
  const take = (length: number) => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };

  return {
    position: () => received - held.length,
    peek: async (length) => {
      await fill(length);
      return held.subarray(0, length);
    },
    read: async (length) => {
      await fill(length);
      return held.length < length ? undefined : take(length);
    },
    next: async (maxLength) => {
      await fill(1);
      return held.length === 0 ? undefined : take(maxLength);
    },
    putBack: (given) => {
      held = Buffer.concat([given, held]);
    },
    close: async () => {
      if (!isDone) await iterator.return?.();
    },
  };
};
