/** ZIP files as many programs write them, and those that are not whole. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { columnsOf } from './feeds.ts';
import { type WrittenFile, writeFiles, writeZip } from './write-zip.ts';

const first: WrittenFile = { name: 'a.jsonl', content: '{"id":"1"}\n{"id":"2"}\n' };
const second: WrittenFile = { name: 'b.jsonl', content: '{"id":"3"}\n{"id":"4"}\n' };
const ids = ['1', '2', '3', '4'].map((id) => ({ id }));

const forms: [string, Partial<WrittenFile>][] = [
  ['lengths before the file', {}],
  ['lengths of 64 bits before the file', { isZip64: true }],
  ['no compression, and lengths of 64 bits', { isZip64: true, isStored: true }],
  ['lengths behind the file', { descriptor: 'signed' }],
  ['lengths behind the file, without a signature', { descriptor: 'unsigned' }],
  ['lengths of 64 bits behind the file', { descriptor: 'signed', isZip64: true }],
  ['lengths of 64 bits behind the file, without a signature', { descriptor: 'unsigned', isZip64: true }],
];

describe('a ZIP file', () => {
  it.each(forms)('is read with %s, whatever pieces it arrives in', async (_, form) => {
    const empty = { name: 'empty.jsonl' };
    const feed = writeZip(...[first, empty, second].map((file) => ({ ...file, ...form })));
    for (const lengths of [[1], [7], [1_000_000]]) expect(await columnsOf(feed, { lengths })).toEqual(ids);
  });

  it('is read with folders, and with names that lead out of it', async () => {
    const folders: WrittenFile[] = [
      { name: 'feeds/', isStored: true },
      { name: 'feeds/old/', isStored: true, descriptor: 'signed' },
    ];
    const feed = writeZip(...folders, { ...first, name: '../../x.jsonl' }, { ...second, name: '/etc/feeds/y.jsonl' });
    expect(await columnsOf(feed)).toEqual(ids);
  });

  it('is read although a file in it has bytes in which others begin and end', async () => {
    const inner = zipSync({ 'a.jsonl': Buffer.from(`${first.content}`), 'b.jsonl': Buffer.from(`${second.content}`) });
    const feed = writeZip({ name: 'inner.zip', content: inner, level: 0, descriptor: 'signed' });
    expect(await columnsOf(feed, { lengths: [5] })).toEqual(ids);
  });

  it.each([
    ['that was cut between two files', writeFiles([first])],
    ['that was cut in the header of a file', writeFiles([first, second]).subarray(0, writeFiles([first]).length + 10)],
    ['that was cut before the end of a file', writeFiles([first, { ...second, descriptor: 'signed' }]).subarray(0, -5)],
    ['that was cut behind what is deflated', writeFiles([{ ...first, descriptor: 'signed' }]).subarray(0, -16)],
  ])('%s is incomplete', async (_, feed) => {
    await expect(columnsOf(feed)).rejects.toThrow('The ZIP file is damaged or incomplete.');
  });

  it.each(forms)('with another byte in it is damaged: with %s', async (_, form) => {
    const feed = writeZip({ ...first, ...form, isStored: !form.descriptor, level: 0 }, second);
    feed[feed.indexOf('"2"') + 1] = '9'.charCodeAt(0);
    await expect(columnsOf(feed)).rejects.toThrow('The ZIP file is damaged or incomplete.');
  });

  it('is refused if any of its files is encrypted', async () => {
    await expect(columnsOf(writeZip(first, { ...second, isEncrypted: true }))).rejects.toThrow(
      'The ZIP file is encrypted. Send it without a password.',
    );
  });
});
