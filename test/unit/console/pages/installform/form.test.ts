import { expect, it } from 'vitest';
import {
  bodyOf,
  EMPTY_FORM,
  EMPTY_ROW,
  type InstallForm,
  manifestOf,
  missingIn,
  shownWriteOf,
  storesOf,
  writeOf,
} from '../../../../../src/console/pages/installform/form.ts';

const PLACE = { team: 'shop', region: 'local', app: '1' };

const MODEL: InstallForm = {
  ...EMPTY_FORM,
  store: { url: 'https://hub.example.com', type: 'rainstore', domain: 'rainbond', secret: '' },
  app: 'shop',
  version: '1.0',
};

const CHART: InstallForm = {
  ...MODEL,
  store: { url: 'https://charts.example.com', type: 'helm', domain: '', secret: 'charts-key' },
  values: { replicas: 2 },
  overrides: [{ ...EMPTY_ROW, component: 'web', replicas: '3' }],
};

it('a model has a tenant and overrides, in the members of the API', () => {
  const row = {
    ...EMPTY_ROW,
    component: ' web ',
    replicas: '0',
    imageTag: '1.2',
    memory: '1Gi',
    envs: 'A=1\n\nURL=x=y',
  };
  expect(bodyOf({ ...MODEL, values: { ignored: true }, overrides: [row, EMPTY_ROW] })).toEqual({
    market_url: 'https://hub.example.com',
    market_type: 'rainstore',
    market_domain: 'rainbond',
    app_model_id: 'shop',
    app_model_version: '1.0',
    overrides: [
      {
        component: 'web',
        replicas: 0,
        image_tag: '1.2',
        resources: { limits: { memory: '1Gi' } },
        envs: [
          { name: 'A', value: '1' },
          { name: 'URL', value: 'x=y' },
        ],
      },
    ],
  });
});

it('a chart has values, and neither a tenant nor overrides', () => {
  expect(bodyOf(CHART)).toEqual({
    market_url: 'https://charts.example.com',
    market_type: 'helm',
    access_key_secret: 'charts-key',
    app_model_id: 'shop',
    app_model_version: '1.0',
    values: { replicas: 2 },
  });
});

it('a key that is typed is sent and nowhere shown', () => {
  const form = { ...CHART, key: 's3cret' };
  const write = writeOf(PLACE, form);
  expect(write.path).toBe('/openapi/v1/teams/shop/regions/local/apps/1/install?is_deploy=true');
  expect(write.body).toMatchObject({ market_access_key: 's3cret' });
  expect(write.body).not.toHaveProperty('access_key_secret');
  expect(JSON.stringify([shownWriteOf(write, form), manifestOf('1', form)])).not.toContain('s3cret');
});

it.each<[string, InstallForm, readonly string[]]>([
  ['everything', MODEL, []],
  ['nothing', EMPTY_FORM, ['the address of the store', 'what to install', 'the version']],
  ['values that cannot be read', { ...CHART, values: undefined }, ['values that can be read']],
  ['a row without entries', { ...MODEL, overrides: [EMPTY_ROW, { ...EMPTY_ROW, component: 'web' }] }, []],
  [
    'rows with faults',
    {
      ...MODEL,
      overrides: [
        { ...EMPTY_ROW, replicas: '1' },
        { ...EMPTY_ROW, component: 'web', replicas: 'two', envs: '=1' },
      ],
    },
    [
      'the component of each override',
      'a number of pods of web',
      'a value for the env =1 of web, as NAME=value',
    ],
  ],
])('a form with %s misses what it must', (_, form, missing) => {
  expect(missingIn(form)).toEqual(missing);
});

it('is the object that kubectl would apply', () => {
  const row = { ...EMPTY_ROW, component: 'web', imageTag: '2' };
  expect(manifestOf('7', { ...MODEL, app: 'Shop Öne', overrides: [row], deploy: false })).toEqual({
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'MarketInstall',
    metadata: { name: 'shop-ne' },
    spec: {
      appId: 7,
      market: { type: 'rainstore', url: 'https://hub.example.com', domain: 'rainbond' },
      appModelId: 'Shop Öne',
      appModelVersion: '1.0',
      overrides: [{ component: 'web', imageTag: '2' }],
      deploy: false,
    },
  });
});

it('knows each store of the installs once', () => {
  const model = { market_url: 'https://a', market_domain: 'd', market_type: 'rainstore' };
  const chart = { market_url: 'https://a', market_domain: '', market_type: 'helm' };
  expect(storesOf([model, chart, model])).toEqual([
    { url: 'https://a', domain: 'd', type: 'rainstore', secret: '' },
    { url: 'https://a', domain: '', type: 'helm', secret: '' },
  ]);
});
