import { randomInt } from 'node:crypto';

/** The given seed or a random one. It is printed, so that the run can be repeated with `--seed`. */
export const seedOf = (given: string | undefined): number => {
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  console.log(`seed ${seed}\n`);
  return seed;
};
