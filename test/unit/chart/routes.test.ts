import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { contentOf } from '../../../src/chart/content.ts';
import type { ChartObject } from '../../../src/chart/rendering.ts';
import { atOnce } from '../../support/gradual.ts';
import { surroundings } from '../../support/install.ts';
import { renderedChart, service, sourced } from '../../support/rendered.ts';

const ROOT = new URL('../../golden/chart/', import.meta.url);

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const RELEASE = { revision: 1, id: 'first', runsHooks: true };

const names = readdirSync(ROOT)
  .filter((file) => file.endsWith('.in.yaml'))
  .map((file) => file.slice(0, -'.in.yaml'.length));

function contentWith(objects: readonly ChartObject[], routes: 'rules' | 'ignore' = 'rules') {
  const chart = renderedChart({ objects: objects.map(sourced) });
  return atOnce(contentOf(chart, surroundings({ routes }), { release: RELEASE, fromSecrets: false }));
}

it.each(names)('makes rules of %s as its golden file says', async (name) => {
  const objects = parse(await readFile(new URL(`${name}.in.yaml`, ROOT), 'utf8')) as ChartObject[];
  const result = contentWith(objects);
  const output =
    result.type === 'refused'
      ? { refused: result.problems }
      : { rules: result.content.rules.map(({ draft }) => draft) };
  const text = stringify(output, { lineWidth: 0, aliasDuplicateObjects: false });
  const file = new URL(`${name}.out.yaml`, ROOT);
  if (WRITE) {
    await writeFile(file, text);
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('leaves routes out by choice of the user', () => {
  const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'shop' } };
  const result = contentWith([ingress, service('shop', {})], 'ignore');
  expect(result).toMatchObject({
    type: 'content',
    content: {
      rules: [],
      notApplied: [
        { path: 'shop/templates/ingress.yaml', why: 'Ingress shop is left out, as spec.routes says' },
      ],
    },
  });
});
