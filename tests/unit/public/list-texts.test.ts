import { describe, expect, it, test } from 'vitest';
import { cutAtWord, fitDescription } from '#web/components/format.ts';
import { defaultTexts, type ListFacts } from '#web/components/list-texts.ts';

const facts: ListFacts = {
  kind: 'tag',
  name: 'night',
  label: 'night',
  total: 1234,
  newest: { id: '9', title: 'Rain on the roof', publishedAt: '2026-03-02T23:30:00.000Z' },
  mostViewed: { id: '4', title: 'Lanterns', publishedAt: '2026-01-01T00:00:00.000Z' },
  isSampled: false,
  tags: ['rain', 'roof', 'city', 'fog'],
  performers: ['Isla Torven', 'Mara Quillane'],
};

describe('the default texts', () => {
  it('of a tag say how many videos it has, what goes with it, and what is new', () => {
    expect(defaultTexts(facts)).toEqual({
      title: 'Videos tagged night',
      description:
        '1,234 videos are tagged night. They are often also tagged rain, roof and city. Isla Torven and Mara Quillane appear most often.',
      introduction:
        '1,234 videos are tagged night; the newest came on 2 March 2026: “Rain on the roof”. They are often also tagged rain, roof and city. Isla Torven and Mara Quillane appear most often. The most watched of them is “Lanterns”.',
    });
  });

  it.each([
    [
      { kind: 'performer', label: 'Isla Torven', performers: [] },
      'Isla Torven appears in 1,234 videos; the newest came',
    ],
    [{ kind: 'category', name: 'milfnut', label: 'Milfnut' }, 'The category Milfnut has 1,234 videos; the newest came'],
    [{ kind: 'list', name: 'indian', label: 'Indian videos' }, 'There are 1,234 Indian videos; the newest came'],
    [{ kind: 'list', name: 'top-videos', label: 'Top videos' }, 'All 1,234 videos, the most watched first. The newest'],
    [{ isSampled: true }, '1,234 videos are tagged night;'],
    [
      { total: 1, mostViewed: facts.newest },
      '1 video is tagged night, since 2 March 2026: “Rain on the roof”. It is also tagged rain, roof and city. Isla Torven and Mara Quillane appear in it.',
    ],
    [{ total: 1, performers: ['Isla Torven'] }, 'It is also tagged rain, roof and city. Isla Torven appears in it.'],
    [{ performers: ['Isla Torven'] }, 'Isla Torven appears most often.'],
    [
      { kind: 'performer', label: 'Ines', total: 1 },
      '“Rain on the roof”. It is tagged rain, roof and city. Others in it: Isla Torven and Mara Quillane.',
    ],
    [{ kind: 'performer', label: 'Ines', tags: ['rain'] }, 'A frequent tag is rain. Others in these videos:'],
  ] as const)('of %j', (changes, start) => {
    expect(defaultTexts({ ...facts, ...(changes as Partial<ListFacts>) }).introduction).toContain(start);
  });

  it('say so where only the recent videos were compared', () => {
    const { introduction } = defaultTexts({ ...facts, isSampled: true });
    expect(introduction).toContain('The most watched of the recent ones is “Lanterns”.');
  });

  it('isolate names of other scripts from the sentence, but not in what search engines show', () => {
    const { introduction, description } = defaultTexts({ ...facts, tags: ['عربي', 'rain'] });
    expect(introduction).toContain('tagged \u2068عربي\u2069 and rain.');
    expect(description).toContain('tagged عربي and rain.');
  });

  it.each([
    { tags: [], performers: [] },
    { tags: [], performers: [], newest: undefined, total: 1 },
    { label: 'n'.repeat(100), tags: ['t'.repeat(100)] },
    { tags: ['t'.repeat(60), 'u'.repeat(60), 'v'.repeat(60)] },
  ])('have a description of 70 to 155 characters: %#', (changes) => {
    const { length } = defaultTexts({ ...facts, ...changes }).description;
    expect(length).toBeGreaterThanOrEqual(70);
    expect(length).toBeLessThanOrEqual(155);
  });
});

describe('descriptions', () => {
  test('are cut after a word', () => {
    expect(cutAtWord('Rain on the roof, all night', 18)).toBe('Rain on the roof…');
    expect(cutAtWord('Rain', 18)).toBe('Rain');
  });

  test('never end within a character', () => {
    expect(cutAtWord('👩‍👩‍👧'.repeat(10), 3)).toBe(`${'👩‍👩‍👧'.repeat(2)}…`);
  });

  test('leave out a sentence that does not fit', () => {
    const long = `${'word '.repeat(25)}end.`;
    expect(fitDescription([long, 'This sentence is much too long to fit as well.', 'This one fits.'])).toBe(
      `${long} This one fits.`,
    );
  });
});
