import { describe, expect, it } from 'vitest';
import { columnsOf, formatOf } from './feeds.ts';

/** Windows-1251, the letters of Russian. */
const cyrillic = (text: string) =>
  Buffer.from(
    [...text].map((letter) => (letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))),
  );
const russian = 'Вечер на крыше большого города и прогулка вдоль реки';

describe('the encoding of a feed', () => {
  const feed = `id;title\n1;Größe — café\n2;${russian}\n`;
  const rows = [
    { id: '1', title: 'Größe — café' },
    { id: '2', title: russian },
  ];
  const swapped = (buffer: Buffer) => Buffer.from(buffer).swap16();

  it.each([
    ['UTF-8', Buffer.from(feed), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${feed}`), 'utf-8'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${feed}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, big-endian, with a mark', swapped(Buffer.from(`\ufeff${feed}`, 'utf16le')), 'utf-16be'],
    ['UTF-16 without a mark', Buffer.from(feed, 'utf16le'), 'utf-16le'],
    ['UTF-16, big-endian, without a mark', swapped(Buffer.from(feed, 'utf16le')), 'utf-16be'],
  ])('is %s', async (_, bytes, encoding) => {
    expect(await formatOf(bytes)).toMatchObject({ kind: 'csv', encoding });
    expect(await columnsOf(bytes, { lengths: [1, 2, 3] })).toEqual(rows);
  });

  it('is guessed from the text: Windows-1251', async () => {
    const bytes = cyrillic(`id|title|link\n1|${russian}|https://example.com/1\n2|${russian}|https://example.com/2\n`);
    expect(await formatOf(bytes)).toMatchObject({ encoding: 'windows-1251' });
    expect((await columnsOf(bytes))[0]).toMatchObject({ title: russian });
  });

  it('is guessed from the text: Windows-1252', async () => {
    const text = 'id;title;link\n1;Für Élise — très déjà vu à Malmö;https://example.com/1\n';
    const bytes = Buffer.from(text.replace('—', '\u0097'), 'latin1');
    expect((await columnsOf(bytes))[0]).toMatchObject({ title: 'Für Élise — très déjà vu à Malmö' });
  });

  it('is the one that XML declares', async () => {
    const bytes = cyrillic(
      `<?xml version="1.0" encoding="windows-1251"?><rss><item><title>${russian}</title></item></rss>`,
    );
    expect(await columnsOf(bytes)).toEqual([{ title: russian }]);
  });

  it('does not matter for bytes that are none: they become replacement characters', async () => {
    const bytes = Buffer.concat([Buffer.from('{"id":"1","title":"a'), Buffer.from([0xff, 0xc3]), Buffer.from('b"}\n')]);
    const format = { kind: 'jsonl', encoding: 'utf-8' } as const;
    expect(await columnsOf(bytes, { format })).toEqual([{ id: '1', title: 'a\ufffd\ufffdb' }]);
  });

  it('has to be known', async () => {
    const format = { kind: 'jsonl', encoding: 'klingon' } as const;
    await expect(columnsOf('{}', { format })).rejects.toThrow('“klingon” is not a known encoding.');
  });
});

describe('what is certainly no feed', () => {
  it.each([
    ['nothing', '', 'The feed is empty.'],
    ['blanks', ' \n\t ', 'The feed is empty.'],
    ['a web page', '<!DOCTYPE html><html><body>Not found</body></html>', 'This is a web page, not a feed.'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...Array.from({ length: 200 }, (_, n) => n % 7)]),
      'This is no feed',
    ],
  ])('is refused: %s', async (_, bytes, reason) => {
    await expect(formatOf(bytes)).rejects.toThrow(reason);
  });
});
