import { between, pick, type Random } from './random.ts';
import { moods, places, things, times } from './title-words.ts';

type Sentence = (random: Random, title: string) => string;

const openings: Sentence[] = [
  (random, title) =>
    `“${title}” begins ${pick(random, times)} with ${pick(random, moods)} ${pick(random, things)} ${pick(random, places)}, ` +
    `and follows them without hurry until only the ${pick(random, moods)} ${pick(random, things)} are left in the frame and the sound of the street comes back.`,
  (random, title) =>
    `Shot ${pick(random, places)} ${pick(random, times)}, “${title}” is a ${pick(random, ['calm', 'playful', 'dreamlike', 'warm'])} ` +
    `study of ${pick(random, moods)} ${pick(random, things)}, of ${pick(random, things)} seen from far away, and of the light that wanders from one to the other.`,
  (random, title) =>
    `A demonstration entry for the catalogue: “${title}” shows ${pick(random, things)} ${pick(random, places)}, ` +
    `a handful of ${pick(random, moods)} ${pick(random, things)}, and one long, unbroken look at the ${pick(random, things)} ${pick(random, times)}, when everyone else has gone home.`,
  (random, title) =>
    `Nothing much happens in “${title}”, and that is its charm: ${pick(random, things)} come and go ${pick(random, places)}, ` +
    `the ${pick(random, moods)} ${pick(random, things)} change colour ${pick(random, times)}, and the music takes all the time that it needs.`,
];

const followers: Sentence[] = [
  (random) =>
    `The second half moves ${pick(random, places)}, where the ${pick(random, things)} are ${pick(random, moods)}.`,
  (random) => `Recorded in ${between(random, 2, 9)} takes, with ${pick(random, moods)} colours and plenty of grain.`,
  (random) => `Best watched ${pick(random, times)}, with the ${pick(random, things)} turned down.`,
  (random) => `Look out for the ${pick(random, moods)} ${pick(random, things)} ${pick(random, places)}.`,
];

/** One to three neutral sentences; the first alone is long enough for a meta description. */
export const composeDescription = (random: Random, title: string): string => {
  const sentences = [pick(random, openings)(random, title)];
  const more = between(random, 0, 2);
  for (let n = 0; n < more; n++) sentences.push(pick(random, followers)(random, title));
  return sentences.join(' ');
};
