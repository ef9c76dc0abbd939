import { pick, type Random } from './random.ts';
import { moods, places, things, times } from './title-words.ts';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const shapes: ((random: Random) => string)[] = [
  (random) => `${pick(random, moods)} ${pick(random, things)} ${pick(random, places)}`,
  (random) => `${pick(random, things)} ${pick(random, times)}`,
  (random) => `the ${pick(random, moods)} ${pick(random, things)}`,
  (random) => `${pick(random, things)} and ${pick(random, things)} ${pick(random, places)}`,
  (random) => `${pick(random, moods)} ${pick(random, things)}, part ${pick(random, ['one', 'two', 'three', 'four'])}`,
  (random) => `${pick(random, things)} ${pick(random, places)} ${pick(random, times)}`,
  (random) =>
    `${pick(random, ['seven', 'three', 'a hundred', 'twelve', 'nine'])} ${pick(random, moods)} ${pick(random, things)}`,
  (random) => `before the ${pick(random, things)}, ${pick(random, moods)} ${pick(random, things)}`,
];

/** Titles with a search word of the site, for those words that are harmless in a title. */
const shapesOfWord: Record<string, ((random: Random) => string)[]> = {
  big: [
    (random) => `the big ${pick(random, things)} ${pick(random, places)}`,
    (random) => `big ${pick(random, things)}, ${pick(random, moods)} ${pick(random, things)}`,
  ],
  room: [
    (random) => `a room ${pick(random, places)} ${pick(random, times)}`,
    (random) => `the room of ${pick(random, moods)} ${pick(random, things)}`,
  ],
  family: [
    (random) => `a family of ${pick(random, moods)} ${pick(random, things)}`,
    (random) => `family album: ${pick(random, things)} ${pick(random, places)}`,
  ],
  step: [
    (random) => `one step from the ${pick(random, moods)} ${pick(random, things)}`,
    (random) => `step by step ${pick(random, places)} ${pick(random, times)}`,
  ],
  bad: [
    (random) => `bad weather ${pick(random, places)} ${pick(random, times)}`,
    (random) => `not a bad place for ${pick(random, moods)} ${pick(random, things)}`,
  ],
};

/** A neutral title that isn't in `taken` yet; it is added to it. */
export const composeTitle = (random: Random, searchWord: string, taken: Set<string>): string => {
  for (;;) {
    const ofWord = shapesOfWord[searchWord];
    const title = capitalised(pick(random, ofWord && random() < 0.6 ? ofWord : shapes)(random));
    if (taken.has(title)) continue;
    taken.add(title);
    return title;
  }
};
