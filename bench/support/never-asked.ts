import type { Random } from '#domain/demo/random.ts';

/** Makes a random question of one kind: a path with its query. */
export type QuestionKind = (random: Random) => string;

/** So many repetitions in a row mean that a kind has hardly any questions left. */
const maxRepetitions = 1000;

/** Returns up to `count` questions that it has not returned before. Fewer if the kind runs out of them. */
export type NeverAsked = (kind: QuestionKind, count: number) => string[];

/** Remembers what was asked in the whole run: the same question may be of two kinds. */
export const createNeverAsked = (random: Random): NeverAsked => {
  const asked = new Set<string>();
  return (kind, count) => {
    const questions: string[] = [];
    for (let repetitions = 0; questions.length < count && repetitions < maxRepetitions; ) {
      const question = kind(random);
      if (asked.has(question)) {
        repetitions++;
        continue;
      }
      repetitions = 0;
      asked.add(question);
      questions.push(question);
    }
    return questions;
  };
};
