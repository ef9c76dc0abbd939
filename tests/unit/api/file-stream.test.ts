import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { fileStream } from '#api/http/exported-files.ts';

const counted = () => {
  const made = { parts: 0, isClosed: false };
  const parts = async function* () {
    try {
      for (;;) {
        made.parts++;
        // Hardly compressible: otherwise thousands of parts fit into what is buffered.
        yield randomBytes(12_288).toString('base64');
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
  let last = 0;
  // A file that ran ahead would never come to rest.
  const isAtRest = () => {
    const before = last;
    last = made.parts;
    return last === before;
  };
  await expect.poll(isAtRest).toBe(true);
  expect(made.parts).toBeLessThan(200);
  file.destroy();
  await expect.poll(() => made.isClosed).toBe(true);
});
