import { expect, it } from 'vitest';
import { type Bom, bomOfPackages, withModules } from '../../../../deploy/image/sbom.ts';

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

it('lists Go modules, and the packages of Go by its version, as scanners look for them', () => {
  const { components } = withModules(installed, [
    { name: 'stdlib', version: 'go1.26.8' },
    { name: 'github.com/BurntSushi/toml', version: 'v1.6.0+incompatible' },
  ]);
  expect(components.slice(3)).toEqual([
    { type: 'library', name: 'stdlib', version: 'go1.26.8', purl: 'pkg:golang/stdlib@1.26.8' },
    {
      type: 'library',
      name: 'github.com/BurntSushi/toml',
      version: 'v1.6.0+incompatible',
      purl: 'pkg:golang/github.com/burntsushi/toml@v1.6.0%2Bincompatible',
    },
  ]);
});

it('refuses a package that is not installed in this version', () => {
  expect(() => bomOfPackages(installed, ['a@1.0.0', 'b@2.0.0', 'd@1.0.0'])).toThrow(
    'npm does not list b@2.0.0, d@1.0.0',
  );
});
