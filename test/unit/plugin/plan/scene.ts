import type { InstallPreview } from '../../../../src/api/marketinstall.ts';
import { secretValues } from '../../../../src/install/preview/preview.ts';
import { reportOf } from '../../../../src/install/preview/report.ts';
import { CONFIG_MAPS, SECRETS } from '../../../../src/objects/core.ts';
import { maskOf } from '../../../../src/objects/mask.ts';
import { DEPLOYMENTS, JOBS } from '../../../../src/objects/workload.ts';
import { NOTHING_KEPT } from '../../../../src/source/kept.ts';
import { atOnce } from '../../../support/gradual.ts';
import { component, installOf, PINNED, plannedObject, planOf } from '../../../support/plans.ts';
import { changesBetween } from '../../../support/preview.ts';

/** The install `shop`, whose version 1.0 is in place. */
export const INSTALL = installOf({}, { serving: PINNED });

const PASSWORD = 'q9w8e7r6t5';

function webOf(image: string, level: string) {
  const env = [
    { name: 'LEVEL', value: level },
    { name: 'DSN', value: `pg://shop:${PASSWORD}@db/shop` },
  ];
  const spec = { replicas: 1, template: { spec: { containers: [{ name: 'main', image, env }] } } };
  return { ...component('web'), workload: plannedObject(DEPLOYMENTS, 'shop-web', { spec }) };
}

function sharedOf(image: string, listen: string, data: object) {
  const template = { spec: { containers: [{ name: 'main', image }] } };
  return [
    plannedObject(SECRETS, 'shop-env', { data: { PASSWORD: btoa(PASSWORD), ...data } }),
    plannedObject(CONFIG_MAPS, 'shop-files', { data: { 'web.conf': `listen ${listen};\nroot /srv;\n` } }),
    plannedObject(JOBS, 'shop-migrate', { spec: { template } }),
  ];
}

/** Preview of an upgrade that creates, changes, recreates and deletes objects. */
export function upgradePreview(): InstallPreview {
  const before = {
    ...planOf([[webOf('web:1', 'info')], [component('old')]]),
    shared: sharedOf('migrate:1', '80', {}),
  };
  const after = {
    ...planOf([[webOf('web:2', 'debug')], [component('cart')]], { rules: ['shop-cart'] }),
    shared: sharedOf('migrate:2', '8080', { TOKEN: btoa('token') }),
  };
  const mask = maskOf(secretValues(after, NOTHING_KEPT, { template: '' }, []));
  return {
    requested: 'now',
    version: '2.0',
    digest: 'sha256:2',
    ...atOnce(reportOf(changesBetween(before, after), mask)),
    powers: [
      {
        topic: 'images',
        same: ['docker.io/library/migrate', 'docker.io/library/web'],
        gained: ['docker.io/library/cart'],
      },
      {
        topic: 'ports',
        same: [],
        gained: ['8080.grcart.team.apps.example.com/ and below to port 8080 of shop-cart'],
      },
      { topic: 'reads', same: ['docker.io/library/web: Secret smtp'], gained: [] },
    ],
    powersId: 'a'.repeat(32),
    problems: [],
    notApplied: [{ path: 'apps[0].plugins', why: 'has no effect on Kubernetes' }],
  };
}
