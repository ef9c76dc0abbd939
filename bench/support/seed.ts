import { randomInt } from 'node:crypto';

/** The seed of a run's questions, printed so that the run can be repeated: `--seed`, or a new one. */
export const seedOf = (given: string | undefined): number => {
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  console.log(`seed ${seed}\n`);
  return seed;
};
