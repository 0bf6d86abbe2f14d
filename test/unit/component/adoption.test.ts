import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AdoptedPart } from '../../../src/api/application.ts';
import { type Adoption, adoptionIn, asAdopted, memberKey } from '../../../src/component/adoption.ts';
import { Adoptions } from '../../../src/component/adoptions.ts';
import { componentOf } from '../../../src/component/backend.ts';
import { ADOPTED_BY, asStored } from '../../../src/component/member.ts';
import type { Service } from '../../../src/objects/core.ts';
import type { Application } from '../../../src/objects/stoa.ts';
import type { Workload, WorkloadKind } from '../../../src/objects/workload.ts';
import { applicationOf } from '../../support/applications.ts';
import { serviceOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';

const RELEASE = { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': 'team' };

function adopter(
  components: readonly AdoptedPart[],
  name = 'shop',
  id = 1,
  created = '2026-01-01',
): Application {
  const application = applicationOf(name, id, { creationTimestamp: `${created}T00:00:00Z` });
  return { ...application, spec: { id, components: [...components] } };
}

/** Workload without labels of Stoa, whose pods have the label `app`. */
function plain(
  name: string,
  kind: WorkloadKind = 'Deployment',
  metadata: Partial<Workload['metadata']> = {},
): Workload {
  const template = { metadata: { labels: { app: name, tier: 'any' } }, spec: { containers: [] } };
  return workloadOf(
    kind,
    { template },
    {},
    { name, uid: `uid-${kind}-${name}`, labels: { app: name }, ...metadata },
  );
}

function before(name: string, selector: Readonly<Record<string, string>> = { app: name }): Service {
  const service = serviceOf(name, [{ port: 80 }]);
  return { ...service, metadata: { ...service.metadata, labels: {} }, spec: { ...service.spec, selector } };
}

/** Components of adopted objects, by kind and name. */
function componentsIn({ members }: Adoption): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...members].map(([key, labels]) => [
      key,
      `${labels['stoa.dev/app-id']}/${labels['stoa.dev/component-id']}`,
    ]),
  );
}

const SERVICES = [
  before('web'),
  before('db'),
  before('db-headless', { app: 'db' }),
  before('all', { tier: 'any' }),
];
const WORKLOADS = [plain('web'), plain('db', 'StatefulSet', { annotations: RELEASE })];

it.each<[string, readonly AdoptedPart[], Readonly<Record<string, string>>]>([
  ['nothing', [], {}],
  [
    'a Service, with the workloads behind it',
    [{ service: 'web' }],
    { 'Service/web': '1/web', 'Deployment/web': '1/web', 'Service/all': '1/web' },
  ],
  [
    'a workload, with the Services before it',
    [{ workload: { kind: 'StatefulSet', name: 'db' } }],
    { 'StatefulSet/db': '1/db', 'Service/db': '1/db', 'Service/db-headless': '1/db', 'Service/all': '1/db' },
  ],
  [
    'a Helm release',
    [{ helmRelease: 'shop' }],
    { 'StatefulSet/db': '1/db', 'Service/db': '1/db', 'Service/db-headless': '1/db', 'Service/all': '1/db' },
  ],
  [
    'workloads by their labels',
    [{ selector: { matchLabels: { app: 'web' } } }],
    { 'Deployment/web': '1/web', 'Service/web': '1/web', 'Service/all': '1/web' },
  ],
])('an Application adopts %s', (_, components, expected) => {
  const adoption = adoptionIn({
    applications: [adopter(components)],
    services: SERVICES,
    workloads: WORKLOADS,
  });
  expect(componentsIn(adoption)).toEqual(expected);
  expect(adoption.flaws).toEqual([]);
});

it('entries may name the same: the first decides on the id', () => {
  const front = plain('front', 'Deployment', { annotations: RELEASE });
  const services = [before('shop', { app: 'front' })];
  const applications = [adopter([{ service: 'shop' }, { helmRelease: 'shop' }])];
  const adoption = adoptionIn({ applications, services, workloads: [front] });
  expect(componentsIn(adoption)).toEqual({ 'Service/shop': '1/shop', 'Deployment/front': '1/shop' });
  expect(adoption.flaws).toEqual([]);
});

it.each<[string, AdoptedPart, string]>([
  ['no such Service', { service: 'none' }, 'the namespace has no Service none'],
  ['no such workload', { workload: { kind: 'Job', name: 'web' } }, 'the namespace has no Job web'],
  ['no such release', { helmRelease: 'blog' }, 'the namespace has no workload of the Helm release blog'],
  [
    'the release of another namespace',
    { helmRelease: 'foreign' },
    'the namespace has no workload of the Helm release foreign',
  ],
  [
    'no such labels',
    { selector: { matchLabels: { a: 'b' } } },
    'the namespace has no workload with the labels a=b',
  ],
  [
    'labels of a component',
    { service: 'labelled' },
    'the Service labelled belongs to a component by its labels, or to an install',
  ],
  ['an older application', { service: 'taken' }, 'the Service taken belongs to the older application old'],
  [
    'an object of an install',
    { workload: { kind: 'Deployment', name: 'made' } },
    'the Deployment made belongs to a component by its labels, or to an install',
  ],
])('an entry with %s says so', (_, part, text) => {
  const applications = [
    adopter([part], 'shop', 1, '2026-02-01'),
    adopter([{ service: 'taken' }], 'old', 2, '2026-01-01'),
  ];
  const services = [serviceOf('labelled', []), before('taken')];
  const foreign = {
    ...RELEASE,
    'meta.helm.sh/release-name': 'foreign',
    'meta.helm.sh/release-namespace': 'other',
  };
  const workloads = [
    plain('made', 'Deployment', { labels: { 'stoa.dev/install-uid': 'i' } }),
    plain('foreign', 'Deployment', { annotations: foreign }),
  ];
  expect(adoptionIn({ applications, services, workloads }).flaws).toEqual([
    { application: 'shop', entry: 0, text },
  ]);
});

