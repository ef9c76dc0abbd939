import { describe, expect, it } from 'vitest';
import { runs } from '../../support/random.ts';
import { columnsOf, formatOf, rowsOf } from './feeds.ts';

describe('a feed in JSON', () => {
  it.each([
    ['a list', '[{"id":1},{"id":2}]', { kind: 'json', path: '' }],
    ['a list in an object', '{"count":2,"videos":[{"id":1},{"id":2}]}', { kind: 'json', path: 'videos' }],
    [
      'a list far inside, after others',
      '{"meta":{"tags":["a"],"pages":[{"n":1}]},"data":{"items":[{"id":1},{"id":2}]}}',
      { kind: 'json', path: 'data.items' },
    ],
    ['JSON Lines', '{"id":1}\n{"id":2}\n', { kind: 'jsonl' }],
    ['JSON Lines of carriage returns', '{"id":1}\r{"id":2}\r', { kind: 'jsonl' }],
    ['a list with a row a line', '[\n{"id":1},\n{"id":2},\n]', { kind: 'json', path: '' }],
  ])('is %s', async (_, feed, format) => {
    expect(await formatOf(feed)).toMatchObject(format);
    expect(await columnsOf(feed)).toEqual([{ id: '1' }, { id: '2' }]);
  });

  it('reads the list that an operator names', async () => {
    const feed = '{"videos":[{"id":1}],"old":{"clips":[{"id":7}]}}';
    const format = { kind: 'json', encoding: 'utf-8', path: 'old.clips' } as const;
    expect(await columnsOf(feed, { format })).toEqual([{ id: '7' }]);
  });

  it('says so if there is no such list', async () => {
    const format = { kind: 'json', encoding: 'utf-8', path: 'videos' } as const;
    await expect(columnsOf('{"items":[{"id":1}]}', { format })).rejects.toThrow(
      'No list of rows was found in the JSON.',
    );
  });

  it('names what is in objects and lists', async () => {
    const row = {
      video: { id: 12, title: 'Rooftop', hd: true, none: null },
      thumbs: [{ width: 10, src: 'https://example.com/1.jpg' }, { src: 'https://example.com/2.jpg' }],
      tags: [{ tag_name: 'red' }, 'blue', 3],
    };
    expect(await columnsOf(`[${JSON.stringify(row)}]`)).toEqual([
      {
        'video.id': '12',
        'video.title': 'Rooftop',
        'video.hd': 'true',
        'video.none': '',
        thumbs: ['https://example.com/1.jpg', 'https://example.com/2.jpg'],
        tags: ['red', 'blue', '3'],
      },
    ]);
  });

  it('has names that every object has', async () => {
    const feed =
      '{"__proto__":{"title":"x"},"constructor":"c","toString":["t"],"hasOwnProperty":"h","title":"River"}\n';
    const [row] = await columnsOf(feed);
    expect(row).toEqual({ constructor: 'c', toString: ['t'], hasOwnProperty: 'h', title: 'River' });
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  it('takes the last of two values of one name', async () => {
    expect(await columnsOf('{"id":"1","title":"River","title":"Harbour"}\n')).toEqual([{ id: '1', title: 'Harbour' }]);
  });

  it('keeps numbers that are too large to be one', async () => {
    const feed = '{"id":1e400,"views":[1E999],"ratio":1e3}\n{"id":-1.5e+400,"views":1e-400}\n';
    expect(await columnsOf(feed)).toEqual([
      { id: '1e400', views: ['1E999'], ratio: '1000' },
      { id: '-1.5e+400', views: '0' },
    ]);
  });

  it('keeps every digit of long ids', async () => {
    expect(await columnsOf('{"id":12345678901234567890}\n{"id":-1}\n')).toEqual([
      { id: '12345678901234567890' },
      { id: '-1' },
    ]);
  });

  it.each([
    ['{"id":NaN}', 'NaN, Infinity and undefined are not allowed'],
    ['{"id":1,}', 'there is an extra comma before a bracket'],
    ["{'id':1}", 'texts need double quotes'],
    ['{id:1}', 'names need double quotes'],
    ['{"id":1 "title":2}', 'a quote, comma or bracket is wrong or missing'],
  ])('says what is wrong with %s, and goes on', async (bad, reason) => {
    const rows = [{ id: '0' }, `The row is not valid JSON: ${reason}.`, { id: '2' }];
    expect(await columnsOf(`{"id":0}\n${bad}\n{"id":2}\n`)).toEqual(rows);
    expect(await columnsOf(`[{"id":0},${bad},{"id":2}]`)).toEqual(rows);
  });

  it('finds the next row after one whose quotes do not match', async () => {
    const feed = `{"videos":[{"id":1,"title":"a"},{"id":2,"title":"5" shelf","tags":[{"id":9}]},{"id":3,"title":"c"},{"id":4,"title":"d"}]}`;
    const rows = await columnsOf(feed);
    expect(rows[0]).toEqual({ id: '1', title: 'a' });
    expect(rows[1]).toMatch(/^The row is not valid JSON/);
    expect(rows.slice(-2)).toEqual([
      { id: '3', title: 'c' },
      { id: '4', title: 'd' },
    ]);
  });

  it('reports a list that has no end', async () => {
    expect(await columnsOf('[{"id":1},{"id":2}')).toEqual([
      { id: '1' },
      { id: '2' },
      'The feed ends before its list is closed, so rows may be missing.',
    ]);
    expect((await columnsOf('[{"id":1},{"id":2,"tit'))[1]).toBe('The feed ends in the middle of this row.');
  });

  it('reports rows that are too long, and goes on', async () => {
    const long = `{"id":2,"title":"${'x'.repeat(5000)}"}`;
    const rows = [{ id: '1' }, 'The row is longer than 2.0 KB.', { id: '3' }];
    const limits = { rowBytes: 2000 };
    expect(await columnsOf(`{"id":1}\n${long}\n{"id":3}\n`, { limits })).toEqual(rows);
    expect(await columnsOf(`[{"id":1},${long},{"id":3}]`, { limits })).toEqual(rows);
  });

  it('survives lists that are nested without end', async () => {
    const format = { kind: 'json', encoding: 'utf-8', path: 'videos' } as const;
    await expect(rowsOf('['.repeat(1_000_000), { format })).rejects.toThrow('The JSON is nested too deeply.');
    expect(await columnsOf(`{"id":1,"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n{"id":2}\n`)).toEqual([
      { id: '1', x: [] },
      { id: '2' },
    ]);
    const deep = `{"id":12345678901234567890,"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await columnsOf(`${deep}\n{"id":2}\n`)).toEqual(['The row is nested too deeply.', { id: '2' }]);
  });

  it('gives up on a feed that is made of broken rows', async () => {
    const format = { kind: 'json', encoding: 'utf-8', path: '' } as const;
    await expect(rowsOf(`[${'{"id":['.repeat(runs(25_000, 100_000))}`, { format })).rejects.toThrow(
      'The JSON is broken in too many places.',
    );
  });

  it('leaves out the lines of an exported catalogue that are no posts', async () => {
    const feed = '{"marquee":"catalogue","version":1}\n{"marquee":"tag","slug":"city"}\n{"_id":"1"}\n';
    expect(await columnsOf(feed)).toEqual([{ _id: '1' }]);
  });

  it('gives batches of the wanted size and numbers all rows', async () => {
    const rows = await rowsOf('{"id":1}\n\n{"id":2}\n{"id":3}\n', { limits: { batchRows: 2 } });
    expect(rows.map(({ number, excerpt }) => [number, excerpt])).toEqual([
      [1, '{"id":1}'],
      [2, '{"id":2}'],
      [3, '{"id":3}'],
    ]);
    await expect(rowsOf('{"id":1}\n{"id":2}\n', { limits: { rows: 1 } })).rejects.toThrow(
      'A feed may have at most 1 rows.',
    );
  });
});
