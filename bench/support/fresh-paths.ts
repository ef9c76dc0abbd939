import type { Random } from '#domain/demo/random.ts';

/** Makes a random question of one kind: a path with its query. */
export type QuestionKind = (random: Random) => string;

/** So many repetitions in a row mean that a kind has hardly any questions left. */
const maxRepetitions = 1000;

/** Processor time is counted in steps of 10 ms, which are too much for fewer questions. */
const minQuestions = 50;

/** Returns up to `count` questions that it has not returned before: fewer if the kind runs out of them, then none. */
export type NeverAsked = (kind: QuestionKind, count: number) => string[];

/** Remembers what was asked in the whole run: the same question may be of two kinds. */
export const createNeverAsked = (random: Random, askedBefore: readonly string[] = []): NeverAsked => {
  const asked = new Set(askedBefore);
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
    return questions.length < Math.min(count, minQuestions) ? [] : questions;
  };
};

/** Questions of all kinds, in turns. */
export const mixedQuestions = (neverAsked: NeverAsked, kinds: readonly QuestionKind[], count: number): string[] => {
  const ofEach = kinds.map((kind) => neverAsked(kind, Math.ceil(count / kinds.length)));
  return Array.from({ length: count }, (_, n) => {
    const question = ofEach[n % kinds.length]?.[Math.floor(n / kinds.length)];
    if (question === undefined) throw new Error('a kind has run out of questions');
    return question;
  });
};
