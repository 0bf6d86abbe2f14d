import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start first: those that take minutes, which would be the last and alone if they started late, and those
 * that wait for a minute by design. Files that start clusters alternate with others, because a start needs both cores.
 * `rest-clients` lists all teams often, of which there are few at first. Of the unit tests, the longest, then those that
 * mostly wait, while types and lint need the cores.
 */
const FIRST = [
  'specs',
  'server',
  'transport',
  'wheel',
  'fuzz',
  'pages',
  'main',
  'documents',
  'monitor',
  'faults',
  'longlife',
  'rest-clients',
  'install-account',
  'plugin',
  'install-names',
  'autossl',
  'cases',
  'install-key',
  'install',
  'shipped',
  'install-refused',
  'rest',
  'lifecycle',
  'install-changes',
  'rest-hostile',
  'rights',
  'lease',
  'canary',
  'namespaced',
  'rest-install-refused',
  'image',
  'installs',
  'chart',
  'rest-script',
  'install-preview',
  'install-store',
  'models',
  'rest-install',
];

/** Sequencer that starts the longest files first, even if the duration of a file is not known yet. */
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
