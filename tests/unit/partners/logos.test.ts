import sharp from 'sharp';
import { expect, it } from 'vitest';
import { TooManyRequestsError } from '#domain/errors.ts';
import { encodeLogo } from '#domain/partners/logos.ts';

it('logos are decoded one at a time; when eight wait, others are refused', async () => {
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const uploads = Array.from({ length: 12 }, () => encodeLogo(logo).catch((error: unknown) => error));
  const results = await Promise.all(uploads);
  const refused = results.filter((result) => result instanceof TooManyRequestsError);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({
    message: 'Many logos are being uploaded. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  });
  expect(results.filter((result) => result instanceof Buffer)).toHaveLength(9);
  expect(await encodeLogo(logo)).toBeInstanceOf(Buffer);
  expect([sharp.concurrency(), sharp.cache().memory.max]).toEqual([1, 0]);
});
