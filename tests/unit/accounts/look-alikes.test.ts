import { describe, expect, it } from 'vitest';
import { mixesScripts, nameSkeleton } from '#domain/accounts/admins.ts';

describe('mixesScripts', () => {
  it.each([
    ['a Cyrillic а', '\u0430dmin'],
    ['a Cyrillic о at the end of a word', 'night des\u043e'],
    ['a Greek ο', 'n\u03bfra'],
    ['a Latin letter in a Cyrillic word', '\u043c\u0430pk'],
    ['a Hebrew letter', 'adm\u05d5n'],
  ])('is true for %s', (_what, name) => {
    expect(mixesScripts(name)).toBe(true);
  });

  it.each(['night-desk', 'José Müller', 'ночной стол', 'desk_стол', 'νύχτα', '夜ノ机', 'ａdmin', 'desk42', '٣٤٥ desk'])(
    'is false for %s',
    (name) => {
      expect(mixesScripts(name)).toBe(false);
    },
  );
});

describe('nameSkeleton', () => {
  it.each([
    ['ADMIN', 'admin'],
    ['ａｄｍｉｎ', 'admin'],
    ['\u0441\u043e\u0440\u0443', 'copy'],
    ['\u0412\u0410\u0422\u041e\u041d', 'BATOH'],
    ['\u03b1\u03c7\u03b9\u03bf\u03c5', 'axiou'],
    ['adm\u0131n', 'admin'],
  ])('of %s is that of %s', (name, other) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton(other));
  });

  it.each([
    ['desk-1', 'desk-l'],
    ['jose', 'josé'],
    ['стол', 'stol'],
  ])('of %s is not that of %s', (name, other) => {
    expect(nameSkeleton(name)).not.toBe(nameSkeleton(other));
  });
});
