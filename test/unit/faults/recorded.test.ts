import { expect, it } from 'vitest';
import { differing } from '../../faults/endstate.ts';
import { recordedReferences } from '../../faults/recorded.ts';

const INSTALL = 'MarketInstall i.';

/** Difference between the recorded ends of two workloads: paths in the install, and other objects that are not equal. */
async function between(one: string, other: string) {
  const references = await recordedReferences();
  const [a, b] = [one, other].map((name) => references.get(name)?.ends[0]);
  if (a === undefined || b === undefined) {
    throw new Error(`no end of ${one} or ${other} is recorded`);
  }
  const masked = new Set([...a.masked, ...b.masked]);
  const paths = differing(a.state, b.state).filter((path) => !masked.has(path));
  const own = paths.filter((path) => path.startsWith(INSTALL));
  const objects = paths.filter((path) => !path.startsWith(INSTALL)).map((path) => path.split('.')[0] ?? '');
  return {
    // Entries of lists count as one.
    install: new Set(own.map((path) => path.slice(INSTALL.length).replace(/\.\d+\..*$/, ''))),
    others: new Set(objects.map((name) => name.replace(/-[0-9a-f]{12}$/, '-DIGEST'))),
  };
}

/** Paths at which installs differ of which one has been edited more often. */
const GENERATION = [
  'generation',
  'status.observedGeneration',
  ...['Accepted', 'TemplateResolved', 'Applied', 'Ready'].map(
    (type) => `status.conditions.${type}.observedGeneration`,
  ),
];

it('an install whose overrides are removed ends as one that never had any', async () => {
  expect(await between('overrides', 'install')).toEqual({ install: new Set(GENERATION), others: new Set() });
});

it('an upgrade after one that went back ends as one without, but for history and the template of the other', async () => {
  expect(await between('rollback', 'upgrade')).toEqual({
    install: new Set([...GENERATION, 'spec.upgrade.onFailure', 'spec.upgrade.timeout', 'status.history']),
    others: new Set(['Secret i-template-DIGEST']),
  });
});

it('an install that goes back to a version whose tag has moved ends with the content that it had pinned', async () => {
  expect(await between('registry', 'install')).toEqual({
    install: new Set([...GENERATION, 'spec.market.domain', 'spec.market.type', 'status.history']),
    others: new Set(['Secret i-template-DIGEST']),
  });
});
