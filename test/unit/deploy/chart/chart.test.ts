import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { MEMORY_FLAGS } from '../../../../deploy/memory.ts';

function read(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
}

it.each(['deploy/chart', 'deploy/chart-crds'])('%s has the version of the package', (folder) => {
  const { version } = JSON.parse(read('package.json'));
  expect(parse(read(`${folder}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
});

it.each(['operator', 'rest'])('gives %s the flags that its memory was measured with', (part) => {
  expect(parse(read('deploy/chart/values.yaml'))[part].nodeOptions.split(' ')).toEqual([...MEMORY_FLAGS]);
});

it('tells Artifact Hub every kind', () => {
  const { annotations } = parse(read('deploy/chart-crds/Chart.yaml'));
  const told = parse(annotations['artifacthub.io/crds']).map(
    ({ name, kind, version }: Readonly<Record<string, string>>) => [`${name}.yaml`, kind, version],
  );
  const present = readdirSync(new URL('../../../../crds', import.meta.url)).map((file) => {
    const { spec } = parse(read(`crds/${file}`));
    return [file, spec.names.kind, spec.versions[0].name];
  });
  expect(told.toSorted()).toEqual(present.toSorted());
});
