/** The file that favourites, history and hidden tags are exported to, which anybody may have changed. */
import { describe, expect, it } from 'vitest';
import { LibraryFileError, libraryText, parseLibrary } from '#web/public/favourites/library-file.ts';

const empty = { format: 'marquee-library', version: 1, favourites: [], history: [], hiddenTags: [] };
const video = { id: '7', title: 'Seven', alt: 'Seven', image: '/art/7.svg', views: 1, minutes: 2, tagWords: 'milf' };
const parsed = (file: object) => parseLibrary(JSON.stringify(file));

it('what was exported is imported again', () => {
  const library = { favourites: [video], history: [{ ...video, id: '8' }], hiddenTags: ['big-city'] };
  expect(parseLibrary(libraryText(library))).toEqual(library);
});

describe('a file is refused with a sentence', () => {
  it.each([
    ['no JSON', 'Hello', 'This is not a file that was exported here.'],
    ['something else', '{"favourites":[]}', 'This is not a file that was exported here.'],
    ['nothing', 'null', 'This is not a file that was exported here.'],
    ['a newer version', { ...empty, version: 2 }, 'exported from a newer version of the site'],
    ['no history', { ...empty, history: 'none' }, 'The file has no list of history.'],
    ['a damaged video', { ...empty, favourites: [video, { ...video, id: '../admin' }] }, 'Entry 2 of the favorites'],
    ['a damaged tag', { ...empty, hiddenTags: [7] }, 'Entry 1 of the hidden tags in this file is damaged.'],
  ])('with %s', (_, file, sentence) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    expect(() => parseLibrary(text)).toThrow(LibraryFileError);
    expect(() => parseLibrary(text)).toThrow(sentence);
  });
});

it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com/1.jpg', 7, null])(
  'no picture has a URL that could run a script or is no text: %s',
  (image) => {
    expect(parsed({ ...empty, favourites: [{ ...video, image }] }).favourites).toEqual([{ ...video, image: '' }]);
  },
);

it('nothing is taken that the site does not know', () => {
  const { favourites } = parsed({ ...empty, favourites: [{ ...video, views: -1, minutes: 'x', onclick: 'alert(1)' }] });
  expect(favourites).toEqual([{ ...video, views: null, minutes: null }]);
});
