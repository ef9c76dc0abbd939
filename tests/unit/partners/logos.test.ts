import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { TooManyRequestsError } from '#domain/errors.ts';
import { storeLogo } from '#domain/partners/logos.ts';

it('logos are decoded one at a time; when eight wait, others are refused', async () => {
  const uploadsDir = mkdtempSync(join(tmpdir(), 'marquee-logos-'));
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const uploads = Array.from({ length: 12 }, () => storeLogo(uploadsDir, logo).catch((error: unknown) => error));
  const results = await Promise.all(uploads);
  const refused = results.filter((result) => result instanceof TooManyRequestsError);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({
    message: 'Many logos are being uploaded. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  });
  expect(readdirSync(join(uploadsDir, 'logos'))).toHaveLength(9);
  expect(await storeLogo(uploadsDir, logo)).toMatch(/^logos\//);
  expect([sharp.concurrency(), sharp.cache().memory.max]).toEqual([1, 0]);
  rmSync(uploadsDir, { recursive: true });
});
