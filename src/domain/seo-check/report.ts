import { type SeoProblemKind, seoProblemKinds } from '#contract/values/seo-problems.ts';

export interface SeoProblem {
  kind: SeoProblemKind;
  /** The page that has it, as a path. */
  path: string;
  /** What is wrong there, in a few words. */
  detail: string;
  /** The page that links to it. */
  from?: string;
}

export interface SeoReport {
  /** How often each kind was found; those that were not found are missing. */
  counts: Partial<Record<SeoProblemKind, number>>;
  /** The first of each kind. */
  examples: SeoProblem[];
  /** Whether the check has seen all pages. */
  isComplete: boolean;
}

/** More of one kind have the same cause. */
const maxExamples = 100;

export const createReport = () => {
  const counts: SeoReport['counts'] = {};
  const examples: SeoProblem[] = [];
  return {
    add: (problem: SeoProblem) => {
      const count = (counts[problem.kind] ?? 0) + 1;
      counts[problem.kind] = count;
      if (count <= maxExamples) examples.push(problem);
    },
    finish: (isComplete: boolean): SeoReport => ({
      counts,
      examples: seoProblemKinds.flatMap((kind) => examples.filter((problem) => problem.kind === kind)),
      isComplete,
    }),
  };
};

export type OpenReport = ReturnType<typeof createReport>;
