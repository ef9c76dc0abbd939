import { describe, expect, it } from 'vitest';
import { runs } from '../../support/random.ts';
import { columnsOf, formatOf, rowsOf } from './feeds.ts';

const url = (n: number) => `https://example.com/${n}`;
const format = { kind: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', hasHeader: true } as const;

describe('a feed in CSV', () => {
  it.each([
    ['commas', ',', 'csv'],
    ['semicolons', ';', 'csv'],
    ['tabs', '\t', 'csv'],
    ['pipes', '|', 'csv'],
  ])('is read with %s', async (_, delimiter) => {
    const feed = [
      ['id', 'title', 'link'],
      ['1', 'Slow evening', url(1)],
      ['2', 'Rooftop', url(2)],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\n');
    expect(await formatOf(feed)).toMatchObject({ kind: 'csv', delimiter, hasHeader: true });
    expect(await columnsOf(feed)).toEqual([
      { id: '1', title: 'Slow evening', link: url(1) },
      { id: '2', title: 'Rooftop', link: url(2) },
    ]);
  });

  it('is read without a heading, with semicolons inside the cells of a pipe dump', async () => {
    const feed = [1, 2, 3].map((n) => `${n}|${url(n)}|Title; and ${n}|red;blue;tag ${n}|12:30`).join('\r\n');
    expect(await formatOf(feed)).toMatchObject({ delimiter: '|', hasHeader: false });
    expect((await columnsOf(feed))[1]).toEqual({
      'Column 1': '2',
      'Column 2': url(2),
      'Column 3': 'Title; and 2',
      'Column 4': 'red;blue;tag 2',
      'Column 5': '12:30',
    });
  });

  it.each([
    ['line feeds', '\n'],
    ['both', '\r\n'],
    ['carriage returns alone', '\r'],
  ])('is read with lines that end with %s', async (_, end) => {
    const feed = `title,link${end}"one${end}two",${url(1)}${end}${end}three,${url(3)}${end}`;
    expect(await columnsOf(feed)).toEqual([
      { title: `one${end}two`, link: url(1) },
      { title: 'three', link: url(3) },
    ]);
  });

  it.each([
    ['a line feed behind carriage returns', '\r', '\r', '\n'],
    ['a pair among carriage returns', '\r', '\r\n', '\r\n'],
    ['a line feed among pairs', '\r\n', '\n', '\n'],
    ['a pair among line feeds', '\n', '\r\n', '\r\n'],
  ])('is read with %s', async (_, end, middle, last) => {
    const rows = [1, 2, 3, 4, 5].map((n) => `"Title, ${n}",${url(n)}`);
    const feed = ['title,link', ...rows.slice(0, 3)].join(end) + middle + rows.slice(3).join(end) + last;
    expect(await columnsOf(feed)).toEqual([1, 2, 3, 4, 5].map((n) => ({ title: `Title, ${n}`, link: url(n) })));
  });

  it('has a bad row where a line ends like no other', async () => {
    const good = Array.from({ length: 20 }, (_, n) => `Title,${url(n)}`);
    const rows = await columnsOf(['title,link', `One,${url(1)}\rTwo,${url(2)}`, ...good].join('\n'));
    expect(rows).toHaveLength(21);
    expect(rows[0]).toBe('The row has 3 columns; the others have 2.');
  });

  it('has 300 columns, and columns that every object has', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `field ${n}`);
    const odd = ['constructor', 'toString', 'hasOwnProperty', 'title'];
    const feed = `${[...odd, ...names].join(',')}\n${[...odd, ...names].map((name) => `${name}!`).join(',')}\n`;
    expect(await columnsOf(feed, { format })).toEqual([
      Object.fromEntries([...odd, ...names].map((name) => [name, `${name}!`])),
    ]);
    const [row] = await columnsOf(`__proto__,title\nx,River\n`, { format });
    expect(row).toEqual({ title: 'River' });
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  it('has a byte-order mark before a quote', async () => {
    const feed = `\ufeff"the\ntitle","link"\n\ufeff"One,\ntwo",${url(1)}\n"Three",${url(3)}\n`;
    expect(await columnsOf(feed, { format })).toEqual([
      { 'the\ntitle': 'One,\ntwo', link: url(1) },
      { 'the\ntitle': 'Three', link: url(3) },
    ]);
  });

  it('keeps quotes that are doubled, escaped with a backslash, or just there', async () => {
    const feed = `id,title,link\n1,"a ""b"", c",${url(1)}\n2,"a \\"b\\", c",${url(2)}\n3,5" shelf,${url(3)}\n4, "x, y" ,${url(4)}\n`;
    const titles = (await columnsOf(feed)).map((row) => typeof row === 'object' && row.title);
    expect(titles).toEqual(['a "b", c', 'a "b", c', '5" shelf', 'x, y']);
  });

  it('takes quotes for characters in dumps that do not quote', async () => {
    const feed = [1, 2, 3].map((n) => `${n}|"Begins with a quote ${n}|${url(n)}`).join('\n');
    expect(await formatOf(feed)).toMatchObject({ quote: '' });
    expect((await columnsOf(feed))[2]).toMatchObject({ 'Column 2': '"Begins with a quote 3' });
  });

  it('goes on after a quote that is never closed', async () => {
    const rest = Array.from({ length: 20_000 }, (_, n) => `${n},Title ${n},${url(n)}`).join('\n');
    const rows = await columnsOf(`id,title,link\nx,"never closed,${url(0)}\n${rest}\n`);
    expect(rows).toHaveLength(20_001);
    expect(rows[0]).toBe('A quote that opens in this row is never closed.');
    expect(rows[20_000]).toEqual({ id: '19999', title: 'Title 19999', link: url(19_999) });
  });

  it('goes on after quotes that are never closed before rows with quotes', async () => {
    const rows = await columnsOf(
      `id,title,link\n1,"never closed,${url(1)}\n2,"Good",${url(2)}\n3,"of two\nlines",${url(3)}\n`,
    );
    expect(rows).toEqual([
      'A quote that opens in this row is never closed.',
      { id: '2', title: 'Good', link: url(2) },
      { id: '3', title: 'of two\nlines', link: url(3) },
    ]);
  });

  it('reads a feed that is made of unclosed quotes in a bounded number of looks', async () => {
    // Every line closes the quote of the one before and opens another, so that no row ever ends.
    const lines = runs(50_000, 200_000);
    const feed = `id,title\n${'x","y\n'.repeat(lines)}`;
    expect((await rowsOf(feed, { format })).length).toBeGreaterThan(0.95 * lines);
  });

  it('reports rows with another number of columns', async () => {
    const good = Array.from({ length: 30 }, (_, n) => `${n},Title ${n},${url(n)}`);
    const rows = await columnsOf(['id,title,link', ...good, '31,short', `32,a,b,${url(32)}`].join('\n'));
    expect(rows.slice(-2)).toEqual([
      'The row has 2 columns; the others have 3.',
      'The row has 4 columns; the others have 3.',
    ]);
  });

  it('accepts a delimiter at the end of every row', async () => {
    const feed = `id,title,link\n${[1, 2, 3].map((n) => `${n},Title ${n},${url(n)},`).join('\n')}`;
    expect((await columnsOf(feed))[2]).toMatchObject({ id: '3', link: url(3) });
  });

  it('tells columns of the same name apart, and names those without one', async () => {
    const feed = `id,tag,tag,,link\n1,red,blue,x,${url(1)}\n`;
    expect(await columnsOf(feed)).toEqual([{ id: '1', tag: 'red', 'tag 2': 'blue', 'Column 4': 'x', link: url(1) }]);
  });

  it('leaves out headings in the middle, byte-order marks and hints for spreadsheets', async () => {
    const feed = `\ufeffsep=;\nid;title;link\n1;a;${url(1)}\n\ufeffid;title;link\n2;b;${url(2)}\n`;
    expect(await columnsOf(feed)).toEqual([
      { id: '1', title: 'a', link: url(1) },
      { id: '2', title: 'b', link: url(2) },
    ]);
  });

  it('reports rows that are too long or have too many columns, and goes on', async () => {
    const feed = `id,title\n${'2,b\n'.repeat(100)}3,${'x'.repeat(5000)}\n4,d\n5,"${`${'y'.repeat(500)}\n`.repeat(9)}"\n6,f\n`;
    const rows = await columnsOf(feed, { limits: { rowBytes: 2000 } });
    expect(rows.slice(100, 103)).toEqual([
      'The row is longer than 2.0 KB.',
      { id: '4', title: 'd' },
      'A quote that opens in this row is never closed.',
    ]);
    expect(rows.at(-1)).toEqual({ id: '6', title: 'f' });
    expect(await columnsOf('a,b,c\n1,2,3\n', { limits: { columns: 2 } })).toEqual(['The row has more than 2 columns.']);
  });

  it('gives a row another hash when it or the heading changes', async () => {
    const hashes = async (feed: string) =>
      (await rowsOf(feed)).map(({ hash, headingHash }) => `${hash} ${headingHash?.toString('hex')}`);
    const [first, second] = await hashes(`id,title\n1,a\n2,b\n`);
    expect(await hashes(`id,title\n2,b\n1,a\n`)).toEqual([second, first]);
    expect(await hashes(`id,name\n1,a\n2,b\n`)).not.toContain(first);
    expect(first).toMatch(/^[0-9a-f]{32} [0-9a-f]{32}$/);
  });

  it('takes back the guard of exported formulas', async () => {
    expect(await columnsOf(`id,title\n1,"'=1+1"\n2,"''-x"\n3,'tis\n`)).toEqual([
      { id: '1', title: '=1+1' },
      { id: '2', title: "'-x" },
      { id: '3', title: "'tis" },
    ]);
  });
});
