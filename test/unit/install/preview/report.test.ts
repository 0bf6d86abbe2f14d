import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DIFF_BYTES, MAX_DIFFS_BYTES, MAX_PREVIEW_OBJECTS } from '../../../../src/api/preview.ts';
import type { Plan } from '../../../../src/install/plan/plan.ts';
import { secretValues } from '../../../../src/install/preview/preview.ts';
import { type ObjectChange, reportOf } from '../../../../src/install/preview/report.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { CONFIG_MAPS, SECRETS, type Secret } from '../../../../src/objects/core.ts';
import { maskOf } from '../../../../src/objects/mask.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import { DEPLOYMENTS, JOBS } from '../../../../src/objects/workload.ts';
import { NOTHING_KEPT } from '../../../../src/source/kept.ts';
import { atOnce } from '../../../support/gradual.ts';
import { component, plannedObject, planOf } from '../../../support/plans.ts';
import { changesBetween } from '../../../support/preview.ts';

const OPEN = maskOf([]);

/** Stored form of an object, with fields that the API server adds. */
function storedOf({ draft }: PlannedObject, content: object = {}): KubeObject {
  return {
    ...draft,
    ...content,
    metadata: {
      ...draft.metadata,
      uid: 'u',
      resourceVersion: '1',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
      managedFields: [{ manager: 'stoa-market' }],
      annotations: { 'stoa.dev/applied': '0123' },
    },
  } as KubeObject;
}

function reported(changes: readonly ObjectChange[]) {
  return atOnce(reportOf({ changes, unchanged: 0 }, OPEN));
}

function diffsOf(changes: readonly ObjectChange[]): readonly (string | undefined)[] {
  return reported(changes).objects.map(({ diff }) => diff);
}

const MAP = plannedObject(CONFIG_MAPS, 'files', { data: { 'a.conf': 'one\ntwo\n' } });

describe('the report', () => {
  it('shows a change without what the API server and Stoa note on the object', () => {
    const before = storedOf(MAP, { data: { 'a.conf': 'one\nthree\n' }, status: { a: 1 } });
    const after = { ...storedOf(MAP), status: { a: 2 } };
    expect(diffsOf([{ action: 'change', planned: MAP, before, after }])).toEqual([
      [
        '@@ -2,7 +2,7 @@',
        ' data:',
        '   a.conf: |',
        '     one',
        '-    three',
        '+    two',
        ' kind: ConfigMap',
        ' metadata:',
        '   labels:',
      ].join('\n'),
    ]);
  });

  it('counts an object of which only notes change as unchanged', () => {
    const change: ObjectChange = {
      action: 'change',
      planned: MAP,
      before: storedOf(MAP),
      after: storedOf(MAP),
    };
    expect(reported([change])).toEqual({
      counts: { create: 0, change: 0, recreate: 0, delete: 0, unchanged: 1 },
      objects: [],
    });
  });

  it('without a dry run, shows what the draft sets, and nothing that others have added', () => {
    const planned = plannedObject(DEPLOYMENTS, 'web', {
      spec: { replicas: 1, template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } },
    });
    const spec = {
      replicas: 1,
      progressDeadlineSeconds: 600,
      template: {
        spec: { containers: [{ name: 'main', image: 'web:1', imagePullPolicy: 'Always' }, { name: 'mesh' }] },
      },
    };
    const before = storedOf(planned, { spec });
    const [diff = ''] = diffsOf([{ action: 'change', planned, before, after: undefined }]);
    expect(diff.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
      '-        - image: web:1',
      '+        - image: web:2',
      '-        - name: mesh',
    ]);
  });

  it('shows an object that is deleted and created again with what changes in it', () => {
    const job = (image: string) =>
      plannedObject(JOBS, 'once', {
        spec: { template: { spec: { containers: [{ name: 'main', image }] } } },
      });
    const [diff = ''] = diffsOf([
      { action: 'recreate', planned: job('b'), before: storedOf(job('a')), after: undefined },
    ]);
    expect(diff).toContain('-        - image: a\n+        - image: b');
  });

  it('shows of Secrets which of their values change', () => {
    const secret = (data: object): Plan => ({
      ...planOf([]),
      shared: [plannedObject(SECRETS, 's', { data })],
    });
    const [before, after] = [
      { a: 'MQ==', b: 'Mg==' },
      { a: 'MQ==', b: 'Mw==', c: 'NA==' },
    ];
    const { objects } = atOnce(reportOf(changesBetween(secret(before), secret(after)), OPEN));
    expect(objects[0]?.diff?.split('\n').slice(0, 8)).toEqual([
      '@@ -1,7 +1,8 @@',
      ' apiVersion: v1',
      ' data:',
      '   a: (secret)',
      '-  b: (secret)',
      '+  b: (secret), another one',
      '+  c: (secret)',
      ' kind: Secret',
    ]);
  });

  it('has no diff of an object that is not known, and counts it', () => {
    const change: ObjectChange = { action: 'change', planned: MAP, before: undefined, after: undefined };
    expect(reported([change])).toMatchObject({ counts: { change: 1 }, objects: [{ name: 'files' }] });
    expect(diffsOf([change])).toEqual([undefined]);
  });

  it('names the length of long texts in their place, and shows no object of very many', () => {
    const map = (data: object) => plannedObject(CONFIG_MAPS, 'files', { data });
    const long = map({ a: 'x'.repeat(20_000) });
    const many = map(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}`, 'x'.repeat(16_000)])));
    const [first, second] = diffsOf([long, many].map((planned) => ({ action: 'create', planned })));
    expect(first).toContain('+  a: (20000 characters)');
    expect(second).toBeUndefined();
  });

  it('keeps within the room of a status, whatever changes', () => {
    const changes = Array.from({ length: 500 }, (_, index): ObjectChange => {
      const data = Object.fromEntries(
        Array.from({ length: 400 }, (__, key) => [`${key}`, `ä${index}\n`.repeat(9)]),
      );
      return { action: 'create', planned: plannedObject(CONFIG_MAPS, `c${index}`, { data }) };
    });
    const { counts, objects } = reported(changes);
    expect(counts.create).toBe(500);
    expect(objects).toHaveLength(MAX_PREVIEW_OBJECTS);
    const sizes = objects.map(({ diff = '' }) => Buffer.byteLength(diff));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_DIFF_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_DIFFS_BYTES);
    expect(objects[0]?.diff).toMatch(/\n\.{3} \d+ more lines$/);
  });
});

/** Text with a value in it, as a model may write it. */
function embedding(value: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    value,
    `pg://user:${value}@db/x`,
    `--password=${value}`,
    `first: line\nsecret: ${value}\nlast: line\n`,
    `${value}${value}`,
    JSON.stringify({ auth: { password: value } }),
    Buffer.from(value).toString('base64'),
  );
}

