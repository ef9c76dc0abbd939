import { createRandom } from '#domain/demo/random.ts';
import { apiKinds } from './api-questions.ts';
import { type KnownCatalogue, readCatalogue } from './known-catalogue.ts';
import { bestOf, type Figures, type LoadOptions, loadRound } from './load-round.ts';
import { createNeverAsked, type NeverAsked, type QuestionKind } from './never-asked.ts';
import type { BenchSite } from './site-of-size.ts';

/** A site that is asked questions which nobody has asked it before. */
export interface QuestionedSite {
  site: BenchSite;
  known: KnownCatalogue;
  neverAsked: NeverAsked;
  /** Pages of the list of newest videos, asked again and again: all else is compared with them. */
  reference: readonly string[];
}

/** How many questions are asked again. */
const askedAgain = 16;
const referenceRequests = 1000;

export const questionSite = async (site: BenchSite, seed: number): Promise<QuestionedSite> => {
  const random = createRandom(seed);
  const known = await readCatalogue(site, random);
  const neverAsked = createNeverAsked(random);
  const { newest } = apiKinds(known);
  const questioned = { site, known, neverAsked, reference: neverAsked(newest, askedAgain) };
  await askReference(questioned);
  return questioned;
};

const repeated = (paths: readonly string[], count: number) =>
  Array.from({ length: count }, (_, n) => paths[n % paths.length] as string);

export const askReference = ({ site, reference }: QuestionedSite): Promise<Figures> =>
  loadRound(site, repeated(reference, referenceRequests));

export interface BothWays {
  /** The asked-again list of newest videos in the same minutes. */
  reference: Figures;
  again: Figures;
  never: Figures;
}

export interface RoundOptions extends LoadOptions {
  rounds: number;
  questionsPerRound: number;
}

/**
 * Asks new questions, and some of them again, in turns with the reference, so that a slow moment of the machine affects
 * all three. Each figure is the best of its rounds.
 */
export const measureBothWays = async (
  questioned: QuestionedSite,
  kind: QuestionKind,
  { rounds, questionsPerRound, ...options }: RoundOptions,
): Promise<BothWays> => {
  const { site, neverAsked } = questioned;
  const turns: BothWays[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const questions = neverAsked(kind, questionsPerRound);
    if (questions.length === 0) break;
    const never = await loadRound(site, questions, options);
    const again = await loadRound(site, repeated(questions.slice(-askedAgain), questionsPerRound), options);
    turns.push({ never, again, reference: await askReference(questioned) });
  }
  return {
    reference: bestOf(turns.map(({ reference }) => reference)),
    again: bestOf(turns.map(({ again }) => again)),
    never: bestOf(turns.map(({ never }) => never)),
  };
};

/** Figures beside those of the reference. */
export const describeFigures = (figures: Figures, reference: Figures): string =>
  [
    `${figures.processorMs.toFixed(2)} ms (${(figures.processorMs / reference.processorMs).toFixed(1)} times)`,
    `${figures.rate.toFixed(0)}/s (${(figures.rate / reference.rate).toFixed(2)})`,
    `p50 ${figures.p50} ms`,
    `p99 ${figures.p99} ms`,
  ].join(', ');
