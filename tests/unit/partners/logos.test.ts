import sharp from 'sharp';
import { expect, it } from 'vitest';
import { TooManyRequestsError } from '#domain/errors.ts';
import { encodePicture, logoKind } from '#domain/uploads/pictures.ts';

it('logos are decoded one at a time; when eight wait, others are refused', async () => {
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const uploads = Array.from({ length: 12 }, () => encodePicture(logo, logoKind).catch((error: unknown) => error));
  const results = await Promise.all(uploads);
  const refused = results.filter((result) => result instanceof TooManyRequestsError);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({
    message: 'Many pictures are being uploaded. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  });
  expect(results.filter((result) => result instanceof Buffer)).toHaveLength(9);
  expect(await encodePicture(logo, logoKind)).toBeInstanceOf(Buffer);
  expect([sharp.concurrency(), sharp.cache().memory.max]).toEqual([1, 0]);
});
