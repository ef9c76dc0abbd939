/** Which names and texts mean a blocked performer, and which only look so. */
import { describe, expect, it } from 'vitest';
import { createNameFinder } from '#domain/blocks/blocked-names.ts';

const finder = createNameFinder(
  ['Isla Torven', 'Anna Bel', 'Sol', 'Ada de la Mar'].map((name) => ({ written: name, name })),
);

describe('as the name of a star', () => {
  it.each([
    ['ISLA   TORVEN', 'Isla Torven'],
    ['Isla\u2060Torven', 'Isla Torven'],
    ['islatorven', 'Isla Torven'],
    ['I.s.l.a T.o.r.v.e.n', 'Isla Torven'],
    ['Isla T0rven', 'Isla Torven'],
    ['Torven, Isla', 'Isla Torven'],
    ['AnnaBel', 'Anna Bel'],
    ['ЅОL', 'Sol'],
    ['ada-de-la-mar', 'Ada de la Mar'],
  ])('%j means %s', (text, name) => expect(finder.findAsName(text)).toBe(name));

  it.each(['Annabel', 'Isla Torvens', 'Isla Torven Brook', 'Isla', 'Solo', 'Sol Brook', 'S0l', ''])(
    '%j means nobody',
    (text) => expect(finder.findAsName(text)).toBeUndefined(),
  );
});

describe('in a text', () => {
  it.each(['Isla Torven’s harbour', 'with islatorven', 'pier,isla_torven,rain', '#IslaTorven'])(
    '%j names her',
    (text) => expect(finder.findInText(text, [])).toBe('Isla Torven'),
  );

  it.each(['Sol at the pier', 'Annabel at the pier', 'Torven Isla road', 'Isla and Torven', 'Isla. Rain. Torven'])(
    '%j names nobody',
    (text) => expect(finder.findInText(text, [])).toBeUndefined(),
  );

  it('a longer name of a star of the post is somebody else, wherever it stands alone', () => {
    expect(finder.findInText('Isla Torven Brook at home', ['Isla Torven Brook'])).toBeUndefined();
    expect(finder.findInText('Isla Torven Brook and Isla Torven', ['Isla Torven Brook'])).toBe('Isla Torven');
  });
});
