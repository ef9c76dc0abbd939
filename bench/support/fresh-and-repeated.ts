import { createRandom } from '#domain/demo/random.ts';
import { apiPaths } from './api-paths.ts';
import { createFreshPaths, type FreshPaths, type RandomPath } from './fresh-paths.ts';
import { type KnownCatalogue, readCatalogue } from './known-catalogue.ts';
import { bestOf, type Figures, type LoadOptions, loadRound } from './load-round.ts';
import type { BenchSite } from './site-of-size.ts';

export interface SiteUnderLoad {
  site: BenchSite;
  known: KnownCatalogue;
  freshPaths: FreshPaths;
  /** Pages of the newest videos, requested again and again as the baseline for all other figures. */
  reference: readonly string[];
}

/** Number of paths that are repeated. */
const repeatedPaths = 16;
const referenceRequests = 1000;

export const prepareLoad = async (site: BenchSite, seed: number): Promise<SiteUnderLoad> => {
  const random = createRandom(seed);
  const known = await readCatalogue(site, random);
  const freshPaths = createFreshPaths(random);
  const { newest } = apiPaths(known);
  const underLoad = { site, known, freshPaths, reference: freshPaths(newest, repeatedPaths) };
  await requestReference(underLoad);
  return underLoad;
};

const repeat = (paths: readonly string[], count: number) =>
  Array.from({ length: count }, (_, n) => paths[n % paths.length] as string);

export const requestReference = ({ site, reference }: SiteUnderLoad): Promise<Figures> =>
  loadRound(site, repeat(reference, referenceRequests));

export interface FreshAndRepeated {
  /** Repeated requests of the newest videos in the same minutes. */
  reference: Figures;
  repeated: Figures;
  fresh: Figures;
}

export interface RoundOptions extends LoadOptions {
  rounds: number;
  pathsPerRound: number;
}

/**
 * Alternates fresh, repeated and reference requests, so that a slow moment of the machine affects all three. Each figure
 * is the best of its rounds.
 */
export const measureFreshAndRepeated = async (
  underLoad: SiteUnderLoad,
  kind: RandomPath,
  { rounds, pathsPerRound, ...options }: RoundOptions,
): Promise<FreshAndRepeated> => {
  const { site, freshPaths } = underLoad;
  const turns: FreshAndRepeated[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const paths = freshPaths(kind, pathsPerRound);
    if (paths.length === 0) break;
    const fresh = await loadRound(site, paths, options);
    const repeated = await loadRound(site, repeat(paths.slice(-repeatedPaths), pathsPerRound), options);
    turns.push({ fresh, repeated, reference: await requestReference(underLoad) });
  }
  return {
    reference: bestOf(turns.map(({ reference }) => reference)),
    repeated: bestOf(turns.map(({ repeated }) => repeated)),
    fresh: bestOf(turns.map(({ fresh }) => fresh)),
  };
};

/** The figures, and how they compare with the reference. */
export const describeFigures = (figures: Figures, reference: Figures): string =>
  [
    `${figures.processorMs.toFixed(2)} ms (${(figures.processorMs / reference.processorMs).toFixed(1)} times)`,
    `${figures.rate.toFixed(0)}/s (${(figures.rate / reference.rate).toFixed(2)})`,
    `p50 ${figures.p50} ms`,
    `p99 ${figures.p99} ms`,
  ].join(', ');
