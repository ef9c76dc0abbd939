import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const checkout = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const documents = ['docs/security.md', ...globSync('docs/security/*.md', { cwd: checkout })];

/** ASVS 5.0.0: the level of each requirement, by section. 1.2.10 is the last digit of 1.2. */
const levels: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const requirements = Object.entries(levels)
  .flatMap(([section, digits]) => [...digits].map((level, at) => ({ id: `${section}.${at + 1}`, level })))
  .filter(({ level }) => level !== '3');

const ofChapter = (chapter: string) => requirements.filter(({ id }) => id.split('.')[0] === chapter.slice(1));

/** `| 1.2.6, 1.2.7 | 2, 2 | about | state | how | test |`, or a whole chapter such as `| V17 | 2 | … |`. */
const rows = documents
  .flatMap((path) => read(path).split('\n'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, ids = '']) => /^(V\d+|\d+\.\d+\.\d+)\b/.test(ids))
  .map(([, ids = '', level = '', about = '', state = '', how = '', test = '']) => ({
    listed: ids.startsWith('V')
      ? ofChapter(ids)
      : ids.split(', ').map((id, at) => ({ id, level: level.split(', ')[at] ?? '' })),
    ids,
    about,
    state,
    how,
    test,
  }));

/** Each state, and how docs/security.md counts it. */
const states = {
  Met: 'are met',
  'Not met': 'are not',
  Operator: 'are up to the operator',
  'Does not apply': 'do not apply',
};

describe('the tables of ASVS', () => {
  it('have every requirement of levels 1 and 2 once, with its level', () => {
    expect(requirements).toHaveLength(253);
    const byId = (one: { id: string }, other: { id: string }) =>
      one.id.localeCompare(other.id, undefined, { numeric: true });
    expect(rows.flatMap(({ listed }) => listed).toSorted(byId)).toEqual(requirements.toSorted(byId));
  });

  it.each(rows)('$ids says what it is about, its state, and how or why', ({ about, state, how, test }) => {
    expect(Object.keys(states)).toContain(state);
    expect(about).not.toBe('');
    expect(how).not.toBe('');
    expect(test).toMatch(/^(–|`tests\/.+)$/);
  });
});

describe('docs/security.md', () => {
  it('counts the requirements by state', () => {
    const count = (wanted: string) =>
      rows.filter(({ state }) => state === wanted).reduce((sum, { listed }) => sum + listed.length, 0);
    const sentence = Object.entries(states).map(([state, words]) => `${count(state)} ${words}`);
    expect(read('docs/security.md').replaceAll('\n', ' ')).toContain(
      `${sentence.slice(0, -1).join(', ')} and ${sentence.at(-1)}`,
    );
  });
});

/** `tests/api/guards.test.ts` "the title of a test, or a part of it" */
const named = documents.flatMap((path) =>
  [...read(path).matchAll(/`(tests\/[^`]+)`(?: "([^"]+)")?/g)].map(([, file = '', title = '']) => ({ file, title })),
);

describe('a test that is named as proof', () => {
  it.each([...new Set(named.map(({ file }) => file))])('%s exists', (file) => {
    expect(existsSync(join(checkout, file)), `Name another test in docs/security, or say that there is none.`).toBe(
      true,
    );
  });

  it.each(named.filter(({ title }) => title !== ''))('$file has "$title"', ({ file, title }) => {
    expect(read(file), `The test was renamed or is gone: correct docs/security.`).toContain(title);
  });
});
