import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measurePictures } from '#domain/pictures/picture-store.ts';
import { checkEncoder, checkPictureKey, judgePictureFolder } from '#domain/system/storage.ts';

const gigabyte = 1024 ** 3;

describe('what the doctor says of the image proxy', () => {
  it('warns of a disk that is smaller than what pictures may still take', () => {
    const judge = (usedBytes: number, freeBytes: number) =>
      judgePictureFolder('/var/pictures', {
        usedBytes,
        maxBytes: 2 * gigabyte,
        disk: { freeBytes, totalBytes: 100 * gigabyte },
      });
    expect(judge(gigabyte / 2, gigabyte)).toEqual({
      part: 'Pictures',
      state: 'warning',
      sentence: 'Pictures in /var/pictures may take another 1.5 GB, but its disk has 1.0 GB left.',
      whatToDo: expect.stringContaining('Lower PICTURE_CACHE_MB'),
    });
    expect(judge(1.5 * gigabyte, gigabyte).state).toBe('ok');
  });

  it('says why pictures cannot be encoded, and ends the process that tried', async () => {
    let isClosed = false;
    const check = await checkEncoder({
      encode: () => Promise.reject(new Error('Could not load the "sharp" module')),
      close: () => {
        isClosed = true;
      },
    });
    expect([check.state, check.sentence]).toEqual([
      'failure',
      'Pictures cannot be encoded: Could not load the "sharp" module.',
    ]);
    expect(isClosed).toBe(true);
  });

  it('says that addresses cannot be signed with a key that cannot be read, and nothing before there is one', () => {
    expect(checkPictureKey(new Error('secret.key must contain 64 hexadecimal digits.'))).toMatchObject([
      { state: 'failure', sentence: expect.stringContaining('secret.key must contain') },
    ]);
    expect(checkPictureKey(undefined)).toEqual([]);
  });
});

it('the size of stored pictures is judged by a few of their folders', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    expect(await measurePictures(folder)).toBe(0);
    for (let shard = 0; shard < 256; shard++) {
      const prefix = shard.toString(16).padStart(2, '0');
      const picture = join(folder, prefix, prefix.padEnd(20, '0'));
      mkdirSync(picture, { recursive: true });
      writeFileSync(join(picture, '320.webp'), Buffer.alloc(5000));
    }
    // Two blocks for the file, and one for its folder.
    expect(await measurePictures(folder)).toBe(256 * 3 * 4096);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
