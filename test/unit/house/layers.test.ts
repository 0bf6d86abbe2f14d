import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../../deploy/local/repository.ts';
import { CONTRIBUTING, contributingPage } from '../../house/document.ts';
import { importsBelow, importsOf, layerOf } from '../../house/imports.ts';
import { LAYERS } from '../../house/layers.ts';
import { violations } from '../../house/violations.ts';

const imports = importsBelow(repository.root, 'src');

describe('the layers of src', () => {
  it('are imported as the table allows', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect(violations(imports, LAYERS)).toEqual([]);
  });

  it('are all in the table, and the table has no other', () => {
    const entries = readdirSync(join(repository.root, 'src'));
    expect(Object.keys(LAYERS).toSorted()).toEqual(entries.toSorted());
  });

  it('import only layers above them in the table, so that imports point one way', () => {
    const order = Object.keys(LAYERS);
    const upward = Object.entries(LAYERS).flatMap(([name, layer]) =>
      layer.imports
        .filter((each) => order.indexOf(each) >= order.indexOf(name) || !order.includes(each))
        .map((each) => `${name} may import ${each}`),
    );
    expect(upward).toEqual([]);
  });

  it('have each import once in the table', () => {
    const twice = Object.entries(LAYERS).filter(([, { imports }]) => new Set(imports).size < imports.length);
    expect(twice).toEqual([]);
  });

  it('have no import that the table allows in vain', () => {
    const used = new Set(imports.map(({ from, to }) => `${layerOf(from)} imports ${layerOf(to)}`));
    const allowed = Object.entries(LAYERS).flatMap(([name, layer]) =>
      layer.imports.map((each) => `${name} imports ${each}`),
    );
    expect(allowed.filter((each) => !used.has(each))).toEqual([]);
  });

  it('stand in CONTRIBUTING.md as the table has them', async () => {
    const page = await readFile(CONTRIBUTING, 'utf8');
    expect(page).toBe(contributingPage(page));
  });
});

describe('a violation', () => {
  const layers = { base: { holds: '', imports: [] }, kube: { holds: '', imports: ['base'] } };

  it.each([
    ['a folder that the table does not name', 'src/new/file.ts', '../base/text.ts'],
    ['an import of a folder that the table does not name', 'src/kube/file.ts', '../new/file.ts'],
    ['an import upwards', 'src/base/file.ts', '../kube/client.ts'],
    ['an import of what is not in src', 'src/kube/file.ts', '../../deploy/local/cli.ts'],
    ['an import of a file at the root of src', 'src/kube/file.ts', '../config.ts'],
  ])('is %s', (_, from, specifier) => {
    expect(violations(importsOf(from, `import { x } from '${specifier}';`), layers)).toHaveLength(1);
  });

  it.each([
    ['a layer below', 'src/kube/file.ts', '../base/text.ts'],
    ['a neighbour', 'src/kube/deep/file.ts', '../client.ts'],
  ])('is not an import of %s', (_, from, specifier) => {
    expect(violations(importsOf(from, `import { x } from '${specifier}';`), layers)).toEqual([]);
  });

  it.each([
    "import { x } from './a.ts';",
    "import type { X } from './a.ts';",
    "export { x } from './a.ts';",
    "import './a.ts';",
    "const a = await import('./a.ts');",
    "import {\n  x,\n  y,\n} from './a.ts';",
  ])('is found in %s', (source) => {
    expect(importsOf('src/kube/b.ts', source)).toEqual([{ from: 'src/kube/b.ts', to: 'src/kube/a.ts' }]);
  });
});
