import { expect, it } from 'vitest';
import { fileStream } from '#api/http/file-stream.ts';

const counted = () => {
  const made = { parts: 0, isClosed: false };
  const parts = async function* () {
    try {
      for (;;) {
        made.parts++;
        yield 'x'.repeat(16_384);
      }
    } finally {
      made.isClosed = true;
    }
  };
  return { made, parts: parts() };
};

it.each([false, true])('no more of a file is made than is read (compressed: %s)', async (isCompressed) => {
  const { made, parts } = counted();
  const file = fileStream(parts, { isCompressed });
  const reader = file[Symbol.asyncIterator]();
  await reader.next();
  const before = made.parts;
  // Whatever is buffered is buffered by now; a file that ran ahead would go on.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  const buffered = made.parts;
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  expect(made.parts).toBe(buffered);
  expect(buffered - before).toBeLessThan(200);
  file.destroy();
  await expect.poll(() => made.isClosed).toBe(true);
});
