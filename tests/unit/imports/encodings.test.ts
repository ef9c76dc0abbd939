import { describe, expect, it } from 'vitest';
import { encode } from './encode.ts';
import { columnsOf, formatOf } from './feeds.ts';

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

  const russianTitles = ['Тихая река и лодка', 'Вечер в городе', 'Осенний лес', 'Старый трамвай'];
  const polishTitles = ['Cicha rzeka i łódka', 'Wieczór w mieście', 'Spacer po parku', 'Książki i żółte światło'];
  const japaneseTitles = ['静かな川とボート', '街の夜', '公園を散歩する', '古い路面電車'];

  it.each([
    ['Russian', 'windows-1251', russianTitles],
    ['Russian', 'koi8-r', russianTitles],
    ['Russian', 'iso-8859-5', russianTitles],
    ['Russian', 'ibm866', russianTitles],
    ['Ukrainian', 'koi8-u', ['Тиха річка і човен', 'Вечір у місті', 'Осінній ліс', 'Дощ за вікном']],
    ['Polish', 'windows-1250', polishTitles],
    ['Polish', 'iso-8859-2', polishTitles],
    ['German', 'windows-1252', ['Ruhiger Fluss', 'Spaziergang im Grünen', 'Größe und Straße', 'Kaffee und Bücher']],
    ['French', 'windows-1252', ['Rivière calme', 'Soirée en ville', 'Forêt d’automne', 'Café et livres — déjà vu']],
    ['Spanish', 'windows-1252', ['Río tranquilo', 'Paseo por el jardín', 'El otoño en España', '¿Mañana?']],
    ['Turkish', 'windows-1254', ['Sakin nehir ve kayık', 'Şehirde akşam', 'Parkta yürüyüş', 'Eski tramvay']],
    ['Greek', 'windows-1253', ['Ήσυχο ποτάμι και βάρκα', 'Βράδυ στην πόλη', 'Περίπατος στο πάρκο', 'Πρωί']],
    ['Arabic', 'windows-1256', ['نهر هادئ وقارب', 'مساء في المدينة', 'نزهة في الحديقة', 'غابة الخريف']],
    ['Japanese', 'shift_jis', japaneseTitles],
    ['Japanese', 'euc-jp', japaneseTitles],
    ['Chinese', 'gb18030', ['安静的河流和小船', '城市的夜晚', '公园散步', '秋天的森林']],
    ['Chinese', 'big5', ['安靜的河流和小船', '城市的夜晚', '公園散步', '秋天的森林']],
    ['Korean', 'euc-kr', ['조용한 강과 배', '도시의 저녁', '공원 산책', '가을 숲']],
  ])('is guessed from a few titles among links: %s in %s', async (_, label, titles) => {
    const rest = 'https://video.example.com/watch/4711-quiet-river|https://cdn.example.com/thumbs/4711.jpg|312|outdoor';
    for (const delimiter of [',', '|']) {
      const lines = ['id|title|url|thumb|duration|tags', ...titles.map((title, at) => `${at}|${title}|${rest}`)];
      const bytes = encode(lines.join('\r\n').replaceAll('|', delimiter), label);
      expect(await columnsOf(bytes)).toMatchObject(titles.map((title) => ({ title })));
    }
  });

  it('is UTF-8 although some of its bytes are wrong', async () => {
    const broken = [Buffer.from(`id;title\n1;${russian}\n2;caf`), Buffer.from([0xe9]), Buffer.from('\n3;Für Élise\n')];
    expect(await columnsOf(Buffer.concat(broken))).toEqual([
      { id: '1', title: russian },
      { id: '2', title: 'caf\ufffd' },
      { id: '3', title: 'Für Élise' },
    ]);
  });

  it('is looked for in all of the head, of which the first rows may be plain', async () => {
    const plain = Array.from({ length: 1000 }, (_, at) => `${at};A plain title;https://example.com/${at}\n`).join('');
    const bytes = encode(`id;title;link\n${plain}1001;${russian};https://example.com/1001\n`, 'windows-1251');
    expect((await columnsOf(bytes)).at(-1)).toMatchObject({ title: russian });
  });

  it('is the one that XML declares', async () => {
    const bytes = encode(
      `<?xml version="1.0" encoding="windows-1251"?><rss><item><title>${russian}</title></item></rss>`,
      'windows-1251',
    );
    expect(await columnsOf(bytes)).toEqual([{ title: russian }]);
  });

  it('is not UTF-8 only because XML declares it', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><rss><item><title>${russian}</title></item></rss>`;
    expect(await columnsOf(encode(xml, 'windows-1251'))).toEqual([{ title: russian }]);
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
      'This is not a text file',
    ],
  ])('is refused: %s', async (_, bytes, reason) => {
    await expect(formatOf(bytes)).rejects.toThrow(reason);
  });
});
