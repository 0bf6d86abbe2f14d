import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldAt } from '../../src/base/fields.ts';
import { readYaml } from '../../src/kube/yaml.ts';
import { broughtBy } from '../support/parts.ts';
import { SCALARS, yamlTexts } from '../support/yamltexts.ts';
import { connect, kubectl, Team } from './support/world.ts';

/** Objects that kubectl prints for texts, each of which names the object `case`; undefined where it prints none. */
async function printed(texts: readonly string[], ...command: readonly string[]): Promise<readonly unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-yaml-'));
  try {
    await Promise.all(
      texts.map((text, at) => writeFile(join(folder, `${at}.yaml`), text.replace('case', `case-${at}`))),
    );
    const { stdout } = await kubectl([...command, '-o', 'json', '-f', folder]);
    const objects = stdout.split(/^(?=\{)/m).map((text) => JSON.parse(text));
    return texts.map((_, at) => objects.find((object) => object.metadata.name === `case-${at}`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Value as JSON has it, where 0 has no sign. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

it('a document means what it means for kubectl, or neither can read it', async () => {
  const texts = fc.sample(yamlTexts, { numRuns: 500, seed: 5 });
  const objects = await printed(texts, 'annotate', '--local', '--overwrite', 'seen=yes');
  const differing = texts.flatMap((text, at) => {
    const found = readYaml(text);
    const [ours, theirs] = [found.ok ? found.documents[0] : found, objects[at]].map((object) =>
      plain(['spec', 'bases'].map((field) => fieldAt(object, [field]))),
    );
    return isDeepStrictEqual(ours, theirs) ? [] : [{ text, ours, theirs }];
  });
  expect(differing).toEqual([]);
  const readable = objects.filter((object) => object !== undefined);
  expect(readable.length).toBeGreaterThan(200);
  expect(readable.length).toBeLessThan(400);
});

/** Fields of several types: the path of each in its object, and the text of an object with a scalar in it. */
const FIELDS: readonly (readonly [string, (scalar: string) => string])[] = [
  ['data.a', (scalar) => `{${CONFIG_MAP}, data: {a: ${scalar}}}`],
  ['immutable', (scalar) => `{${CONFIG_MAP}, immutable: ${scalar}}`],
  ['spec.minReadySeconds', (scalar) => deployment(`minReadySeconds: ${scalar}`)],
  ['spec.template.spec.shareProcessNamespace', (scalar) => pods(`shareProcessNamespace: ${scalar}`)],
  [
    'spec.template.spec.containers.0.args',
    (scalar) => container(`args: [a${scalar === '~' ? '' : `, ${scalar}`}]`),
  ],
  [
    'spec.template.spec.containers.0.env.0.value',
    (scalar) => container(`env: [{name: A, value: ${scalar}}]`),
  ],
  [
    'spec.template.spec.containers.0.resources.limits.memory',
    (scalar) => container(`resources: {limits: {memory: ${scalar}}}`),
  ],
  [
    'spec.template.spec.containers.0.volumeMounts.0.readOnly',
    (scalar) => container(`volumeMounts: [{name: facts, mountPath: /facts, readOnly: ${scalar}}]`),
  ],
  ['spec.template.spec.volumes.0.downwardAPI.defaultMode', (scalar) => pods('', `, defaultMode: ${scalar}`)],
];

const CONFIG_MAP = 'apiVersion: v1, kind: ConfigMap, metadata: {name: case}';

function deployment(spec: string, template = pod('')): string {
  const selector = 'selector: {matchLabels: {app: case}}';
  return `{apiVersion: apps/v1, kind: Deployment, metadata: {name: case}, spec: {${selector}, ${spec}, template: ${template}}}`;
}

function container(more: string): string {
  return deployment('replicas: 1', pod('', more));
}

function pods(spec: string, volume = ''): string {
  return deployment('replicas: 1', pod(spec === '' ? '' : `${spec},`, '', volume));
}

function pod(spec: string, ofContainer = '', ofVolume = ''): string {
  const facts = `downwardAPI: {items: [{path: name, fieldRef: {fieldPath: metadata.name}}]${ofVolume}}`;
  return `{metadata: {labels: {app: case}}, spec: {${spec} volumes: [{name: facts, ${facts}}], containers: [{name: a, image: example.com/a, ${ofContainer}}]}}`;
}

it('a scalar has the value that it has for the API server, or the install tells what it does not apply', async () => {
  const team = await Team.create(await connect());
  const cases = FIELDS.flatMap(([path, textWith]) =>
    SCALARS.map((scalar) => ({ path, scalar, text: textWith(scalar) })),
  );
  const objects = await printed(
    cases.map(({ text }) => text),
    ...['create', '--dry-run=server', `--namespace=${team.namespace}`],
  );
  const differing = cases.flatMap(({ path, scalar, text }, at) => {
    const { objects: made, notApplied } = broughtBy([{ path: 'brought', name: '', kind: '', content: text }]);
    const theirs = objects[at];
    const [found, wanted] = [made[0]?.draft, theirs].map((object) => plain(fieldAt(object, path.split('.'))));
    const isTold = notApplied.length > 0;
    const isSame = theirs === undefined ? isTold : !isTold && isDeepStrictEqual(found, wanted);
    return isSame ? [] : [{ path, scalar, found, wanted, notApplied }];
  });
  expect(differing).toEqual([]);
  expect(objects.filter((object) => object !== undefined).length).toBeGreaterThan(50);
});
