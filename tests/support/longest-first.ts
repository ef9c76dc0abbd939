import { hash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Unit tests need not wait for the set-up. Of the others, the longest first: short files at the end leave no worker idle. */
const longest = [
  'unit/',
  'journeys/back-office-screens',
  'api/admin/jobs',
  'api/admin/imports',
  'full/processes/',
  'full/browser/',
  'journeys/',
  'spec/',
  'server/',
  'api/',
  'search/',
];

const positionOf = ({ moduleId }: TestSpecification) => {
  const position = longest.findIndex((start) => moduleId.includes(`/tests/${start}`));
  return position === -1 ? longest.length : position;
};

/**
 * With MARQUEE_TEST_ORDER, any other order: npm run test:repeat asks for a new one each time. Projects stay together, because
 * a worker ends with the last file of a project, and what it has loaded is lost.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const order = process.env.MARQUEE_TEST_ORDER;
    if (order === undefined) return files.toSorted((a, b) => positionOf(a) - positionOf(b));
    const random = ({ project, moduleId }: TestSpecification) =>
      `${hash('sha256', `${order} ${project.name}`)} ${hash('sha256', `${order} ${moduleId}`)}`;
    return files.toSorted((a, b) => random(a).localeCompare(random(b)));
  }
}
