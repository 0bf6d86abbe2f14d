import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import { ANY_TEMPLATE } from '../../../../src/install/inventory.ts';
import {
  decideIdentity,
  type ObservedIdentity,
  restoredFields,
} from '../../../../src/install/restore/decide.ts';
import { type InstallRecord, recordOfInstall } from '../../../../src/install/restore/record.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { FINALIZER_MANAGER, installId, type MarketInstall } from '../../../../src/objects/stoa.ts';
import { installOf, PINNED } from '../../../support/plans.ts';

const CREATED = '2026-06-01T12:00:00Z';
const SOON = new Date('2026-06-01T12:00:10Z');
const LATER = new Date('2026-06-01T12:01:00Z');

function kept(id: string | undefined, annotations?: Readonly<Record<string, string>>): KubeObject {
  const labels = id === undefined ? {} : { 'stoa.dev/install-uid': id };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'shop-kept',
      namespace: 'team',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: CREATED,
      labels,
      ...(annotations && { annotations }),
    },
  };
}

function observed(some: Partial<ObservedIdentity>, status?: MarketInstallStatus): ObservedIdentity {
  return { install: installOf({}, status), kept: undefined, isTaken: false, hasFinalizer: true, ...some };
}

/** Install whose finalizer is of Stoa. */
function begun(): MarketInstall {
  const { metadata, ...install } = installOf();
  return { ...install, metadata: { ...metadata, managedFields: [{ manager: FINALIZER_MANAGER }] } };
}

describe('the identity of an install', () => {
  it.each<[string, ObservedIdentity, Date, string]>([
    ['that is new', observed({ hasFinalizer: false }), SOON, 'own'],
    ['that has its finalizer from Stoa', observed({ install: begun() }), SOON, 'own'],
    ['that comes with a finalizer, before its Secret', observed({}), SOON, 'awaited'],
    ['that comes with a finalizer, and without a Secret', observed({}), LATER, 'own'],
    ['that has made something already', observed({}, { template: PINNED }), SOON, 'own'],
    ['whose Secret has it', observed({ kept: kept('install-uid') }), SOON, 'own'],
    ['whose Secret is of a backup', observed({ kept: kept('before') }), SOON, 'before'],
    [
      'whose status was restored too',
      observed({ kept: kept('before') }, { template: PINNED }),
      LATER,
      'before',
    ],
    [
      'whose Secret names an install that lives',
      observed({ kept: kept('before'), isTaken: true }),
      LATER,
      'own',
    ],
    [
      'whose Secret a deleted one has left',
      observed({ kept: kept('before', { 'stoa.dev/values-left': 'true' }) }),
      LATER,
      'own',
    ],
    ['whose Secret has no label', observed({ kept: kept(undefined) }), LATER, 'own'],
    [
      'that is found',
      observed({ kept: kept('before') }, { identity: { id: 'before', uid: 'install-uid' } }),
      LATER,
      'own',
    ],
    [
      'that another install had found, whose status was restored',
      observed({ kept: kept('before') }, { identity: { id: 'before', uid: 'another' } }),
      LATER,
      'before',
    ],
  ])('of one %s', (_, each, now, expected) => {
    expect(decideIdentity(each, now).type).toBe(expected);
  });

  it('is that of a status of the same install only', () => {
    const identity = { id: 'before', uid: 'install-uid' };
    expect(installId(installOf({}, { identity }))).toBe('before');
    expect(installId(installOf({}, { identity: { ...identity, uid: 'another' } }))).toBe('install-uid');
    expect(installId(installOf())).toBe('install-uid');
  });
});

const JOB = { group: 'batch', version: 'v1', kind: 'Job', name: 'init', uid: 'job', template: 'abc' };
const STATUS: MarketInstallStatus = {
  template: { ...PINNED, secretUid: 'pin' },
  serving: { ...PINNED, secretUid: 'pin' },
  recorded: PINNED.digest,
  inventory: [JOB, { group: '', version: 'v1', kind: 'Service', name: 'web', uid: 'web' }],
  upgrade: { generation: 1, startedAt: CREATED, failure: 'too slow' },
  history: [{ ...PINNED, secretUid: 'pin', time: CREATED, outcome: 'Served' }],
};

function record(install = installOf({}, STATUS)): InstallRecord {
  const found = recordOfInstall(install);
  if (found === undefined) {
    throw new Error('it has no record');
  }
  return found;
}

describe('a restored install', () => {
  const found = [{ group: '', version: 'v1', kind: 'Service', name: 'web', uid: 'new' }];

  it('has the pins, the history and the Jobs of the one before, with the uids of now', () => {
    const { metadata, ...install } = installOf();
    const now = { ...install, metadata: { ...metadata, uid: 'now', generation: 7 } };
    const fields = restoredFields(now, { id: 'before', record: record(), found });
    const { uid: _uid, ...run } = JOB;
    expect(fields).toMatchObject({
      identity: { id: 'before', uid: 'now' },
      recorded: PINNED.digest,
      upgrade: { generation: 7, failure: 'too slow' },
    });
    expect(fields.template).toEqual(PINNED);
    expect(fields.serving).toEqual(PINNED);
    expect(fields.history).toEqual([{ ...PINNED, time: CREATED, outcome: 'Served' }]);
    expect(fields.inventory).toEqual([...found, run]);
  });

  it('knows a Job that has run in another namespace, where the same version has other pods', () => {
    const run = { ...JOB, uid: undefined };
    const templateIn = (namespace: string, spec = {}) => {
      const { inventory = [] } = restoredFields(installOf(spec), {
        id: 'before',
        record: { ...record(), namespace },
        found: [],
      });
      return inventory.map(({ template }) => template);
    };
    expect(run.name).toBe('init');
    expect(templateIn('team')).toEqual(['abc']);
    expect(templateIn('elsewhere')).toEqual([ANY_TEMPLATE]);
    // Another version may have another Job of the name.
    expect(templateIn('elsewhere', { values: { a: 1 } })).toEqual(['abc']);
  });

  it('fetches again what a registry may have to sign', () => {
    const market = { url: 'oci://registry.example.com/shop', type: 'oci' };
    const fields = restoredFields(installOf({ market }), { id: 'before', record: record(), found });
    expect(fields.template?.secretUid).not.toBe('pin');
    expect(fields.template?.secretUid).toBeDefined();
  });

  it('has its objects where nothing was recorded of it', () => {
    const fields = restoredFields(installOf(), { id: 'before', record: undefined, found });
    expect(fields).toMatchObject({ template: null, serving: null, recorded: null, inventory: found });
  });
});
