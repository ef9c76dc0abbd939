import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folders by how long their files take: short files at the end leave no worker without work. */
const folders = ['e2e', 'server', 'spec/back-office', 'spec', 'search'];
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = folders.findIndex((folder) => moduleId.includes(`/tests/${folder}/`));
  return place === -1 ? folders.length : place;
};

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
