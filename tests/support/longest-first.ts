import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first: short files at the end leave no worker idle. */
const longest = [
  'server/lifecycle',
  'e2e/hostile-back-office',
  'e2e/hostile-text',
  'e2e/back-office-accessibility',
  'e2e/accessibility',
  'e2e/visits',
  'e2e/',
  'spec/back-office/',
  'server/',
  'spec/',
  'search/',
];

const positionOf = ({ moduleId }: TestSpecification) => {
  const position = longest.findIndex((start) => moduleId.includes(`/tests/${start}`));
  return position === -1 ? longest.length : position;
};

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
}
