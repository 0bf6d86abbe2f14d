import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expand } from '../../../../src/model/build/expand.ts';
import { parseModel } from '../../../../src/model/read/parse.ts';
import { INSTALLABLE } from '../../../../src/objects/installable.ts';
import { atOnce } from '../../../support/gradual.ts';
import { keptOf, surroundings } from '../../../support/install.ts';
import { objectsOf, ownModels } from '../../../support/models.ts';
import { publishedModels } from '../../../support/published.ts';

/** Values that fuzzing puts in place of others. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    0,
    -1,
    1e99,
    true,
    '../../..',
    '/',
    '**None**',
    '**None:__proto__**',
    '__proto__',
    'constructor',
    `\${A}\${A}`,
    'kube-system',
    'UPPER_case',
    'ß店',
    '\0',
    'a'.repeat(300),
    [null],
    { __proto__: null, constructor: { prototype: 1 } },
    [[[[]]]],
    'volumes:\n- hostPath: {path: /}',
    'apiVersion: v1\nkind: Namespace\nmetadata: {name: x}',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: x, namespace: kube-system}\nspec: {hostNetwork: true}',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: kube-system}',
    'hostPath: {path: /}',
    '{"hostPath":{"path":"/"}}',
    '- name: h\n  hostPath: {path: /}',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A change of one place of a template. */
type Change = {
  readonly at: number;
  readonly how: 'replace' | 'drop' | 'double' | 'rename';
  readonly value: unknown;
};

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(100_000),
  how: fc.constantFrom('replace', 'drop', 'double', 'rename'),
  value: anything,
});

/** A place in a template: the map or list, and the key or index. */
interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const holder = value as Place['holder'];
  return Object.entries(holder).flatMap(([key, inner]) => [{ holder, key }, ...placesOf(inner)]);
}

function apply(template: unknown, { at, how, value }: Change): void {
  const places = placesOf(template);
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) {
    return;
  }
  const { holder, key } = place;
  const map = holder as Record<string, unknown>;
  if (how === 'replace') {
    map[key] = structuredClone(value);
  } else if (Array.isArray(holder)) {
    holder.splice(
      Number(key),
      1,
      ...(how === 'drop' ? [] : [holder[Number(key)], structuredClone(holder[Number(key)])]),
    );
  } else {
    const inner = map[key];
    delete map[key];
    if (how !== 'drop') {
      map[`${key}${how === 'rename' ? '_' : ''}`] = inner;
    }
  }
}

const NAMESPACED = new Set(INSTALLABLE.map(({ kind }) => kind));

/** Ways out of a namespace, wherever they stand in an object. */
const ESCAPES = /"(hostPath|hostNetwork|hostPID|hostIPC|privileged|hostPort|externalIPs|nodeName)":/;

/** Whether objects stay where an install may put something. */
function staysInside(template: unknown): void {
  const parsed = atOnce(parseModel(JSON.stringify(template)));
  if (parsed.type === 'refused') {
    expect(parsed.message).not.toBe('');
    return;
  }
  const kept = keptOf(parsed.model);
  const objects = objectsOf(atOnce(expand(parsed.model, kept, surroundings())));
  const names = new Set<string>();
  for (const { resource, draft } of objects) {
    expect(NAMESPACED).toContain(resource.kind);
    expect(resource.namespaced).toBe(true);
    expect(draft.metadata.namespace).toBe('team');
    expect(draft.metadata.name).toMatch(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/);
    expect(draft.metadata.ownerReferences).toBeUndefined();
    expect(JSON.stringify(draft)).not.toMatch(ESCAPES);
    names.add(`${resource.kind}/${draft.metadata.name}`);
  }
  expect(objects.map(({ resource, draft }) => `${resource.kind}/${draft.metadata.name}`)).toHaveLength(
    names.size,
  );
  const open = JSON.stringify(objects.filter(({ resource }) => resource.kind !== 'Secret'));
  for (const secret of Object.values(kept.secrets)) {
    expect(open).not.toContain(secret);
  }
}

/** Whole models, ours and published ones. */
const templates = [...ownModels(), ...publishedModels()];

/** Changes that a model goes through; large ones take long. */
const runsOf = (text: string) => (text.length < 60_000 ? 150 : 15);

describe('a model with random changes', () => {
  it.each(templates)('%s stays inside its namespace, or is refused', (_, text) => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const template: unknown = JSON.parse(text);
        for (const each of changes) {
          apply(template, each);
        }
        staysInside(template);
      }),
      { numRuns: runsOf(text) },
    );
  });
});

it('anything else than a model is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.uint8Array(), fc.json()), (template) => {
      const parsed = atOnce(parseModel(template));
      expect(['parsed', 'refused']).toContain(parsed.type);
    }),
  );
});
