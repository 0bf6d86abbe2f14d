import { expect, it } from 'vitest';
import { manifestOf, questionOf, writeOf } from '../../../../../src/console/pages/install/change.ts';

const PLACE = { team: 'shop', region: 'local', app: '1', install: 'u' };
const RECORD = { install_id: 'u', name: 'install-1', market_domain: 'rainbond', app_model_id: 'shop' };
const PATH = '/openapi/v1/teams/shop/regions/local/apps/1';

type Record = Parameters<typeof writeOf>[1];

it('an upgrade is of this install alone', () => {
  expect(writeOf(PLACE, RECORD as Record, { way: 'upgrade', version: '2.0' })).toEqual({
    method: 'POST',
    path: `${PATH}/upgrade`,
    body: {
      update_versions: [
        { market_name: 'rainbond', install_id: 'u', app_model_id: 'shop', app_model_version: '2.0' },
      ],
    },
  });
});

it('an upgrade of a chart names no tenant', () => {
  const write = writeOf(PLACE, { ...RECORD, market_domain: '' } as Record, { way: 'upgrade', version: '2' });
  expect(JSON.stringify(write)).not.toContain('market_name');
});

it('a rollback names its version', () => {
  expect(writeOf(PLACE, RECORD as Record, { way: 'rollback', version: '1.0' })).toEqual({
    method: 'POST',
    path: `${PATH}/installs/u/rollback`,
    body: { version: '1.0' },
  });
});

it('a plan is asked for the version, and kubectl gets the same', () => {
  expect(questionOf(PLACE, RECORD as Record, '2.0')).toEqual({
    method: 'POST',
    path: `${PATH}/installs/u/plan`,
    body: { version: '2.0' },
  });
  expect(manifestOf(RECORD as Record, '2.0')).toMatchObject({
    metadata: { name: 'install-1' },
    spec: { appModelVersion: '2.0' },
  });
});
