import { expect, it } from 'vitest';
import type { Condition } from '../../../../../src/api/condition.ts';
import { applicationRecord, installRecord } from '../../../../../src/rest/resources/installs/record.ts';
import type { Scope } from '../../../../../src/rest/scope.ts';
import { installOf } from '../../../../support/install.ts';
import { entryOf } from '../../../../support/versions.ts';

const pinned = { version: '2.0', digest: 'sha256:00', size: 3, secretName: 'shop-template' };

function ready(status: Condition['status'], observedGeneration = 2): Condition {
  const lastTransitionTime = '2026-01-01T00:00:00Z';
  return {
    type: 'Ready',
    status,
    reason: 'Progressing',
    message: 'wave 1',
    observedGeneration,
    lastTransitionTime,
  };
}

it('reports the progress of an install', () => {
  const component = {
    key: 'k',
    id: 'c0ffee',
    name: 'Web',
    kind: 'Deployment',
    workload: 'web',
    wave: 1,
    ready: true,
  };
  const install = installOf(
    {
      template: pinned,
      serving: { ...pinned, version: '1.0' },
      progress: { wave: '1/2', ready: '1/2' },
      components: [component],
      notApplied: [{ path: 'plugins', why: 'not here' }],
      history: [entryOf('1.0 Served')],
      conditions: [ready('False')],
    },
    {
      deploy: true,
      market: { url: 'https://a', domain: 'b', type: 'c', accessKeySecretRef: { name: 's' } },
      overrides: [{ component: 'web', imageTag: '2' }],
    },
  );
  expect(installRecord(install)).toEqual({
    install_id: '6d1f4f0e5a0c4b6e9a520d7f3f1c9b11',
    name: 'shop',
    market_url: 'https://a',
    market_domain: 'b',
    market_type: 'c',
    app_model_id: 'shop',
    app_model_version: '2.0',
    is_deploy: true,
    ready: false,
    reason: 'Progressing',
    message: 'wave 1',
    digest: 'sha256:00',
    serving_version: '1.0',
    history: [{ version: '1.0', digest: 'sha256:1.0', time: '2026-01-01T00:00:00Z', outcome: 'Served' }],
    wave: '1/2',
    components_ready: '1/2',
    components: [{ service_id: 'c0ffee', service_cname: 'Web', wave: 1, ready: true }],
    overrides: [{ component: 'web', image_tag: '2' }],
    values: {},
    not_applied: [{ path: 'plugins', why: 'not here' }],
  });
});

it('has every field for an install without a status', () => {
  expect(installRecord(installOf(undefined))).toMatchObject({
    market_type: 'rainstore',
    is_deploy: false,
    ready: false,
    reason: '',
    message: '',
    digest: '',
    serving_version: '',
    history: [],
    wave: '',
    components_ready: '',
    components: [],
    not_applied: [],
  });
});

/** Status of the version that the spec names, recorded. */
const IN_PLACE = { template: pinned, recorded: pinned.digest };

it('is not ready by a condition of an earlier generation', () => {
  expect(installRecord(installOf({ ...IN_PLACE, conditions: [ready('True')] })).ready).toBe(true);
  expect(installRecord(installOf({ ...IN_PLACE, conditions: [ready('True', 1)] }))).toMatchObject({
    ready: false,
    reason: '',
  });
});

it('the record of an application has every field of the contract, and no other', () => {
  const { metadata } = installOf(undefined);
  const application = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata };
  const head = (note: object) =>
    applicationRecord({
      application: { ...application, spec: { id: 7, ...note } },
      teamId: 't',
      region: 'r',
    } as Scope);
  expect(head({ note: 'n' })).toEqual({
    enterprise_id: '',
    team_id: 't',
    note: 'n',
    ID: 7,
    region_name: 'r',
  });
  expect(head({}).note).toBe('');
});

it('says of a chart that it is one, which has no tenant, and which values it was given', () => {
  const market = { url: 'oci://registry.example.com/charts', type: 'helm' };
  const values = { replicas: 2 };
  expect(installRecord(installOf({}, { market, appModelVersion: '^1', values }))).toMatchObject({
    market_url: 'oci://registry.example.com/charts',
    market_domain: '',
    market_type: 'helm',
    app_model_version: '^1',
    values,
  });
});
