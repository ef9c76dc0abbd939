/** Bytes to look at, or to pass over. */
type Step = { read: number } | { skip: number };

const runLength = 1;

const isEmpty = (step: Step) => 'skip' in step && step.skip === 0;

/** A frame of Zstandard (RFC 8878), from its start to its end. */
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
  /** Undefined until the end of the frame has been seen. */
  get: () => number | undefined;
}

/** Without content: Node's compressor adds one when its output ends with a full buffer. */
export const emptyFrame = Buffer.from('28b52ffd2000010000', 'hex');

/** Measures a frame, because Node's decompressor accepts one without its last bytes, and ignores what follows it. */
export const measureFrame = (): FrameLength => {
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
