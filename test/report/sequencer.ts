import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What begins first: files of minutes, since begun late they would be the last and alone, and those that wait for a
 * minute by design. Between those that start clusters of their own stand some that do not: a start wants both cores.
 */
const FIRST = [
  'documents',
  'monitor',
  'plugin',
  'faults',
  'install-names',
  'cases',
  'autossl',
  'install-key',
  'shipped',
  'install-refused',
  'install',
  'lifecycle',
  'rights',
  'rest-hostile',
  'lease',
  'install-changes',
  'namespaced',
  'install-store',
  'chart',
  'canary',
];

/** Runs what takes longest first, also where nothing is known yet of how long a file has taken. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = FIRST.indexOf(basename(moduleId, '.test.ts'));
      return place < 0 ? FIRST.length : place;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) =>
        one.project.config.sequence.groupOrder - other.project.config.sequence.groupOrder ||
        rank(one) - rank(other),
    );
  }
}