it.each<[string, object, string]>([
  ['a selector', { selector: { matchLabels: {}, matchExpressions: [] } }, 'selector.matchExpressions'],
  ['a way to choose', { argoApplication: 'shop' }, 'argoApplication'],
])('%s that a later version knows adopts nothing, and is named', (_, part, field) => {
  const applications = [adopter([part as AdoptedPart])];
  const { members, flaws } = adoptionIn({ applications, services: SERVICES, workloads: [plain('web')] });
  expect(members).toEqual(new Map());
  expect(flaws).toEqual([
    { application: 'shop', entry: 0, text: `${field}: this version of Stoa does not know the field` },
  ]);
});

it('a younger application with the id of another adopts nothing', () => {
  const applications = [
    adopter([], 'old', 1, '2026-01-01'),
    adopter([{ service: 'web' }], 'new', 1, '2026-02-01'),
  ];
  expect(adoptionIn({ applications, services: SERVICES, workloads: WORKLOADS }).members.size).toBe(0);
});

it('a Job of a CronJob is not a component of its own', () => {
  const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: 'c', controller: true };
  const job = plain('nightly-1', 'Job', { annotations: RELEASE, ownerReferences: [owner] });
  const applications = [adopter([{ helmRelease: 'shop' }])];
  expect(adoptionIn({ applications, services: [], workloads: [job] }).members.size).toBe(0);
});

it('a name that is no id of a component is told', () => {
  const name = 'x'.repeat(64);
  const adoption = adoptionIn({
    applications: [adopter([{ workload: { kind: 'Deployment', name } }])],
    services: [],
    workloads: [plain(name)],
  });
  expect(adoption.members.size).toBe(0);
  expect(adoption.flaws[0]?.text).toContain('more than 63 characters');
});

const names = fc.constantFrom('a', 'b', 'c', 'd');
const kinds = fc.constantFrom<WorkloadKind>('Deployment', 'StatefulSet', 'CronJob');
const parts = fc.oneof(
  names.map((service): AdoptedPart => ({ service })),
  fc.record({ kind: kinds, name: names }).map((workload): AdoptedPart => ({ workload })),
  names.map((app): AdoptedPart => ({ selector: { matchLabels: { app } } })),
  fc.constant<AdoptedPart>({ helmRelease: 'shop' }),
);
const labels = fc.constantFrom({}, { 'stoa.dev/app-id': '9', 'stoa.dev/component-id': 'own' });
const workloads = fc.uniqueArray(
  fc.record({ name: names, kind: kinds, labels, annotations: fc.constantFrom({}, RELEASE) }),
  { selector: ({ name, kind }) => `${kind} ${name}` },
);
const worlds = fc.record({
  applications: fc.array(fc.array(parts, { maxLength: 4 }), { maxLength: 3 }),
  services: fc.uniqueArray(fc.record({ name: names, app: names, labels }), { selector: ({ name }) => name }),
  workloads,
});

/** Objects of a namespace from their descriptions. */
function objectsOf(world: typeof worlds extends fc.Arbitrary<infer W> ? W : never) {
  return {
    applications: world.applications.map((components, index) =>
      adopter(components, `app-${index}`, index + 1),
    ),
    services: world.services.map(({ name, app, labels: own }) => {
      const service = before(name, { app });
      return { ...service, metadata: { ...service.metadata, labels: own } };
    }),
    workloads: world.workloads.map(({ name, kind, labels: own, annotations }) =>
      plain(name, kind, { labels: { app: name, ...own }, annotations }),
    ),
  };
}

it('what is adopted does not depend on the order of objects, and labels of components stand', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const objects = objectsOf(world);
      const adoption = adoptionIn(objects);
      const turned = adoptionIn({
        applications: objects.applications.toReversed(),
        services: objects.services.toReversed(),
        workloads: objects.workloads.toReversed(),
      });
      expect(componentsIn(turned)).toEqual(componentsIn(adoption));
      for (const object of [...objects.services, ...objects.workloads]) {
        const isLabelled = object.metadata.labels?.['stoa.dev/app-id'] !== undefined;
        expect(isLabelled && adoption.members.has(memberKey(object))).toBe(false);
      }
    }),
  );
});

it('an object that is seen as adopted is stored as it was', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const objects = objectsOf(world);
      const seen = asAdopted(objects);
      expect([...seen.services, ...seen.workloads].map(asStored)).toEqual([
        ...objects.services,
        ...objects.workloads,
      ]);
    }),
  );
});

it('what was adopted is seen so from one adoption to the next', () => {
  const adoptions = new Adoptions();
  const told: string[] = [];
  adoptions.onChange((namespace) => told.push(namespace));
  const objects = { services: SERVICES, workloads: WORKLOADS };
  const adopt = (components: readonly AdoptedPart[]) =>
    adoptions.replace('team', adoptionIn({ applications: [adopter(components)], ...objects })).toSorted();
  const [web] = WORKLOADS;
  if (web === undefined) {
    throw new Error('no workload');
  }
  expect(adopt([{ service: 'web' }])).toEqual(['Deployment/web', 'Service/all', 'Service/web']);
  const seen = adoptions.seen(web);
  expect(componentOf(seen)).toEqual(['team/1/web']);
  expect(seen.metadata.labels?.[ADOPTED_BY]).toBe('shop');
  expect(adopt([{ service: 'web' }])).toEqual([]);
  expect(told).toEqual(['team']);
  adopt([]);
  expect(adoptions.seen(seen)).toEqual(web);
  expect(adoptions.has('team')).toBe(false);
});
