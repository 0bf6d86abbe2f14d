import { expect, it } from 'vitest';
import { type Bom, bomOfPackages } from '../../../../deploy/image/sbom.ts';

function component(name: string) {
  return {
    'bom-ref': `${name}@1.0.0`,
    type: 'library',
    name,
    version: '1.0.0',
    purl: `pkg:npm/${name}@1.0.0`,
  };
}

const installed: Bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { 'bom-ref': 'stoa@0.1.0' } },
  components: ['a', 'b', 'c'].map(component),
  dependencies: [
    { ref: 'stoa@0.1.0', dependsOn: ['a@1.0.0', 'b@1.0.0'] },
    { ref: 'a@1.0.0', dependsOn: ['c@1.0.0', 'b@1.0.0'] },
    { ref: 'b@1.0.0', dependsOn: [] },
    { ref: 'c@1.0.0', dependsOn: [] },
  ],
};

it('lists the packages of the bundle alone, and what they depend on of them', () => {
  expect(bomOfPackages(installed, ['a@1.0.0', 'c@1.0.0'])).toEqual({
    ...installed,
    components: ['a', 'c'].map(component),
    dependencies: [
      { ref: 'stoa@0.1.0', dependsOn: ['a@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['c@1.0.0'] },
      { ref: 'c@1.0.0', dependsOn: [] },
    ],
  });
});

it('refuses a package that is not installed in this version', () => {
  expect(() => bomOfPackages(installed, ['a@1.0.0', 'b@2.0.0', 'd@1.0.0'])).toThrow(
    'npm does not list b@2.0.0, d@1.0.0',
  );
});