/** Two versions of a plan with the values in every place: Secrets, envs, arguments, annotations and files. */
function plansWith(values: readonly string[]): fc.Arbitrary<readonly [Plan, Plan]> {
  const text = fc.constantFrom(...values).chain(embedding);
  const plan = fc.tuple(text, text, text, text, text).map(([env, arg, note, file, name]): Plan => {
    const data = Object.fromEntries(
      values.map((value, index) => [`k${index}`, Buffer.from(value).toString('base64')]),
    );
    const containers = [{ name: 'main', env: [{ name: 'A', value: env }], args: [arg, name] }];
    const template = { metadata: { annotations: { note } }, spec: { containers } };
    return {
      ...planOf([
        [{ ...component('web'), workload: plannedObject(DEPLOYMENTS, 'web', { spec: { template } }) }],
      ]),
      shared: [
        plannedObject(SECRETS, 's', { type: 'Opaque', data }),
        plannedObject(CONFIG_MAPS, 'c', { data: { file } }),
        plannedObject(JOBS, 'j', { spec: { template } }),
      ],
    };
  });
  return fc.tuple(plan, plan);
}

describe('no value of a Secret is in a report', () => {
  const character = fc.constantFrom(...'abcXYZ0123456789"\\\'$&/ü :{}#|');
  const value = fc
    .array(character, { minLength: 8, maxLength: 40 })
    .map((characters) => `Zq${characters.join('').trim()}qZ`);
  const scene = fc
    .tuple(fc.uniqueArray(value, { minLength: 2, maxLength: 5 }), fc.boolean())
    .chain(([values, isNew]) =>
      fc.record({ values: fc.constant(values), isNew: fc.constant(isNew), plans: plansWith(values) }),
    );

  it('of the plan, of the allocations, of the store, or of the Secrets that are stored', () => {
    fc.assert(
      fc.property(scene, ({ values, isNew, plans: [before, after] }) => {
        const [kept = '', password = '', ...others] = values;
        const only = others.map((each) => Buffer.from(each).toString('base64'));
        const stored = { type: 'Opaque', data: Object.fromEntries(only.entries()) } as unknown as Secret;
        const bare = { ...after, shared: after.shared.slice(1) };
        const known = secretValues(
          bare,
          { ...NOTHING_KEPT, secrets: { kept } },
          { template: '', hub: { url: 'hub.example.com', password } },
          [stored],
        );
        const { objects } = atOnce(reportOf(changesBetween(isNew ? undefined : before, bare), maskOf(known)));
        const text = objects.map(({ diff = '' }) => diff).join('\n');
        for (const each of values) {
          expect(text).not.toContain(each);
          expect(text).not.toContain(JSON.stringify(each).slice(1, -1));
          expect(text).not.toContain(Buffer.from(each).toString('base64'));
        }
      }),
    );
  });

  it('of a Secret itself, which needs no mask', () => {
    fc.assert(
      fc.property(scene, ({ values, plans: [before, after] }) => {
        const secret = (plan: Plan) => ({ ...planOf([]), shared: plan.shared.slice(0, 1) });
        const other = { ...secret(after), shared: [plannedObject(SECRETS, 's', { data: { k0: 'bmV3' } })] };
        for (const changes of [
          changesBetween(undefined, secret(after)),
          changesBetween(other, secret(before)),
        ]) {
          const text = JSON.stringify(atOnce(reportOf(changes, OPEN)));
          for (const each of values) {
            expect(text).not.toContain(Buffer.from(each).toString('base64'));
            expect(text).not.toContain(each);
          }
        }
      }),
    );
  });
});
