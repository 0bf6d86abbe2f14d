import { createHash } from 'node:crypto';
import { allocate } from '../../src/model/build/allocate.ts';
import type { Model } from '../../src/model/read/model.ts';
import type { MarketInstall } from '../../src/objects/stoa.ts';
import type { Kept } from '../../src/source/kept.ts';
import { NOTHING_KEPT } from '../../src/source/kept.ts';
import type {
  AllocationContext,
  RandomHex,
  Surroundings,
  TakenNames,
} from '../../src/source/surroundings.ts';

/** Surroundings of an install `shop`; `fields` override them. */
export function surroundings(fields: Partial<Surroundings> = {}): Surroundings {
  return {
    namespace: 'team',
    app: { id: 7, name: 'shop' },
    install: { name: 'shop', uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11' },
    course: 'install',
    grants: {},
    storageClasses: [{ name: 'standard', isDefault: true, provisioner: 'rancher.io/local-path' }],
    storage: { classes: {}, readWriteMany: [] },
    nodeLabels: { tier: { 'example.com/tier': 'front' } },
    serviceMonitors: true,
    domain: 'apps.example.com',
    ...fields,
  };
}

/** An empty namespace, and a gateway with a hundred ports. */
export function takenNames(fields: Partial<TakenNames> = {}): TakenNames {
  return {
    workloads: new Set(),
    isServiceTaken: () => false,
    serviceNameOf: () => undefined,
    offeredPorts: [{ from: 30_000, to: 30_099 }],
    portStanding: (port) => (30_000 <= port && port <= 30_099 ? 'free' : 'refused'),
    portsLeft: Number.POSITIVE_INFINITY,
    volumes: { mountsOf: () => [], mountsOfBrought: () => [], hasClaim: () => false, claimsOf: () => [] },
    ...fields,
  };
}

/** Hexadecimal digits that look random, are unique within a run, and repeat in every run. */
export function countedHex(): RandomHex {
  let calls = 0;
  return (digits) => {
    calls += 1;
    return createHash('sha256').update(`random ${calls}`).digest('hex').slice(0, digits);
  };
}

/** Kept decisions of a model's first install. */
export function keptOf(
  model: Model,
  kept: Kept = NOTHING_KEPT,
  fields: Partial<TakenNames> = {},
  around: Surroundings = surroundings(),
): Kept {
  return allocate(model, kept, allocationContext(takenNames(fields), countedHex(), around));
}

/** Context of an allocation. */
export function allocationContext(
  taken: TakenNames = takenNames(),
  random: RandomHex = countedHex(),
  { install }: Pick<Surroundings, 'install'> = surroundings(),
): AllocationContext {
  return { install, taken, now: new Date('2026-06-01T12:00:00Z'), random };
}

/** The MarketInstall `shop` of application 7, with generation 2. */
export function installOf(
  status: MarketInstall['status'] | undefined,
  spec: Partial<MarketInstall['spec']> = {},
): MarketInstall {
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'MarketInstall',
    metadata: {
      name: 'shop',
      namespace: 'team',
      uid: '6d1f4f0e-5a0c-4b6e-9a52-0d7f3f1c9b11',
      resourceVersion: '1',
      generation: 2,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: {
      appId: 7,
      market: { url: 'https://hub.example.com', domain: 'rainbond' },
      appModelId: 'shop',
      appModelVersion: '2.0',
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}
